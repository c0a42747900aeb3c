import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventStream } from '../calls/event.ts';
import { createJournal, streamJournal } from './journal.ts';

test('what strangers sent is kept as far as a budget of bytes goes, cut, and the oldest goes first', () => {
  const events = createEventStream(() => 0);
  const journal = createJournal(events, { summary: () => undefined, secrets: () => ({}), mostBytes: 400_000 });
  const small = { id: 'b', products: [{ id: 'p' }] };
  const large = { id: 'b', products: Array.from({ length: 200_000 }, () => ({})), text: 'x'.repeat(5_000_000) };
  for (let n = 0; n < 50; n += 1)
    events.emit({ kind: 'basket-change', body: n % 2 === 0 ? large : small, status: 400 });
  const kept = journal.after(0);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(40);
  expect(kept.at(-1)).toEqual({ n: 50, event: { at: 0, kind: 'basket-change', body: small, status: 400 } });
  expect(kept.at(-2)?.event).toMatchObject({ kind: 'basket-change', status: 400, at: 0, body: { id: 'b', text: '…' } });
  expect(JSON.stringify(kept.at(-2)).length).toBeLessThan(20_000);
  for (let n = 0; n < 20_000; n += 1) events.emit({ kind: 'unknown-path', method: 'GET', path: '/' });
  expect(journal.after(0).length).toBeLessThan(2000);
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
