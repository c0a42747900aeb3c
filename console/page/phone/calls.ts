import { effect, signal } from '@preact/signals';
import { follow, platformRun } from '../live/journal.ts';
import { type Row, toRow } from '../traffic/row.ts';

const kept = 200;

/** What was called at each shop and what its checkouts went through, oldest first. */
export const calls = signal<ReadonlyMap<string, readonly Row[]>>(new Map());

follow((entries) => {
  const fresh = entries.flatMap((entry) => {
    const row = toRow(entry);
    return row !== undefined && (row.kind === 'merchant' || entry.event.kind === 'checkout') ? [row] : [];
  });
  if (fresh.length === 0) return;
  const next = new Map(calls.value);
  for (const row of fresh) next.set(row.place, [...(next.get(row.place) ?? []), row].slice(-kept));
  calls.value = next;
});

effect(() => {
  if (platformRun.value > 0) calls.value = new Map();
});
