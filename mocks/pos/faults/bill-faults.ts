import { isObject, type JsonObject, objectOf, textIn } from '../../json.ts';
import { stationOf } from '../requests.ts';
import { onPayload, onResult, onWork } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

const preparation = 'BillPreparationRequested';

/** Bills that are not the table's. */
export const billFaults = {
  'bill:undated': {
    title: 'a bill has no preparedAt',
    breaks: ['bill/result-body'],
    decorate: onResult(preparation, ({ bill }) => {
      if (isObject(bill)) delete bill['preparedAt'];
      return undefined;
    }),
  },
  'bill:failure-without-retryable': {
    title: 'a failure does not say whether it is retryable',
    breaks: ['bill/result-body'],
    decorate: onResult(preparation, (result) => {
      delete result['retryable'];
      return undefined;
    }),
  },
  'bill:stale-taken': {
    title: 'takes no notice of the checkpoint',
    breaks: ['bill/stale-checkpoint'],
    decorate: onPayload(preparation, (payload) => {
      delete payload['checkpoint'];
    }),
  },
  'bill:current-refused': {
    title: 'takes every checkpoint for a stale one',
    breaks: ['bill/stale-checkpoint'],
    decorate: onResult(preparation, (result, { payload }) =>
      result['success'] === true && payload['checkpoint'] !== undefined
        ? { success: false, reasonCode: 'ORDER_CHANGED', retryable: true }
        : undefined,
    ),
  },
  'bill:nothing-to-pay': {
    title: 'prepares a bill where nothing is to be paid',
    breaks: ['bill/no-open-bill'],
    decorate: onResult(preparation, ({ reasonCode }, { messageId }) =>
      reasonCode === 'NO_OPEN_BILL'
        ? { success: true, bill: { posBillId: `nil-${messageId}`, totals: {}, preparedAt: '2026-01-01T00:00:00Z' } }
        : undefined,
    ),
  },
  'bill:prepaid-too': {
    title: 'puts orders on the bill of their table although they are paid',
    breaks: ['bill/no-open-bill'],
    decorate: onPayload('OrderSubmissionRequested', (payload) => {
      if (stationOf(payload).kind === 'TABLE') delete payload['payment'];
    }),
  },
  'bill:paid-again': {
    title: 'prepares a bill that was paid once more',
    breaks: ['bill/no-open-bill'],
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
        if (result['success'] === false && earlier)
          return { ...earlier, bill: { ...objectOf(earlier['bill']), posBillId: messageId } };
        if (result['success'] === true)
          prepared.set(textIn(objectOf(result['bill'])['posBillId']), { stationId, result });
        return result;
      };
    }),
  },
  'bill:kiosk-silent': {
    title: 'says nothing when a bill is asked for at a kiosk',
    breaks: ['bill/result-body'],
    decorate: onResult(preparation, (_, { payload }) => (stationOf(payload).kind === 'KIOSK' ? 'none' : undefined)),
  },
  'bill:pickup-silent': {
    title: 'says nothing when a bill is asked for that is no table’s',
    breaks: ['bill/result-body'],
    decorate: onResult(preparation, (_, { payload }) => ('stationId' in stationOf(payload) ? undefined : 'none')),
  },
  'bill:silent-without-checkpoint': {
    title: 'says nothing when a bill is asked for without a checkpoint',
    breaks: ['bill/result-body'],
    decorate: onResult(preparation, ({ success }, { payload }) =>
      payload['checkpoint'] === undefined && success === true ? 'none' : undefined,
    ),
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
  'bill:subset-silent': {
    title: 'says nothing when a bill is asked for some of the lines',
    breaks: ['bill/result-body', 'bill/subset'],
    decorate: onResult(preparation, (_, { payload }) => (payload['items'] === undefined ? undefined : 'none')),
  },
  'bill:always-all': {
    title: 'a bill is always for the whole table',
    breaks: ['bill/subset'],
    decorate: onPayload(preparation, (payload) => {
      delete payload['items'];
    }),
  },
  'bill:total-of-all': {
    title: 'a bill for some lines has the totals of all',
    breaks: ['bill/subset'],
    decorate: onWork(preparation, () => async (command, step) => {
      const result = await step(command);
      const { items, ...all } = command.payload;
      if (items === undefined || !isObject(result) || !isObject(result['bill'])) return result;
      const whole = objectOf(objectOf(await step({ ...command, payload: all }))['bill']);
      const { lines: _, ...bill } = result['bill'];
      return { ...result, bill: { ...bill, totals: whole['totals'] } };
    }),
  },
  'bill:kept-after-failure': {
    title: 'a bill whose payment failed blocks its table',
    breaks: ['payment/failed-releases-bill'],
    decorate: (parts) => blockingAfterFailure('PAYMENT_NOT_ALLOWED')(parts),
  },
  'bill:busy-after-failure': {
    title: 'waits for the payment that failed',
    breaks: ['payment/failed-releases-bill'],
    decorate: (parts) => blockingAfterFailure('POS_OFFLINE_OR_BUSY')(parts),
  },
} as const satisfies Readonly<Record<string, PosFault>>;

function blockingAfterFailure(reasonCode: string): TillDecorator {
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
