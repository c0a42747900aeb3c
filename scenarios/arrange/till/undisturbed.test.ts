import { expect, test } from 'vitest';
import type { CheckOutcome } from '#schemas';
import { failed, passed } from '../../outcome.ts';
import type { PosWorld, TillTraffic } from '../../context/pos.ts';
import { undisturbed } from './undisturbed.ts';

const grew = failed({ message: 'applied twice', cause: 'twice', expected: '1', actual: '2', exchanges: [] });

/** What comes of attempts one after the other, beside which these changes are pushed. */
const outcomesOf = async (outcomes: readonly CheckOutcome[], ...pushed: readonly string[]) => {
  const traffic: TillTraffic[] = [];
  const seen = (messageKind: string): void => {
    const n = traffic.length;
    traffic.push({ kind: 'event', n, at: n, exchange: n, messageKind, body: {}, status: 204, signed: true });
  };
  seen('TableOrderSnapshotChanged');
  const till = { mark: () => traffic.length, traffic: () => traffic } as unknown as PosWorld['till'];
  let attempts = 0;
  const outcome = await undisturbed({ till }, async () => {
    for (const messageKind of pushed) seen(messageKind);
    return outcomes[attempts++] ?? passed;
  });
  return [outcome.status, attempts];
};

test('what fails while staff are at a table is tried once more', async () => {
  expect(await outcomesOf([grew, passed], 'TableOrderSnapshotChanged')).toEqual(['passed', 2]);
  expect(await outcomesOf([grew, grew], 'TableOrderSnapshotChanged')).toEqual(['failed', 2]);
});

test('what fails while nobody is, and what passes, is not', async () => {
  expect(await outcomesOf([grew])).toEqual(['failed', 1]);
  expect(await outcomesOf([grew], 'ProductListingsUpdated')).toEqual(['failed', 1]);
  expect(await outcomesOf([passed], 'TableOrderSnapshotChanged')).toEqual(['passed', 1]);
});
