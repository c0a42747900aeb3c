import { type Json, type JsonObject, isObject, objectOf, objectsIn, textIn } from '#mocks/json';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { onBills, onPayload, onResult, onWork } from '#mocks/pos/faults/decorators';
import { type Line, newLine, newSession, unpaidLines } from '#mocks/pos/restaurant/tables';
import { posFaults } from '../../faults/index.ts';
import { onBillsOfTables, onOrders } from '../../faults/pos/decorators.ts';
import { all, onSnapshots } from './odd-decorators.ts';
import { oddHabits } from './odd-habits.ts';
import { oddWording } from './odd-wording.ts';

const order = 'OrderSubmissionRequested';
const preparation = 'BillPreparationRequested';

const numbered = (line: JsonObject): JsonObject => ({ ...line, lineId: Number(line['lineId']) });

/** Once a bill is prepared for a table, and once nobody waits for it any more. */
const onWaiting = (
  happens: (parts: Parameters<TillDecorator>[0]) => Readonly<Record<'begins' | 'ends', (tableId: string) => void>>,
): TillDecorator =>
  onBills(({ prepare, pay, release }, parts) => {
    const { begins, ends } = happens(parts);
    const tables = new Map<string, string>();
    const over = (billId: string): void => {
      const tableId = tables.get(billId);
      tables.delete(billId);
      if (tableId !== undefined && ![...tables.values()].includes(tableId)) ends(tableId);
    };
    return {
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        tables.set(bill.id, tableId);
        begins(tableId);
        return bill;
      },
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        over(billId);
        return outcome;
      },
      release: (billId) => {
        release(billId);
        over(billId);
      },
    };
  });

