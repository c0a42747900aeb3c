import { expect, test } from 'vitest';
import { posLaws } from '../../pos-laws.ts';
import { active, callback, message, numbered, poll, remove, type Seen, settings } from '../../pos-stream.fixture.ts';
import { watch } from '../../watch.ts';

/** The causes that are found, each with the calls that show it by their place in the stream. */
const shown = (seen: readonly Seen[], endsAt: number) => {
  const { see, at, end } = watch(posLaws, settings);
  const said = [...numbered(seen).flatMap((one) => [...see(one), ...at(one.at)]), ...end(endsAt)];
  return said.flatMap(({ requirement, outcome }) =>
    outcome.status === 'failed' && requirement.startsWith('queue/') ? [[outcome.cause, outcome.exchanges]] : [],
  );
};

test('what is wrong with a queue call names that call', () => {
  const m = message('m');
  expect(shown([active, poll(10, 20, m), remove(21, 'm'), callback(30, 'm'), poll(50, 60)], 70)).toEqual([
    ['deleted early', [3, 2]],
  ]);
  const invalid: Seen = { kind: 'delete', at: 30, receiptHandle: 'x', outcome: 'invalid' };
  expect(shown([active, poll(10, 20), invalid, poll(40, 50)], 60)).toEqual([['invalid handle', [2]]]);
  const short: Seen = { kind: 'receive', at: 10, endedAt: 20, status: 200, waitSeconds: 1, messages: [] };
  expect(shown([active, short], 30)).toEqual([['wait time', [1]]]);
  const refused: Seen = { kind: 'queue-refused', at: 10, action: 'PurgeQueue', reason: 'AccessDenied' };
  expect(shown([active, refused], 30)).toEqual([['PurgeQueue: AccessDenied', [1]]]);
  expect(shown([active, poll(10, 20), poll(20_000, 40_000)], 41_000)).toEqual([['pause', [1, 2]]]);
});
