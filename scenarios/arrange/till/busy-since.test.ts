import { expect, test } from 'vitest';
import type { TillTraffic } from '../../context/pos.ts';
import { busySince } from './bill-excuse.ts';

let messages = 0;
const handled = (messageKind: string, about: object, body?: object): readonly TillTraffic[] => {
  const messageId = `m${messages++}`;
  const message = { messageId, messageKind, groupId: messageId, receiptHandle: messageId, ...about };
  return [
    { kind: 'receive', status: 200, messages: [message] },
    ...(body === undefined ? [] : [{ kind: 'callback', status: 204, messageKind, messageId, body }]),
  ] as unknown as readonly TillTraffic[];
};
/** As they were seen one after the other. */
const since = (...seen: readonly (readonly TillTraffic[])[]) => busySince(seen.flat().map((one, n) => ({ ...one, n })));
const asked = (tableId: string, body: object) => handled('BillPreparationRequested', { tableId }, body);
const given = (tableId: string) => asked(tableId, { success: true, bill: { posBillId: tableId } });
const refused = (tableId: string, reasonCode: string) =>
  asked(tableId, { success: false, reasonCode, retryable: true });
const busy = (tableId: string) => refused(tableId, 'POS_OFFLINE_OR_BUSY');
const paid = handled('BillPaymentCompleted', { posBillId: 'made-up' }, { success: false });
const allBusy = [busy('T1'), busy('T1'), busy('T2'), busy('T2')].flat();

test('tables that are all busy from a message on are told with that message', () => {
  expect(since(given('T1'), paid, allBusy)).toBe(
    'since BillPaymentCompleted for the bill "made-up", the till has answered every request for a bill with POS_OFFLINE_OR_BUSY: 4 of them, of 2 tables',
  );
  expect(since(given('T1'), refused('T1', 'ORDER_CHANGED'), allBusy)).toMatch(/^the till has answered/u);
});

test.for([
  ['another table is given a bill', [...allBusy, ...given('T3')]],
  ['another reason is given', [...allBusy, ...refused('T3', 'NO_OPEN_BILL')]],
  ['it is one table', [busy('T1'), busy('T1'), busy('T1'), busy('T1')].flat()],
  ['it is a few times', [...busy('T1'), ...busy('T2')]],
] as const)('not where %s', ([, seen]) => {
  expect(since(given('T1'), paid, seen)).toBeUndefined();
});
