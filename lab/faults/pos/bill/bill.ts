import { objectOf, textIn, isObject, type JsonObject, objectsIn } from '#mocks/json';
import { stationOf } from '#mocks/pos/requests';
import { onBills, onWork, payloadFaults, resultFaults } from '#mocks/pos/faults/decorators';
import { silentAbout } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { alter } from '#mocks/faults';

export const preparation = 'BillPreparationRequested';

export function blockingAfterFailure(reasonCode: string): TillDecorator {
  return onWork(undefined, () => {
    const stationOfBill = new Map<string, string>();
    const blocked = new Set<string>();
    return async (command, step) => {
      const { messageKind, payload } = command;
      const billId = textIn(payload['posBillId']);
      if (messageKind === 'BillPaymentFailed') blocked.add(stationOfBill.get(billId) ?? '');
      if (messageKind !== preparation) return step(command);
      const station = stationOf(payload);
      const stationId = 'stationId' in station ? station.stationId : '';
      if (stationId !== '' && blocked.has(stationId)) return { success: false, reasonCode, retryable: true };
      const result = await step(command);
      stationOfBill.set(textIn(objectOf(objectOf(result)['bill'])['posBillId']), stationId);
      return result;
    };
  });
}

/** Of a bill for so many lines, or more. */
const withTotalOfAll = (fewest: number): TillDecorator =>
  onWork(preparation, () => async (command, step) => {
    const result = await step(command);
    const { items, ...all } = command.payload;
    if (!Array.isArray(items) || items.length < fewest || !isObject(result) || !isObject(result['bill'])) return result;
    const whole = objectOf(objectOf(await step({ ...command, payload: all }))['bill']);
    const { lines: _, ...bill } = result['bill'];
    return { ...result, bill: { ...bill, totals: whole['totals'] } };
  });

