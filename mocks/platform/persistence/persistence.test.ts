import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { QueueChange } from '#schemas';
import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { testFolder } from '#lab/doubles/test-folder';
import type { Delivery } from '../queue/fifo/message.ts';
import { keptMap, openKeptQueue, openStateStore, type StateStore, volatileStore } from './index.ts';

const directory = () => {
  const path = testFolder();
  return path;
};

const open = async (path: string): Promise<StateStore> => {
  const opened = await openStateStore(path);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.store;
};

test('values are there again after opening anew, by kind and in the order they were first put', async () => {
  const path = join(directory(), 'made', 'here');
  const store = await open(path);
  store.put('thing', 'b', { at: 1 });
  store.put('thing', 'a', ['ż', null]);
  store.put('other', 'b', 'text');
  store.put('thing', 'b', { at: 2 });
  store.put('thing', 'gone', 0);
  store.remove('thing', 'gone');
  store.close();
  const again = await open(path);
  expect(again.all('thing')).toEqual([
    ['b', { at: 2 }],
    ['a', ['ż', null]],
  ]);
  again.close();
});

test('a transaction that throws leaves nothing, and inner ones belong to the outer one', async () => {
  const store = await open(directory());
  expect(() =>
    store.atomically(() => {
      store.atomically(() => store.put('k', '1', 1));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(store.atomically(() => store.all('k'))).toEqual([]);
  store.close();
});

test('a map and a set write through, references as ids', async () => {
  const path = directory();
  const store = await open(path);
  const places = new Map([['L1', { name: 'here' }]]);
  const keeping = {
    toRow: ({ key, place }: { key: string; place: string }) => ({ key, place }),
    fromRow: (row: unknown) => ({ key: '', place: '', ...Object(row), at: places.get(Object(row).place) }),
  };
  const map = keptMap(store, 'credentials', keeping);
  map.set('1', { key: 'k', place: 'L1' }).set('2', { key: 'x', place: 'L1' });
  map.delete('2');
  store.close();
  const again = await open(path);
  expect([...keptMap(again, 'credentials', keeping)]).toEqual([['1', { key: 'k', place: 'L1', at: { name: 'here' } }]]);
  keptMap(again, 'credentials', keeping).clear();
  expect([...keptMap(again, 'credentials', keeping)]).toEqual([]);
  again.close();
  expect([...keptMap(volatileStore, 'x').set('1', 1)]).toEqual([['1', 1]]);
});

test('a queue keeps its undelivered and its hidden messages, their ids, times, attributes and retention', async () => {
  const path = directory();
  const clock = createManualClock(1_000_000);
  const changes: QueueChange[] = [];
  const life = async () => {
    const store = await open(path);
    const queue = openKeptQueue(store, 'q', { clock, retentionMs: 60_000, observe: (change) => changes.push(change) });
    const receive = (max = 10): readonly Delivery[] => {
      let got: readonly Delivery[] = [];
      queue.receive({ max, waitMs: 0 }, (deliveries) => {
        got = deliveries;
      });
      return got;
    };
    const close = () => {
      queue.close();
      store.close();
    };
    return { queue, receive, close };
  };
  const first = await life();
  const attributes = {
    kind: { dataType: 'String', stringValue: 'ż' },
    raw: { dataType: 'Binary', binaryValue: Buffer.from([0, 255]) },
  };
  for (const body of ['a', 'b', 'c']) {
    first.queue.send({ groupId: 'g', deduplicationId: body, body, attributes });
    clock.advance(1000);
  }
  const [a, b] = first.receive(2);
  first.queue.delete(a?.receiptHandle ?? '');
  first.close();
  clock.advance(1000);

  const seen = changes.length;
  const second = await life();
  expect(changes).toHaveLength(seen);
  // b was received with 1 s gone since, and holds its group for the other 29.
  expect(second.receive()).toEqual([]);
  clock.advance(28_999);
  expect(second.receive()).toEqual([]);
  clock.advance(1);
  const [again, c] = second.receive();
  expect(again?.message).toMatchObject({ messageId: b?.message.messageId, body: 'b', sentAt: 1_001_000, attributes });
  expect(again).toMatchObject({ receiveCount: 2, firstReceivedAt: b?.firstReceivedAt });
  expect(c?.message.body).toBe('c');
  expect(second.queue.delete(b?.receiptHandle ?? '')).toBe('expired');
  expect(second.queue.delete('no handle')).toBe('invalid');
  expect(second.queue.changeVisibility(c?.receiptHandle ?? '', 0)).toBeUndefined();
  expect(second.queue.send({ groupId: 'g', deduplicationId: 'b', body: 'b' }).duplicate).toBe(true);
  second.close();

  // A handle counts in the next life, and what was given back is visible there.
  const third = await life();
  expect(third.queue.delete(again?.receiptHandle ?? '')).toBeUndefined();
  const [c2] = third.receive();
  expect(c2).toMatchObject({ message: { body: 'c' }, receiveCount: 2 });
  expect(third.queue.delete(c2?.receiptHandle ?? '')).toBeUndefined();
  third.queue.send({ groupId: 'g', deduplicationId: 'd', body: 'd' });
  third.close();

  // Handles of what is gone are told from those of what came later, in any life.
  const fourth = await life();
  const [d] = fourth.receive();
  expect(d?.message.body).toBe('d');
  expect(fourth.queue.delete(c2?.receiptHandle ?? '')).toBeUndefined();
  expect(fourth.queue.contents()).toHaveLength(1);
  fourth.close();
  clock.advance(60_000);
  const fifth = await life();
  expect(fifth.queue.contents()).toEqual([]);
  fifth.close();
  const store = await open(path);
  expect([store.all('queue-message/q'), store.all('queue-delivery/q')]).toEqual([[], []]);
  store.close();
});

test('whoever cannot keep state is told why', async () => {
  const path = directory();
  const store = await open(path);
  expect(await openStateStore(path)).toMatchObject({ ok: false, reason: expect.stringContaining('in use by another') });
  store.close();

  const withoutSqlite = () => Promise.reject(new Error('No such built-in module: node:sqlite'));
  expect(await openStateStore(path, withoutSqlite)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('Node'),
  });

  writeFileSync(join(path, 'file'), '');
  expect(await openStateStore(join(path, 'file'))).toMatchObject({ ok: false, reason: expect.any(String) });

  const foreign = directory();
  writeFileSync(join(foreign, 'platform.sqlite'), 'this is no database at all, but long enough to look at '.repeat(20));
  expect(await openStateStore(foreign)).toMatchObject({ ok: false, reason: expect.stringContaining('not a database') });

  const database = new DatabaseSync(join(path, 'platform.sqlite'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(await openStateStore(path)).toMatchObject({ ok: false, reason: expect.stringContaining('later version') });
});

test('what the disk refuses has not happened, and is not acknowledged when it is asked for again', async () => {
  const path = directory();
  const kept = await open(path);
  let isFull = false;
  const refusing = (): void => {
    if (isFull) throw new Error('the disk is full');
  };
  const store: StateStore = {
    ...kept,
    put: (...row) => (refusing(), kept.put(...row)),
    remove: (...row) => (refusing(), kept.remove(...row)),
  };
  const queue = openKeptQueue(store, 'q', { clock: createManualClock(Date.UTC(2026, 5, 1)) });
  const send = (id: string) => queue.send({ groupId: 'g', deduplicationId: id, body: id, attributes: {} });
  const bodies = () => queue.contents().map(({ message }) => message.body);
  send('one');
  let handle = '';
  queue.receive({ max: 1, waitMs: 0 }, ([delivery]) => (handle = delivery?.receiptHandle ?? ''));
  isFull = true;
  for (const time of ['once', 'again']) {
    expect(() => queue.delete(handle), time).toThrow('the disk is full');
    expect(() => send('two')).toThrow('the disk is full');
  }
  expect(bodies()).toEqual(['one']);
  isFull = false;
  expect(queue.delete(handle)).toBeUndefined();
  expect(send('two').duplicate).toBe(false);
  expect(bodies()).toEqual(['two']);
  kept.close();
  const again = await open(path);
  const rows = openKeptQueue(again, 'q', { clock: createManualClock(Date.UTC(2026, 5, 1)) }).contents();
  expect(rows.map(({ message }) => message.body)).toEqual(['two']);
  again.close();
});
