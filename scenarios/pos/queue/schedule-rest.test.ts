import { expect, test } from 'vitest';
import type { TillTraffic } from '../../context/pos.ts';
import { follow, type Posted, settle } from './schedule-rest.ts';

type World = Parameters<typeof settle>[0];

const posted = (messageId: string): Posted => ({
  messageId,
  messageKind: 'OrderSubmissionRequested',
  idempotencyKey: messageId,
  groupId: messageId,
  sentAt: 0,
  step: { asks: 'order', which: 0, group: 0, results: ['cut off'], again: 'no', queue: 'none', waits: false },
  deletions: 1,
});

/** What a till does stands in `traffic`, and more comes there as time goes on. */
const worldOf = (
  traffic: readonly TillTraffic[],
  now: () => number,
  { sleep, expire }: { readonly sleep: (ms: number) => void; readonly expire: () => void },
): World =>
  ({
    till: {
      traffic: () => traffic,
      mark: () => traffic.length,
      expireVisibility: expire,
      act: async () => sleep(20),
    },
    clock: { now },
    patienceMs: 35_000,
  }) as unknown as World;

/**
 * A till that never sends a result again by itself: the first of message `a` is cut off at 10 ms, its polls fail until 2 s, and what
 * the next one brings is lost on the way. The one after that it is done with.
 */
const slowToPoll = () => {
  const traffic: TillTraffic[] = [];
  let now = 0;
  let isVisible = false;
  let polled = 0;
  const see = (seen: object): number => traffic.push({ n: traffic.length, messageId: 'a', ...seen } as TillTraffic);
  const receive = (status: number): void => {
    const messages = [
      { messageId: 'a', messageKind: 'OrderSubmissionRequested', groupId: 'a', receiptHandle: `${now}` },
    ];
    see({ kind: 'receive', at: now, endedAt: now, status, messages });
  };
  const callback = (status?: number): number => see({ kind: 'callback', at: now, answeredAt: now, status });
  // What the till left before tells that it leaves what fails to the queue.
  receive(200);
  callback(503);
  receive(200);
  callback(204);
  see({ kind: 'delete', at: now, receiptHandle: '0', outcome: 'deleted' });
  const followed = follow({ till: { mark: () => traffic.length } } as unknown as World);
  receive(200);
  now = 10;
  callback();
  const poll = (): void => {
    if (!isVisible || now < 2_000) return;
    isVisible = false;
    polled++;
    receive(polled === 1 ? 0 : 200);
    if (polled === 1) return;
    callback(204);
    see({ kind: 'delete', at: now, receiptHandle: `${now}`, outcome: 'deleted' });
  };
  const sleep = (ms: number): void => {
    now += ms;
    poll();
  };
  const expire = (): void => {
    isVisible = true;
  };
  return { world: worldOf(traffic, () => now, { sleep, expire }), followed, now: () => now };
};

test('how long a till was away does not put off what comes after it', async () => {
  const { world, followed, now } = slowToPoll();
  expect(await settle(world, [posted('a')], followed)).toEqual([]);
  expect(now()).toBeLessThan(4_000);
});

test('what a till never got, since the answer to its poll was lost, comes at once', async () => {
  const { world, followed, now } = slowToPoll();
  await settle(world, [posted('a')], followed);
  // The poll of 2 s was lost: before, half a second and more went by until the message could come again.
  expect(now()).toBeLessThan(2_200);
});

/** A till that works every three seconds: what it has received by then it answers, or deletes with the handle it had it with. */
const workingNowAndThen = () => {
  const everyMs = 3_000;
  const traffic: TillTraffic[] = [];
  let now = 0;
  let handle: string | undefined;
  let isVisible = false;
  let given = 0;
  const see = (seen: object): number => traffic.push({ n: traffic.length, ...seen } as TillTraffic);
  const receive = (messageId: string, receiptHandle: string): void => {
    const messages = [{ messageId, messageKind: 'OrderSubmissionRequested', groupId: messageId, receiptHandle }];
    see({ kind: 'receive', at: now, endedAt: now, status: 200, messages });
  };
  receive('before', 'before');
  now = everyMs;
  see({ kind: 'callback', messageId: 'before', at: now, answeredAt: now, status: 204 });
  see({ kind: 'delete', messageId: 'before', at: now, receiptHandle: 'before', outcome: 'deleted' });
  const followed = follow({ till: { mark: () => traffic.length } } as unknown as World);
  receive('a', 'former');
  see({ kind: 'callback', messageId: 'a', at: now, answeredAt: now, status: 204 });
  see({ kind: 'delete', messageId: 'a', at: now, receiptHandle: 'former', outcome: 'stale' });
  let workAt = 2 * everyMs;
  const sleep = (ms: number): void => {
    now += ms;
    const known = handle;
    if (isVisible) {
      isVisible = false;
      handle = `${++given}`;
      receive('a', handle);
      workAt = now + everyMs;
    } else if (known !== undefined && now >= workAt) {
      see({ kind: 'delete', messageId: 'a', at: now, receiptHandle: known, outcome: 'deleted' });
    }
  };
  const expire = (): void => {
    isVisible = true;
  };
  return { world: worldOf(traffic, () => now, { sleep, expire }), followed, given: () => given };
};

test('a till is not given a message once more before it can have deleted it', async () => {
  const { world, followed, given } = workingNowAndThen();
  expect(await settle(world, [posted('a')], followed)).toEqual([]);
  expect(given()).toBe(1);
});
