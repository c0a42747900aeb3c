import { createWarpClock } from '#mocks/time';
import type { TillTraffic } from '#traffic';
import { expect, test } from 'vitest';
import { createRefusals, shopRefusals, tillRefusals } from './refusals.ts';

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
  using refusals = createRefusals(clock, tillRefusals, (seen) => seen.kind === 'activation');
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

test('a till of whose results none is taken is told, where they are of several kinds', async () => {
  const callback = (messageKind: string, status = 400): TillTraffic => ({
    n: 3,
    at: 0,
    kind: 'callback',
    answeredAt: 0,
    messageKind,
    messageId: 'm',
    body: {},
    status,
    signed: true,
    exchange: 3,
  });
  const many = [...'aabbc'].map((kind) => callback(kind));
  expect(await refused(activation, ...many)).toMatch(/^none of its 5 results/);
  expect(await refused(activation, ...many.slice(0, 4), callback('a'))).toBe('goes on');
  expect(await refused(activation, callback('d', 204), ...many)).toBe('goes on');
  expect(await refused(activation, ...many.map((one) => ({ ...one, injected: true }) as TillTraffic))).toBe('goes on');
});

test('a shop that answers nothing but server errors is told', async () => {
  const of = async (...statuses: readonly number[]): Promise<string> => {
    const clock = createWarpClock();
    using refusals = createRefusals(clock, shopRefusals);
    for (const status of statuses) refusals.see(status);
    return await Promise.race([refusals.refused, clock.sleep(20_000).then(() => 'goes on')]);
  };
  expect(await of(500, 503, 500, 502, 500)).toMatch(/^each of its 5 answers/);
  expect(await of(500, 503, 404, 502, 500, 500)).toBe('goes on');
});
