import { writeSync } from 'node:fs';
import { systemClock } from '#mocks/time';
import { keptMap, openKeptQueue, openStateStore } from '#mocks/platform/persistence/index';

// A platform in small, for the test that kills it: it acknowledges one thing after the other, for ever.
const opened = await openStateStore(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.reason);
const { store } = opened;
const queue = openKeptQueue(store, 'L1.fifo', { clock: systemClock });
const callbacks = keptMap<{ readonly result: number }>(store, 'callback/L1');
const credentials = keptMap<{ readonly secret: string }>(store, 'credentials');

// A pipe takes a write at once, so what is acknowledged here has been read or can still be.
const acknowledge = (what: string, id: string) => writeSync(1, `${what} ${id}\n`);

for (let number = 0; ; number += 1) {
  const id = String(number);
  queue.send({ groupId: `g${number % 3}`, deduplicationId: id, body: id, attributes: {} });
  acknowledge('sent', id);
  store.atomically(() => {
    callbacks.set(id, { result: number });
    credentials.set(id, { secret: `s${id}` });
  });
  acknowledge('accepted', id);
  if (number % 4 !== 3) continue;
  queue.receive({ max: 2, waitMs: 0 }, (deliveries) => {
    for (const { receiptHandle, message } of deliveries) {
      queue.delete(receiptHandle);
      acknowledge('deleted', message.body);
    }
  });
}
