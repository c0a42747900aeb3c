import { createWarpClock } from '#mocks/time';
import type { Effort } from '#schemas';
import { expect, test } from 'vitest';
import { peers } from '../faults/index.ts';
import { certify } from './certify.ts';

/** Of a peer that nobody resets: what each run says of each requirement. */
const runsOf = async (party: 'merchant' | 'pos', variant: string, effort: Effort) => {
  const clock = peers[party].clock ?? createWarpClock();
  const peer = peers[party].create(variant, clock, { faults: [] });
  const runs: string[][] = [];
  for (const seed of [1, 2, 3]) {
    const options = { seed, effort, clock, create: () => ({ fetch: peer.fetch, configuration: peer.configuration }) };
    const { result } = await certify({ party, variant }, options);
    runs.push(result.requirements.map(({ id, status }) => `${id} ${status}`));
  }
  await peer.stop?.();
  return runs;
};

const tried = [
  ...peers.merchant.variants.map((variant) => ['merchant', variant, 'standard'] as const),
  ...peers.pos.variants.map((variant) => ['pos', variant, 'quick'] as const),
];

test.for(tried)(
  'a third run of one %s %s says what the first has said',
  { timeout: 180_000 },
  async ([party, variant, effort]) => {
    const [first, second, third] = await runsOf(party, variant, effort);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  },
);
