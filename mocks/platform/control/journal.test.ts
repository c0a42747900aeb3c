import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventStream } from '../calls/event.ts';
import { createJournal, streamJournal } from './journal.ts';

test('what strangers sent is kept as far as a budget of bytes goes, and the oldest goes first', () => {
  const events = createEventStream(() => 0);
  const journal = createJournal(events, { summary: () => undefined, secrets: () => ({}), mostBytes: 1_000_000 });
  const bodies = Array.from({ length: 20 }, (_, index) => ({
    index,
    padding: Array.from({ length: 20_000 }, () => [1]),
  }));
  for (const body of bodies) events.emit({ kind: 'basket-change', body, status: 400 });
  const kept = journal.after(0);
  expect(kept.map(({ n }) => n)).toEqual([...bodies.keys()].map((index) => index + 1).slice(-kept.length));
  expect(kept.length).toBeGreaterThan(5);
  expect(JSON.stringify(kept).length).toBeLessThan(1_100_000);
  expect(kept.at(-1)).toEqual({ n: 20, event: { at: 0, kind: 'basket-change', body: bodies[19], status: 400 } });
  for (let n = 0; n < 20_000; n += 1) events.emit({ kind: 'unknown-path', method: 'GET', path: '/' });
  expect(journal.after(0).length).toBeLessThan(5000);
});

test('a reader of the stream that stalls is left, and may come again where it was', async () => {
  const events = createEventStream(() => 0);
  const journal = createJournal(events, { summary: () => undefined, secrets: () => ({}) });
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
