import { expect, test } from 'vitest';
import { noBody, type Exchange } from '#traffic';
import { inOrderOfCompletion } from './completion.ts';

const call = (n: number, at: number, answeredAt: number): Exchange => ({
  n,
  at,
  answeredAt,
  sender: 'harness',
  call: { name: 'order', party: 'merchant' },
  request: { method: 'POST', url: '/', headers: {}, body: noBody },
  facts: {},
});

const ordered = async (calls: readonly Exchange[]): Promise<readonly number[]> => {
  const given = (async function* () {
    for (const exchange of calls) yield await Promise.resolve({ exchange, scenario: '' });
  })();
  const numbers: number[] = [];
  for await (const { exchange } of inOrderOfCompletion(given)) numbers.push(exchange.n);
  return numbers;
};

test('calls that overlap are seen in the order of their ends', async () => {
  expect(await ordered([call(1, 0, 100), call(2, 10, 20), call(3, 30, 40), call(4, 200, 210)])).toEqual([2, 3, 1, 4]);
});

test('calls without a time stay in their order', async () => {
  expect(await ordered([call(1, 0, 0), call(2, 0, 0), call(3, 0, 0)])).toEqual([1, 2, 3]);
});

test('a call that never ends holds up a bounded number of others', async () => {
  const calls = [call(0, 0, 1e12), ...Array.from({ length: 5000 }, (_, n) => call(n + 1, 0, n))];
  expect(await ordered(calls)).toHaveLength(5001);
});
