import { createWarpClock } from '#mocks/time';
import type { TillTraffic } from '#traffic';
import { expect, test } from 'vitest';
import { createRefusals } from './refusals.ts';

const activation: TillTraffic = { n: 1, at: 0, kind: 'activation', body: {}, success: true, exchange: 1 };
const health = (status: number): TillTraffic => ({
  n: 2,
  at: 0,
  kind: 'health',
  status,
  signed: status < 400,
  exchange: 2,
});
const refused = async (...seen: readonly TillTraffic[]): Promise<string> => {
  const clock = createWarpClock();
  using refusals = createRefusals(clock);
  for (const one of seen) refusals.see(one);
  return await Promise.race([refusals.refused, clock.sleep(20_000).then(() => 'goes on')]);
};
const five = [401, 401, 401, 401, 401].map(health);

test('a till that was refused from its activation on is told, and no other', async () => {
  expect(await refused(activation, ...five)).toMatch(/^each of its 5 calls/);
  expect(await refused(activation, ...five.slice(1))).toBe('goes on');
  expect(await refused(activation, health(204), ...five)).toBe('goes on');
  expect(await refused(activation, ...five, health(204))).toBe('goes on');
  // It may be at work with the keys of an earlier run.
  expect(await refused(...five, activation, health(204))).toBe('goes on');
});
