import { expect, test } from 'vitest';
import { remarks } from './remarks.ts';

const said = (shape: Parameters<typeof remarks>[0], body: object) =>
  remarks(shape, body).map(({ outcome }) => [outcome.status, 'cause' in outcome ? outcome.cause : '']);
const table = (session: string, snapshot: string, closedAt?: unknown) =>
  said('table-order-snapshot-resolution-result', {
    success: true,
    tableSessionContext: { status: session, closedAt },
    tableOrderSnapshot: { status: snapshot },
  });
const at = '2026-11-26T12:00:00Z';

test('a table that is over by its snapshot, and not by its session, fails with its closedAt, and is a warning without', () => {
  expect(table('OPEN', 'CLOSED', at)).toEqual([['failed', 'a closed table with another status of its session']]);
  expect(table('OPEN', 'CLOSED')).toEqual([['warned', 'a closed table with another status of its session']]);
});

test('any two statuses are a warning, and one is none', () => {
  expect(table('OPEN', 'CLOSING')).toEqual([['warned', 'two statuses of one table']]);
  expect(table('CLOSED', 'OPEN', at)).toEqual([['warned', 'two statuses of one table']]);
  expect(table('CLOSED', 'OPEN')).toEqual([]);
  expect(table('CLOSING', 'CLOSING')).toEqual([]);
  expect(table('OPEN', 'LOCKED')).toEqual([]);
});

test('closedAt at an open table is a warning, and at any other none', () => {
  expect(table('OPEN', 'OPEN', at)).toEqual([['warned', 'closedAt of an open table']]);
  expect(table('OPEN', 'OPEN')).toEqual([]);
  expect(table('OPEN', 'OPEN', '')).toEqual([]);
  expect(table('CLOSING', 'CLOSING', at)).toEqual([]);
  expect(table('CLOSED', 'CLOSED', at)).toEqual([]);
});

test('a receipt for an order of which nothing was accepted says no, and of one that may have been in part is a warning', () => {
  const order = (body: object) => said('order-submission-result', { success: false, rejectedItems: [{}], ...body });
  const receipt = { receiptNumber: 'R-1', issuedAt: at };
  expect(order({ acceptedItems: [], receipt })).toEqual([['failed', 'receipt for a rejected order']]);
  expect(order({ receipt })).toEqual([['warned', 'receipt for a rejected order']]);
  expect(order({ acceptedItems: [{}], receipt })).toEqual([]);
  expect(order({ acceptedItems: [], receipt: null })).toEqual([]);
  expect(order({ success: true, acceptedItems: [{}], receipt })).toEqual([]);
});
