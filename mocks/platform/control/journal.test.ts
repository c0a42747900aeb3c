import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventStream } from '../calls/event.ts';
import { createJournal, streamJournal } from './journal.ts';

test('a reader of the stream that stalls is left, and may come again where it was', async () => {
  const events = createEventStream(() => 0);
  const journal = createJournal(events, () => undefined);
  const stalled = streamJournal(journal, 0, new AbortController().signal);
  const total = 3000;
  for (let n = 1; n <= total; n += 1) {
    events.emit({ kind: 'unknown-path', method: 'GET', path: `/${n}` });
    await setImmediate();
  }
  const text = await stalled.text();
  const last = Number(/id: (\d+)\n[^\n]*\n\n$/.exec(text)?.[1]);
  expect(last).toBeGreaterThan(500);
  expect(last).toBeLessThan(2000);

  const leaving = new AbortController();
  const reader = streamJournal(journal, last, leaving.signal).body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(`id: ${last + 1}\n`);
  leaving.abort();
});