/** What a till may do that neither reference till does; the specification leaves each of them open. */
export const oddTills = {
  ...oddHabits,
  ...oddWording,
  'makes out no invoices': posFaults['payment:invoice-refused'].decorate,
  'shows no paid lines': onSnapshots((snapshot) => ({
    ...snapshot,
    lines: objectsIn(snapshot['lines']).filter(({ paid }) => paid !== true),
  })),
  'begins another session once all is paid': onBillsOfTables(({ pay }, { restaurant: { tables } }, tableOf) => ({
    pay: (billId, paymentId) => {
      const outcome = pay(billId, paymentId);
      const table = tables.find(tableOf(billId));
      if ('receipt' in outcome && table && unpaidLines(table).length === 0)
        tables.change(table.id, () => ({ ...newSession, lines: [], payments: [] }));
      return outcome;
    },
  })),
  'lets a newer bill take the place of an older one': onBills(({ prepare, release }) => {
    const waiting = new Map<string, string>();
    return {
      prepare: (tableId, lines) => {
        const before = waiting.get(tableId);
        if (before !== undefined) release(before);
        const bill = prepare(tableId, lines);
        waiting.set(tableId, bill.id);
        return bill;
      },
    };
  }),
  'is closing while a bill waits': onWaiting(({ restaurant: { tables } }) => ({
    begins: (tableId) => void tables.change(tableId, () => ({ status: 'CLOSING' })),
    ends: (tableId) =>
      void tables.change(tableId, ({ status }) => ({ status: status === 'CLOSING' ? 'OPEN' : status })),
  })),
  'is busy for others while a bill waits': (parts) => {
    const waiting = new Set<string>();
    const decorate = all(
      onWaiting(() => ({
        begins: (tableId) => void waiting.add(tableId),
        ends: (tableId) => void waiting.delete(tableId),
      })),
      onWork(
        preparation,
        () => async (command, step) =>
          waiting.has(textIn(objectOf(command.payload['orderContext'])['stationId']))
            ? { success: false, reasonCode: 'POS_OFFLINE_OR_BUSY', retryable: true }
            : await step(command),
      ),
    );
    return decorate(parts);
  },
  'takes a tenth for service': onBills(({ prepare, pay }, { restaurant: { tables } }) => {
    const bills = new Map<string, { readonly tableId: string; readonly total: number }>();
    return {
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        const total = Math.round(bill.total * 1.1);
        bills.set(bill.id, { tableId, total });
        return { ...bill, total };
      },
      pay: (billId, paymentId) => {
        const before = tables.find(bills.get(billId)?.tableId ?? '')?.payments.length;
        const outcome = pay(billId, paymentId);
        const { tableId = '', total = 0 } = bills.get(billId) ?? {};
        if ('receipt' in outcome && tables.find(tableId)?.payments.length !== before)
          tables.change(tableId, ({ payments }) => ({
            payments: payments.map((one) => (one.id === paymentId ? { ...one, amount: total } : one)),
          }));
        return outcome;
      },
    };
  }),
  'has a cover charge with the first order': onOrders((submit, { tables, plan }) => {
    let covers = 0;
    return (wanted) => {
      const isFirst = wanted.tableId !== undefined && tables.find(wanted.tableId)?.lines.length === 0;
      const ordered = submit(wanted);
      const [listing] = plan.listings;
      if (isFirst && listing && ordered.accepted.length > 0 && wanted.paidBy === undefined)
        tables.change(wanted.tableId ?? '', ({ lines }) => ({
          lines: [newLine(`cover-${++covers}`, { ...listing, id: 'COVER', name: 'Coperto', price: 500 }, 1), ...lines],
        }));
      return ordered;
    };
  }),
  'writes a line for each piece': onOrders((submit, { tables }) => (wanted) => {
    const { tableId = '' } = wanted;
    const before = new Set(tables.find(tableId)?.lines.map(({ id }) => id));
    const ordered = submit(wanted);
    const piecesOf = (line: Line): readonly Line[] =>
      Array.from({ length: line.quantity }, (_, piece) => ({ ...line, id: `${line.id}-${piece}`, quantity: 1 }));
    if (ordered.accepted.length > 0)
      tables.change(tableId, ({ lines }) => ({
        lines: lines.flatMap((line) => (before.has(line.id) ? [line] : piecesOf(line))),
      }));
    return ordered;
  }),
  'has prepaid orders at no table': onOrders((submit, { tables }) => (wanted) => {
    const { tableId, ...rest } = wanted;
    const isApart = wanted.paidBy !== undefined && tables.find(tableId ?? '')?.status === 'OPEN';
    return submit(isApart ? rest : wanted);
  }),
  'shows payments of bills only': (parts) => {
    const prepaid = new Set<string>();
    const decorate = all(
      onOrders((submit) => (wanted) => {
        if (wanted.paidBy !== undefined) prepaid.add(wanted.paidBy);
        return submit(wanted);
      }),
      onSnapshots((snapshot) => ({
        ...snapshot,
        payments: objectsIn(snapshot['payments']).filter(({ oaPaymentId }) => !prepaid.has(textIn(oaPaymentId))),
      })),
    );
    return decorate(parts);
  },
  'has bills at tables only': onWork(preparation, () => async (command, step) => {
    const { stationKind } = objectOf(command.payload['orderContext']);
    return stationKind === 'TABLE'
      ? await step(command)
      : { success: false, reasonCode: 'PAYMENT_NOT_ALLOWED', retryable: false };
  }),
  'shows no closed table': onResult('TableOrderSnapshotRequested', (result) => {
    const { status } = objectOf(objectOf(result)['tableOrderSnapshot']);
    return status === 'CLOSED'
      ? { success: false, reasonCode: 'TABLE_CLOSED', retryable: false, currentStatus: 'CLOSED' }
      : result;
  }),
  'shows a table only where it is asked for': onWork(undefined, () => async (command, step) => {
    const result = await step(command);
    if (!isObject(result) || command.messageKind === 'TableOrderSnapshotRequested') return result;
    const { tableOrderSnapshot: _, currentSnapshot: __, ...rest } = result;
    return rest;
  }),
  'accepts items in words': onResult(order, (result) => {
    const { acceptedItems, ...rest } = objectOf(result);
    const words = objectsIn(acceptedItems).map(
      ({ listingId, quantity }): Json => `${Number(quantity)} x ${textIn(listingId)}`,
    );
    return acceptedItems === undefined ? rest : { ...rest, acceptedItems: words };
  }),
  'numbers its lines': all(
    onSnapshots((snapshot) => ({ ...snapshot, lines: objectsIn(snapshot['lines']).map(numbered) })),
    onResult(preparation, (result) => {
      const { bill, ...rest } = objectOf(result);
      if (!isObject(bill)) return { ...rest };
      return { ...rest, bill: { ...bill, lines: objectsIn(bill['lines']).map(numbered) } };
    }),
    onPayload(preparation, (payload) => {
      const { items, ...rest } = objectOf(payload);
      return items === undefined
        ? rest
        : { ...rest, items: objectsIn(items).map((one) => ({ ...one, lineId: String(Number(one['lineId'])) })) };
    }),
  ),
} satisfies Readonly<Record<string, TillDecorator>>;

export type OddTill = keyof typeof oddTills;

export const asFault = (...odd: readonly OddTill[]): PosFault => ({
  title: odd.join(', '),
  breaks: [],
  decorate: all(...odd.map((one): TillDecorator => oddTills[one])),
});
