import { expect, test } from 'vitest';
import { justSeen, shownWith } from './just-seen.ts';
import { readTable, type OpenTable } from './read-results.ts';

const tillOf = (waits: boolean) => {
  const said: unknown[] = [];
  const attempted = (...one: readonly unknown[]) => void said.push(one);
  return { said, world: { keepsWaiting: () => waits, attemptsWithinMs: undefined, attempted } };
};

const snapshotOf = (more: object) => {
  const { snapshot } = readTable({
    tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines: [], updatedAt: '2026-05-01T12:00:00Z', ...more },
  });
  if (snapshot === undefined) throw new Error('no snapshot');
  return snapshot;
};

const before: OpenTable = { kind: 'seated', tableId: 'T1', snapshot: snapshotOf({}), session: {}, exchange: 1 };
const ordered = { lines: [{ lineId: 'A' }], updatedAt: '2026-05-01T12:00:05Z' };

const shownBy = (more: object, waits = true) => {
  const snapshot = snapshotOf(more);
  const result = { success: true, reasonCode: undefined, retryable: undefined, reasons: [], snapshot } as const;
  const told = { ...result, rejected: undefined, accepted: [], receipt: undefined };
  return shownWith(tillOf(waits).world, before, { result: told, exchange: 2 });
};

test('what was just seen is not looked at again at a till that keeps one waiting, which is said', () => {
  const slow = tillOf(true);
  expect(justSeen(slow.world, before)).toBe(before);
  expect(slow.said).toHaveLength(1);
  expect(justSeen(tillOf(false).world, before)).toBeUndefined();
  expect(justSeen(slow.world, undefined)).toBeUndefined();
});

test('the result of an order shows its table, where time is short', () => {
  expect(shownBy(ordered)).toMatchObject({ kind: 'seated', tableId: 'T1', exchange: 2 });
  expect(shownBy(ordered, false)).toBeUndefined();
});

test.each([
  { what: 'another table', more: { ...ordered, tableId: 'T2' } },
  { what: 'a table that is closing', more: { ...ordered, status: 'CLOSING' } },
  { what: 'the table as it was before', more: { ...ordered, lines: [] } },
  { what: 'no later moment', more: { ...ordered, updatedAt: '2026-05-01T12:00:00Z' } },
  { what: 'no lines', more: { ...ordered, lines: undefined } },
])('it does not where it shows $what', ({ more }) => {
  expect(shownBy(more)).toBeUndefined();
});
