import type { JournalEvent, RequirementId } from '#schemas';
import { expect, test } from 'vitest';
import { merge } from './merge.ts';
import { settle } from './settle.ts';
import {
  all,
  at,
  check,
  ended,
  everythingPassed,
  failed,
  finished,
  id,
  passed,
  row,
  started,
} from '#lab/doubles/reports/sample-journal';

const shard = (index: number, events: readonly JournalEvent[]): readonly JournalEvent[] => {
  const mine = `merchant/${index}`;
  const theirs = `merchant/${3 - index}`;
  return [
    started({
      shard: { index, of: 2 },
      plan: {
        scenarios: [{ id: mine, covers: index === 1 ? [id] : ['lock/orderable'] }],
        omitted: [{ id: theirs, covers: index === 1 ? ['lock/orderable'] : [id], reason: 'runs in another shard' }],
      },
    }),
    ...events,
    { ...finished, scenario: mine } as JournalEvent,
    ended(),
  ];
};
const exchange: Extract<JournalEvent, { event: 'exchange' }> = {
  event: 'exchange',
  exchange: {
    n: 3,
    scenario: 'x',
    at,
    durationMs: 1,
    sender: 'harness',
    operation: 'order',
    request: { method: 'POST', url: 'u', headers: {} },
  },
};
const rest = (...without: readonly RequirementId[]) =>
  all.filter((one) => !without.includes(one)).map((one) => check(passed, one));

test('one shard alone is incomplete, and what it left to others was not exercised', () => {
  const result = settle(shard(1, everythingPassed));
  expect(result).toMatchObject({ verdict: 'incomplete', exitCode: 4, shard: { index: 1, of: 2 } });
  expect(row(settle(shard(1, [check(passed)])), 'lock/orderable')).toMatchObject({
    status: 'not-exercised',
    reason: 'left to another shard',
  });
});

test('a good shard can be asked to exit 0; one that failed, or lacks more than others run, does not', () => {
  const asked = (events: readonly JournalEvent[]) =>
    settle(
      shard(1, events).map((event) =>
        event.event === 'run-started' && event.shard
          ? { ...event, shard: { ...event.shard, exit: 0 as const } }
          : event,
      ),
    );
  expect(asked(everythingPassed)).toMatchObject({ verdict: 'incomplete', exitCode: 0, shard: { index: 1, exit: 0 } });
  expect(asked([check(passed), ...rest(id, 'lock/orderable')])).toMatchObject({ verdict: 'incomplete', exitCode: 0 });
  expect(asked([check(passed), ...rest(id, 'basket/id')]).exitCode).toBe(4);
  expect(asked([check(failed), ...rest(id)]).exitCode).toBe(1);
});

test('what failed in one shard is a failure, whatever else is missing', () => {
  expect(settle(shard(1, [check(failed), ...rest(id)]))).toMatchObject({
    verdict: 'non-conformant',
    exitCode: 1,
    reason: expect.stringContaining('no journal of shard 2/2'),
  });
});

test('shards become one verdict, with exchanges that keep apart', () => {
  const one = shard(1, [exchange, check(failed), ...rest(id, 'lock/orderable')]);
  const two = shard(2, [exchange, check({ ...failed, exchanges: [3] }, 'lock/orderable', 'merchant/2')]);
  const { events, result } = merge([one, two]);
  expect(result).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
  expect(row(result)?.violations[0]?.exchanges).toEqual([3]);
  expect(row(result, 'lock/orderable')?.violations[0]?.exchanges).toEqual([6]);
  expect(events.flatMap((event) => (event.event === 'exchange' ? [event.exchange.n] : []))).toEqual([3, 6]);
  expect(result.scenarios.map(({ id: scenario, status }) => `${scenario} ${status}`)).toEqual([
    'merchant/1 done',
    'merchant/2 done',
  ]);
});

test('a missing shard leaves the whole incomplete', () => {
  const { result } = merge([shard(1, everythingPassed)]);
  expect(result).toMatchObject({
    verdict: 'incomplete',
    exitCode: 4,
    reason: expect.stringContaining('no journal of shard 2/2'),
  });
});

test('merged journals are one journal, which comes to the same', () => {
  const { events, result } = merge([shard(1, [check(passed)]), shard(2, [...rest('lock/orderable')])]);
  expect(settle(events)).toEqual(result);
  expect(merge([events])).toEqual({ events, result });
});

test('answers that only said that we are too fast are counted', () => {
  const limited = { ...exchange.exchange, response: { status: 429, headers: {} } };
  const events: readonly JournalEvent[] = [1, 2].map((n) => ({ event: 'exchange', exchange: { ...limited, n } }));
  expect(settle(shard(1, [...events, ...everythingPassed])).counts).toMatchObject({ limited: 2, exchanges: 2 });
  expect(settle(shard(1, everythingPassed)).counts).not.toHaveProperty('limited');
});
