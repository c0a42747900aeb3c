import { expect, test } from 'vitest';
import { peers } from '../faults/index.ts';
import type { JournalEvent } from '#schemas';
import { certify } from '../certify/certify.ts';

const meets: readonly string[] = ['order/idempotent-concurrently'];

/** What a run came to, without what depends on when. */
const outcomeOf = async (variant: string, concurrency: number) => {
  const attempts: string[] = [];
  const onEvent = (event: JournalEvent): void => {
    if (event.event === 'attempted')
      attempts.push(`${event.scenario} ${event.property} ${event.made} of ${event.planned}`);
  };
  const { result } = await certify({ party: 'merchant', variant }, { seed: 3, concurrency, onEvent });
  return {
    // Two calls that are to meet cannot where only one may be under way.
    requirements: result.requirements.flatMap(({ id, status }) => (meets.includes(id) ? [] : [`${id} ${status}`])),
    attempts: attempts.toSorted(),
  };
};

test.each(peers.merchant.variants)(
  'one call at a time or eight, what is tried of %s and what it comes to is the same',
  async (variant) => {
    const alone = await outcomeOf(variant, 1);
    expect(await outcomeOf(variant, 8)).toEqual(alone);
    expect(alone.requirements.filter((row) => !/ (?:passed|not-applicable)$/u.test(row))).toEqual([]);
  },
  120_000,
);
