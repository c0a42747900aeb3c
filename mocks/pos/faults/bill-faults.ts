import { isObject, type JsonObject, objectOf, objectsIn, textIn } from '../../json.ts';
import { stationOf } from '../requests.ts';
import { alter } from '#mocks/faults';
import { type Line, type Tables, unpaidLines } from '../restaurant/tables.ts';
import { onBills, onOrders, onWork, payloadFaults, resultFaults, silentAbout } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

const preparation = 'BillPreparationRequested';

/** Bills that are not the table's. */
export const billFaults = {
  ...resultFaults(preparation, {
    'bill:undated': ['a bill has no preparedAt', 'bill/result-body', '/bill/preparedAt'],
    'bill:failure-without-retryable': [
      'a failure does not say whether it is retryable',
      'bill/result-body',
      '/retryable',
    ],
    'bill:current-refused': [
      'takes every checkpoint for a stale one',
      'bill/stale-checkpoint',
      '',
      (old, { payload }, { success }) =>
        success === true && payload['checkpoint'] !== undefined
          ? { success: false, reasonCode: 'ORDER_CHANGED', retryable: true }
          : old,
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
    'bill:kiosk-silent': [
      'says nothing when a bill is asked for at a kiosk',
      'bill/result-body',
      '',
      silentAbout(({ payload }) => stationOf(payload).kind === 'KIOSK'),
    ],
    'bill:pickup-silent': [
      'says nothing when a bill is asked for that is no table’s',
      'bill/result-body',
      '',
      silentAbout(({ payload }) => !('stationId' in stationOf(payload))),
    ],
    'bill:silent-without-checkpoint': [
      'says nothing when a bill is asked for without a checkpoint',
      'bill/result-body',
      '',
      silentAbout(({ payload }, { success }) => payload['checkpoint'] === undefined && success === true),
    ],
    'bill:checkpoint-needed': [
      'takes a request for a bill without a checkpoint for a stale one',
      'bill/stale-checkpoint',
      '',
      (old, { payload }, { success }) =>
        success === true && payload['checkpoint'] === undefined && stationOf(payload).kind === 'TABLE'
          ? { success: false, reasonCode: 'ORDER_CHANGED', retryable: true }
          : old,
    ],
    'bill:none-without-checkpoint': [
      'finds no bill for a request without a checkpoint',
      'bill/stale-checkpoint',
      '',
      (old, { payload }, { success }) =>
        success === true && payload['checkpoint'] === undefined
          ? { success: false, reasonCode: 'NO_OPEN_BILL', retryable: false }
          : old,
    ],
    'bill:subset-silent': [
      'says nothing when a bill is asked for some of the lines',
      ['bill/result-body', 'bill/subset'],
      '',
      silentAbout(({ payload }) => payload['items'] !== undefined),
    ],
  }),
  ...payloadFaults(preparation, {
    'bill:stale-taken': ['takes no notice of the checkpoint', 'bill/stale-checkpoint', '/checkpoint'],
    'bill:always-all': ['a bill is always for the whole table', 'bill/subset', '/items'],
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
      'bill/no-open-bill',
      '/payment',
      (old, { payload }) => (stationOf(payload).kind === 'TABLE' ? undefined : old),
    ],
  }),
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
  'bill:all-but-selected': {
    title: 'bills all lines but the selected ones',
    breaks: ['bill/subset'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const open = openLines(tables, tableId);
        const others = open.filter(({ id }) => !lines.some((line) => line.id === id));
        return prepare(tableId, others.length === 0 ? lines : others);
      },
    })),
  },
  'bill:lines-renumbered': {
    title: 'with every change of a table its lines have other identifiers',
    breaks: ['bill/subset'],
    decorate: onWork(undefined, () => async (command, step) => {
      const payload = alter(structuredClone(command.payload), '/items/*/lineId', (id) =>
        textIn(id).replace(/^.*@/u, ''),
      );
      const result = await step(
        command.messageKind === preparation ? { ...command, payload: objectOf(payload) } : command,
      );
      for (const name of ['tableOrderSnapshot', 'currentSnapshot']) {
        const snapshot = objectOf(objectOf(result)[name]);
        for (const line of objectsIn(snapshot['lines']))
          for (const key of ['lineId', 'id'])
            if (line[key] !== undefined) line[key] = `${textIn(snapshot['updatedAt'])}@${textIn(line[key])}`;
      }
      return result;
    }),
  },
  'bill:orders-left-out': {
    title: 'bills what the waiter entered, and leaves out what was ordered by app',
    breaks: ['bill/no-open-bill'],
    decorate: (parts) => {
      const { tables, plan } = parts.restaurant;
      const entered = new Set(plan.tables.flatMap(({ id }) => tables.find(id)?.lines.map((line) => line.id) ?? []));
      return onBills(({ prepare }) => ({
        prepare: (tableId, lines) => {
          const kept = lines.filter(({ id }) => entered.has(id));
          return prepare(tableId, kept.length === 0 ? lines : kept);
        },
      }))(parts);
    },
  },
  'bill:orders-as-paid': {
    title: 'takes every order by app for one that is paid',
    breaks: ['bill/no-open-bill'],
    decorate: onOrders((submit) => (order) => submit({ paidBy: 'app', ...order })),
  },
  'bill:part-paid-again': {
    title: 'notes no line as paid before all of the table is',
    breaks: ['bill/no-open-bill'],
    decorate: afterPartPayment((line) => withoutPayment(line)),
  },
  'bill:part-pays-all': {
    title: 'a payment for some of the lines settles the whole table',
    breaks: ['bill/no-open-bill'],
    decorate: afterPartPayment((line, paymentId) => ({ ...line, paidBy: line.paidBy ?? paymentId })),
  },
  'bill:closed-after-failure': {
    title: 'a payment that failed closes the table',
    breaks: ['payment/failed-releases-bill'],
    decorate: onBillFailure((tables, tableId, at) => {
      tables.change(tableId, () => ({ status: 'CLOSED', closedAt: at }));
    }),
  },
  'bill:paid-by-failure': {
    title: 'takes the lines of a bill whose payment failed for paid',
    breaks: ['payment/failed-releases-bill'],
    decorate: onBillFailure((tables, tableId) => {
      tables.change(tableId, ({ lines }) => ({ lines: lines.map((line) => ({ ...line, paidBy: 'none' })) }));
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

function withoutPayment({ paidBy: _, ...line }: Line): Line {
  return line;
}

/** Changes the lines of a table of which a part is paid. */
function afterPartPayment(change: (line: Line, paymentId: string) => Line): TillDecorator {
  return onBills(({ prepare, pay }, { restaurant: { tables } }) => {
    const tableOf = new Map<string, string>();
    return {
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        tableOf.set(bill.id, tableId);
        return bill;
      },
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        const tableId = tableOf.get(billId) ?? '';
        if ('receipt' in outcome && openLines(tables, tableId).length > 0)
          tables.change(tableId, ({ lines }) => ({ lines: lines.map((line) => change(line, paymentId)) }));
        return outcome;
      },
    };
  });
}

/** Does something to the table of a bill whose payment was tried and failed. */
function onBillFailure(act: (tables: Tables, tableId: string, at: number) => void): TillDecorator {
  return onBills(({ prepare, release }, { clock, restaurant: { tables } }) => {
    const tableOf = new Map<string, string>();
    return {
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        tableOf.set(bill.id, tableId);
        return bill;
      },
      release: (billId) => {
        release(billId);
        act(tables, tableOf.get(billId) ?? '', clock.now());
      },
    };
  });
}

function openLines(tables: Tables, tableId: string): readonly Line[] {
  const table = tables.find(tableId);
  return table === undefined ? [] : unpaidLines(table);
}

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
