import { expect, test } from 'vitest';
import { type Exchange, type QueueCall, toBody } from '#traffic';
import { createExchanges } from './exchanges.ts';
import type { Unnumbered } from './ring.ts';

const json = (value: unknown) => toBody(Buffer.from(JSON.stringify(value)), { encoding: undefined, truncated: false });

const call = (
  name: Exchange['call']['name'],
  { body, ...rest }: Partial<Unnumbered> & { readonly body?: unknown },
): Unnumbered => ({
  at: 1_000,
  answeredAt: 1_001,
  sender: 'target',
  call: { name, party: 'pos' },
  request: { method: 'POST', url: '/', headers: {}, body: json(body ?? {}) },
  response: { status: 204, headers: {}, body: json({}) },
  facts: { integrationProfileId: 'bar', signature: { signed: true } },
  ...rest,
});

const activation = call('activation', {
  body: { merchantTaxId: '5250000001', pinCode: '123456', softwareName: 'Till', softwareVersion: '1' },
  response: { status: 200, headers: {}, body: json({ success: true }) },
  facts: { integrationProfileId: 'bar' },
});
const queue = (name: 'receiveMessage' | 'deleteMessage', what: QueueCall, profile = 'bar'): Unnumbered =>
  call(name, { call: { name, party: 'queue' }, facts: { integrationProfileId: profile, queue: what } });
const received = (messageId: string, receiptHandle: string): QueueCall => ({
  action: 'receive',
  waitSeconds: 20,
  messages: [{ messageId, messageKind: 'TableOrderSnapshotRequested', groupId: 'g', receiptHandle, receiveCount: 1 }],
});
const deleted = (messageId: string, receiptHandle: string): QueueCall => ({
  action: 'delete',
  deletions: [{ messageId, receiptHandle, outcome: 'deleted' }],
});
const result = (messageId: string): Unnumbered =>
  call('callback', {
    call: { name: 'callback', party: 'pos', messageKind: 'TableOrderSnapshotRequested', messageId },
    body: { success: false, reasonCode: 'NO_TABLE', retryable: false },
  });

const judgedIn = (seen: readonly Unnumbered[], most = 100) => {
  const exchanges = createExchanges({ most });
  for (const [second, one] of seen.entries())
    exchanges.add({ ...one, at: second * 1000, answeredAt: second * 1000 + 5 });
  return (id: number) =>
    exchanges
      .get(id)
      ?.judgements.filter(({ outcome }) => outcome !== 'passed')
      .map(({ requirement, exchanges: rests }) => ({ requirement, rests }));
};

test('a deletion before the result is found at the deletion, and who deletes after the result is not accused', () => {
  const right = judgedIn([
    activation,
    queue('receiveMessage', received('m', 'h')),
    result('m'),
    queue('deleteMessage', deleted('m', 'h')),
  ]);
  expect([1, 2, 3, 4].map(right)).toEqual([[], [], [], []]);
  const early = judgedIn([
    activation,
    queue('receiveMessage', received('m', 'h')),
    queue('deleteMessage', deleted('m', 'h')),
    result('m'),
  ]);
  expect([1, 2, 3, 4].map(early)).toMatchObject([[], [], [{ requirement: 'queue/delete-after-callback' }], []]);
});

test('what a later exchange shows about an earlier one is found at that one, and told as news of it', () => {
  const exchanges = createExchanges();
  const news: string[] = [];
  exchanges.follow((id, kind) => {
    news.push(`${kind} ${id}`);
  });
  const seen = [activation, queue('receiveMessage', received('m', 'h')), queue('deleteMessage', deleted('m', 'h'))];
  for (const [second, one] of [...seen, result('m')].entries())
    exchanges.add({ ...one, at: second * 1000, answeredAt: second * 1000 + 5 });
  expect(exchanges.list(0, 10).map(({ verdict, broken = [] }) => [verdict, ...broken])[3]).toEqual(['conformant']);
  expect(exchanges.summary(3)).toMatchObject({
    verdict: 'violation',
    violations: 1,
    broken: ['queue/delete-after-callback'],
  });
  expect(news).toEqual(['exchange 1', 'exchange 2', 'exchange 3', 'exchange 4', 'verdict 3']);
});

test('a result under another kind rests on no other till', () => {
  const other = { ...activation, facts: { integrationProfileId: 'front' } };
  const theirs = queue('receiveMessage', received('m', 'h'), 'front');
  const seen = judgedIn([activation, other, theirs, queue('receiveMessage', received('own', 'i')), result('m')]);
  expect(seen(5)).toMatchObject([{ requirement: 'queue/callback-address' }]);
});

test('what was forgotten before anybody looked has been followed all the same', () => {
  const seen = judgedIn(
    [
      activation,
      queue('receiveMessage', received('m', 'h')),
      result('m'),
      queue('deleteMessage', deleted('m', 'h')),
      result('m'),
    ],
    2,
  );
  expect(seen(2)).toBeUndefined();
  expect(seen(4)).toEqual([]);
});