/** Bills that are not the table's. */
export const billFaults = {
  'bill:kept-after-failure': {
    title: 'a bill whose payment failed blocks its table',
    breaks: ['payment/failed-releases-bill'],
    decorate: (parts) => blockingAfterFailure('PAYMENT_NOT_ALLOWED')(parts),
  },
  ...resultFaults(preparation, {
    'bill:undated': ['a bill has no preparedAt', 'bill/result-body', '/bill/preparedAt'],
    'bill:failure-without-retryable': [
      'a failure does not say whether it is retryable',
      'bill/result-body',
      '/retryable',
    ],
    'bill:nothing-to-pay': [
      'prepares a bill where nothing is to be paid',
      'bill/no-open-bill',
      '',
      (old, { messageId }, { reasonCode }) =>
        reasonCode === 'NO_OPEN_BILL'
          ? { success: true, bill: { posBillId: `nil-${messageId}`, totals: {}, preparedAt: '2026-01-01T00:00:00Z' } }
          : old,
    ],
    'bill:silent': [
      'says nothing when a bill is asked for',
      ['bill/result-body', 'bill/stale-checkpoint', 'bill/no-open-bill'],
      '',
      silentAbout(() => true),
    ],
    'bill:kiosk-silent': [
      'says nothing when a bill is asked for at a kiosk',
      ['bill/result-body', 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }) => stationOf(payload).kind === 'KIOSK'),
    ],
    'bill:pickup-silent': [
      'says nothing when a bill is asked for that is no table’s',
      ['bill/result-body', 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }) => !('stationId' in stationOf(payload))),
    ],
    'bill:silent-without-checkpoint': [
      'says nothing when a bill is asked for without a checkpoint',
      ['bill/result-body', 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }, { success }) => payload['checkpoint'] === undefined && success === true),
    ],
    'bill:subset-silent': [
      'says nothing when a bill is asked for some of the lines',
      ['bill/result-body', 'bill/subset', 'queue/delete-after-callback'],
      '',
      silentAbout(({ payload }) => payload['items'] !== undefined),
    ],
  }),
  ...payloadFaults(preparation, {
    'bill:first-selected': [
      'bills the first of the selected lines alone',
      'bill/subset',
      '/items',
      (old) => (Array.isArray(old) ? old.slice(0, 1) : old),
    ],
  }),
  ...payloadFaults('OrderSubmissionRequested', {
    'bill:prepaid-too': [
      'puts orders on the bill of their table although they are paid',
      'bill/unpaid-lines',
      '/payment',
      (old, { payload }) => (stationOf(payload).kind === 'TABLE' ? undefined : old),
    ],
  }),
  'bill:less-after-failure': {
    title: 'leaves a line of a bill whose payment failed out of the next one',
    breaks: ['payment/failed-releases-bill', 'bill/unpaid-lines'],
    // With some of the lines the other till makes bills of their own.
    variants: ['copper'],
    decorate: onBills(({ prepare, release }) => {
      const tableOfBill = new Map<string, string>();
      const shortened = new Set<string>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, shortened.delete(tableId) && lines.length > 1 ? lines.slice(1) : lines);
          tableOfBill.set(bill.id, tableId);
          return bill;
        },
        release: (billId) => {
          shortened.add(tableOfBill.get(billId) ?? '');
          release(billId);
        },
      };
    }),
  },
  'bill:paid-again': {
    title: 'prepares a bill that was paid once more',
    breaks: ['bill/unpaid-lines'],
    decorate: onWork(undefined, () => {
      const prepared = new Map<string, { readonly stationId: string; readonly result: JsonObject }>();
      const paid = new Map<string, JsonObject>();
      return async (command, step) => {
        const { messageKind, messageId, payload } = command;
        const result = await step(command);
        if (messageKind === 'BillPaymentCompleted' && objectOf(result)['success'] === true) {
          const bill = prepared.get(textIn(payload['posBillId']));
          if (bill) paid.set(bill.stationId, bill.result);
        }
        const station = stationOf(payload);
        if (messageKind !== preparation || !('stationId' in station) || !isObject(result)) return result;
        const { stationId } = station;
        const earlier = paid.get(stationId);
        if (result['success'] === false && result['reasonCode'] !== 'ORDER_CHANGED' && earlier)
          return { ...earlier, bill: { ...objectOf(earlier['bill']), posBillId: messageId } };
        if (result['success'] === true)
          prepared.set(textIn(objectOf(result['bill'])['posBillId']), { stationId, result });
        return result;
      };
    }),
  },
  'bill:one-id': {
    title: 'gives every bill the same id',
    breaks: ['bill/result-body'],
    decorate: onWork(undefined, () => {
      let last = '';
      return async (command, step) => {
        const { payload } = command;
        const named = textIn(payload['posBillId']);
        const result = await step(
          named === 'BILL' ? { ...command, payload: { ...payload, posBillId: last } } : command,
        );
        const { bill } = objectOf(result);
        if (!isObject(bill) || !isObject(result)) return result;
        last = textIn(bill['posBillId']);
        return { ...result, bill: { ...bill, posBillId: 'BILL' } };
      };
    }),
  },
  'bill:ids-of-each-table': {
    title: 'counts its bills table by table, so that the first of every table has one id',
    breaks: ['bill/result-body'],
    decorate: onWork(undefined, () => {
      const counts = new Map<string, number>();
      const bills = new Map<string, string>();
      return async (command, step) => {
        const { payload } = command;
        const station = stationOf(payload);
        const named = bills.get(textIn(payload['posBillId']));
        const result = await step(
          named === undefined ? command : { ...command, payload: { ...payload, posBillId: named } },
        );
        const { bill } = objectOf(result);
        if (!isObject(bill) || !isObject(result) || station.kind !== 'TABLE') return result;
        const count = (counts.get(station.stationId) ?? 0) + 1;
        counts.set(station.stationId, count);
        bills.set(`no. ${count}`, textIn(bill['posBillId']));
        return { ...result, bill: { ...bill, posBillId: `no. ${count}` } };
      };
    }),
  },
  'bill:total-of-all': {
    title: 'a bill for some lines has the totals of all',
    breaks: ['bill/subset'],
    decorate: withTotalOfAll(1),
  },
  'bill:total-of-all-for-several': {
    title: 'a bill for several lines has the totals of all',
    breaks: ['bill/subset'],
    decorate: withTotalOfAll(2),
  },
  'bill:failure-booked': {
    title: 'shows payments that failed among those of their table',
    breaks: ['payment/failed-releases-bill'],
    // The other till clears a table that is paid, of everything but this.
    variants: ['copper'],
    decorate: onWork(undefined, () => {
      const stationOfBill = new Map<string, string>();
      const failures = new Map<string, readonly JsonObject[]>();
      return async (command, step) => {
        const { messageKind, messageId, payload } = command;
        const result = await step(command);
        const station = stationOf(payload);
        if (messageKind === preparation && 'stationId' in station)
          stationOfBill.set(textIn(objectOf(objectOf(result)['bill'])['posBillId']), station.stationId);
        const failedAt = stationOfBill.get(textIn(payload['posBillId']));
        if (messageKind === 'BillPaymentFailed' && failedAt !== undefined)
          failures.set(failedAt, [...(failures.get(failedAt) ?? []), { paymentId: messageId, state: 'FAILED' }]);
        const failed = failures.get(textIn(payload['tableId'])) ?? [];
        return failed.length === 0 || result === undefined
          ? result
          : alter(result, '/tableOrderSnapshot/payments', (payments) => [...objectsIn(payments), ...failed]);
      };
    }),
  },
  'bill:busy-after-failure': {
    title: 'waits for the payment that failed',
    breaks: ['payment/failed-releases-bill'],
    decorate: (parts) => blockingAfterFailure('POS_OFFLINE_OR_BUSY')(parts),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
