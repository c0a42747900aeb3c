import { expect, test } from 'vitest';
import type { TillTraffic, TrafficOf } from '#traffic';
import { awaitCallback, type Waiting } from './awaited-callback.ts';

const patienceMs = 35_000;
const second = 1000;
type Seen = Readonly<Record<string, unknown>> & { readonly at: number };

const received = (at: number, messageId: string): Seen => ({
  kind: 'receive',
  at,
  endedAt: at,
  exchange: 1,
  messages: [{ messageId, messageKind: 'Test', groupId: messageId, receiptHandle: 'h', receiveCount: 1 }],
});
const answered = (at: number, messageId: string, status = 204): Seen => ({ kind: 'callback', at, messageId, status });
const deleted = (at: number, messageId: string): Seen => ({ kind: 'delete', at, messageId, outcome: 'deleted' });

/** A till that does just this, and the time that was waited for the message `asked`. */
const awaited = async (...script: readonly Seen[]) => {
  let now = 0;
  const all = script.map((seen, n) => ({ n, ...seen })) as unknown as readonly TillTraffic[];
  const traffic = () => all.filter(({ at }) => at <= now);
  const till: Waiting['till'] = {
    traffic,
    mark: () => traffic().length,
    next: async (_, { matches, withinMs }) => {
      const isIt = (seen: TillTraffic): seen is TrafficOf<'callback'> => seen.kind === 'callback' && matches(seen);
      const found = all.filter(isIt).find(({ at }) => at <= now + withinMs);
      now = found === undefined ? now + withinMs : Math.max(now, found.at);
      return await Promise.resolve(found);
    },
  };
  const world: Waiting = { till, clock: { now: () => now }, patienceMs };
  const { callback, busy } = await awaitCallback(world, { messageId: 'asked', messageKind: 'Test' }, 0);
  return { at: callback?.at, busy, now };
};

test('a till that does nothing is waited for once', async () => {
  expect(await awaited()).toEqual({ at: undefined, busy: undefined, now: patienceMs });
  expect(await awaited(received(5 * second, 'other'))).toMatchObject({ busy: undefined, now: patienceMs });
});

test('a till that comes to a message after others is waited for', async () => {
  const others = [20, 40, 60].flatMap((at, index) => [
    received((at - 15) * second, `other ${index}`),
    answered((at - 5) * second, `other ${index}`),
    deleted(at * second, `other ${index}`),
  ]);
  expect(await awaited(...others, received(61 * second, 'asked'), answered(75 * second, 'asked'))).toMatchObject({
    at: 75 * second,
  });
});

test('from the delivery on there is one patience, and no more', async () => {
  const late = received(30 * second, 'asked');
  expect(await awaited(late, answered(64 * second, 'asked'))).toMatchObject({ at: 64 * second });
  const silent = await awaited(late, ...[40, 60, 64].map((at) => deleted(at * second, 'other')));
  expect(silent).toEqual({ at: undefined, busy: undefined, now: 65 * second });
});

test('what comes again and again is no progress', async () => {
  const again = [10, 40, 70].map((at) => answered(at * second, 'other'));
  expect(await awaited(...again)).toMatchObject({ at: undefined, busy: undefined, now: 2 * patienceMs });
});

test('a till that never comes to the message is busy, and not silent', async () => {
  const others = Array.from({ length: 30 }, (_, index) => deleted(index * 10 * second, `other ${index}`));
  expect((await awaited(...others)).busy).toBe(
    'the till worked on other messages for 210 s and did not reach this one',
  );
  const refused = [5, 20].map((at) => answered(at * second, 'other', 400));
  expect((await awaited(...refused)).busy).toContain('accepted none of their 2 results');
});

test('what was deleted without a result is not waited for to the end, but by the pace of the till', async () => {
  const passedOver = [received(0, 'asked'), deleted(200, 'asked')];
  expect(await awaited(...passedOver)).toEqual({ at: undefined, busy: undefined, now: 6 * second });
  const slow = [received(0, 'other'), answered(3 * second, 'other')];
  const late = answered(8 * second, 'asked');
  expect(await awaited(...slow, ...passedOver, late)).toMatchObject({ at: 8 * second });
});

test('a till that has stopped answering is not waited for much longer, and one that rests for a minute is', async () => {
  const before = answered(-106 * second, 'first');
  const left = [-105, -70, -35].map((at) => received(at * second, `left ${at}`));
  expect(await awaited(before, ...left)).toMatchObject({ at: undefined, now: 6 * second });
  expect(await awaited(before, ...left.slice(1))).toMatchObject({ now: patienceMs });
  expect(await awaited(before, ...left.slice(1), answered(-1 * second, 'left -35'))).toMatchObject({ now: patienceMs });
  const minute = [-60, -59, -58].map((at) => received(at * second, `left ${at}`));
  expect(await awaited(answered(-61 * second, 'first'), ...minute)).toMatchObject({ now: patienceMs });
});

test('a till that answers some commands of a kind and leaves others is not waited for much longer, once two are left', async () => {
  const left = (at: number, messageKind = 'Test') => ({
    ...received(at * second, ''),
    messages: [{ messageId: `left ${at}`, messageKind, groupId: 'g', receiptHandle: 'h', receiveCount: 1 }],
  });
  const others = [received(-50 * second, 'other'), answered(-49 * second, 'other')];
  expect(await awaited(left(-90), ...others, left(-40))).toMatchObject({ now: 6 * second });
  expect(await awaited(left(-90), ...others, left(-20))).toMatchObject({ now: patienceMs });
  expect(await awaited(left(-90, 'Else'), ...others, left(-40))).toMatchObject({ now: patienceMs });
  expect(await awaited(...others, left(-45), left(-40))).toMatchObject({ now: patienceMs });
});
