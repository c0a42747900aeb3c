import { alter } from '#mocks/faults';
import { objectOf, objectsIn, textIn } from '#mocks/json';
import { onBills, onResult, onWork } from '#mocks/pos/faults/decorators';
import { onBillsOfTables, onOrders, snapshotsIn } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Bills, PaymentOutcome, Receipt } from '#mocks/pos/restaurant/bills';
import { type Line, type Tables, unpaidLines } from '#mocks/pos/restaurant/tables';

const preparation = 'BillPreparationRequested';

/** Which lines a bill is for, what was paid of a table, and what becomes of a bill that was not. */
export const splitBillFaults = {
  'bill:all-but-selected': {
    title: 'bills all lines but the selected ones',
    breaks: ['bill/subset', 'bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const open = openLines(tables, tableId);
        const others = open.filter(({ id }) => !lines.some((line) => line.id === id));
        return prepare(tableId, others.length === 0 ? lines : others);
      },
    })),
  },
  'bill:first-payment-only': {
    title: 'shows the first payment of a table, and no later one',
    breaks: ['payment/visible-in-table'],
    decorate: onResult('TableOrderSnapshotRequested', (result) =>
      alter(result, '/tableOrderSnapshot/payments', (payments) => objectsIn(payments).slice(0, 1)),
    ),
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
      for (const snapshot of snapshotsIn(result))
        for (const line of objectsIn(snapshot['lines']))
          for (const key of ['lineId', 'id'])
            if (line[key] !== undefined) line[key] = `${textIn(snapshot['updatedAt'])}@${textIn(line[key])}`;
      return result;
    }),
  },
  'bill:orders-left-out': {
    title: 'bills what the waiter entered, and leaves out what was ordered by app',
    breaks: ['bill/unpaid-lines'],
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
    breaks: ['bill/unpaid-lines'],
    decorate: onOrders((submit) => (order) => submit({ paidBy: 'app', ...order })),
  },
  'bill:part-paid-again': {
    title: 'notes no line as paid before all of the table is',
    breaks: ['bill/unpaid-lines'],
    decorate: afterPartPayment((line) => withoutPayment(line)),
  },
  'bill:part-pays-all': {
    title: 'a payment for some of the lines settles the whole table',
    breaks: ['bill/unpaid-lines'],
    decorate: afterPartPayment((line, paymentId) => ({ ...line, paidBy: line.paidBy ?? paymentId })),
  },
  'bill:one-payment-a-table': {
    title: 'takes one payment at a table and refuses that of the next guest',
    breaks: ['payment/applied-once'],
    decorate: afterAnotherGuest(() => ({ refused: 'ALREADY_PAID' })),
  },
  'bill:receipt-of-the-table': {
    title: 'gives every guest of a table the receipt of the one who paid first, and books nothing more',
    breaks: ['bill/unpaid-lines', 'payment/visible-in-table'],
    decorate: afterAnotherGuest((receipt) => ({ receipt })),
  },
  'bill:failure-of-all': {
    title: 'lets go of every prepared bill when one payment fails',
    breaks: ['payment/applied-once'],
    decorate: onBills(({ prepare, release }) => {
      const prepared: string[] = [];
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          prepared.push(bill.id);
          return bill;
        },
        release: () => {
          for (const id of prepared.splice(0)) release(id);
        },
      };
    }),
  },
  'bill:failure-again-drops': {
    title: 'lets go of whatever bill a table has when a payment of it that failed is delivered again',
    breaks: ['payment/applied-once'],
    decorate: (parts) => {
      const { journal, restaurant } = parts;
      const { bills } = restaurant;
      const tables = new Map<string, string>();
      const failed = new Map<string, string>();
      const prepare: Bills['prepare'] = (tableId, lines) => {
        const bill = bills.prepare(tableId, lines);
        tables.set(bill.id, tableId);
        return bill;
      };
      return {
        restaurant: { ...restaurant, bills: { ...bills, prepare } },
        journal: {
          ...journal,
          record: (command, result) => {
            if (command.messageKind === 'BillPaymentFailed')
              failed.set(command.messageId, tables.get(textIn(command.payload['posBillId'])) ?? '');
            return journal.record(command, result);
          },
          byMessage: (messageId) => {
            const entry = journal.byMessage(messageId);
            const dropped = failed.get(messageId);
            if (entry !== undefined)
              for (const [billId, tableId] of tables) if (tableId === dropped) bills.release(billId);
            return entry;
          },
        },
      };
    },
  },
  'bill:last-prepared': {
    title: 'books a payment on the bill that was prepared last',
    breaks: ['bill/unpaid-lines', 'payment/visible-in-table', 'table/right-table'],
    // The payments of the other till name no oaPaymentId.
    variants: ['copper'],
    decorate: onBills(({ prepare, pay }) => {
      const prepared: string[] = [];
      const booked = new Map<string, string>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          prepared.push(bill.id);
          return bill;
        },
        pay: (billId, paymentId) => {
          const last = prepared.includes(billId) ? prepared.at(-1) : undefined;
          const chosen = booked.get(paymentId) ?? last ?? billId;
          booked.set(paymentId, chosen);
          return pay(chosen, paymentId);
        },
      };
    }),
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
} as const satisfies Readonly<Record<string, PosFault>>;

export function withoutPayment({ paidBy: _, ...line }: Line): Line {
  return line;
}

/** Changes the lines of a table of which a part is paid. */
function afterPartPayment(change: (line: Line, paymentId: string) => Line): TillDecorator {
  return onBillsOfTables(({ pay }, { restaurant: { tables } }, tableOf) => ({
    pay: (billId, paymentId) => {
      const outcome = pay(billId, paymentId);
      const tableId = tableOf(billId);
      if ('receipt' in outcome && openLines(tables, tableId).length > 0)
        tables.change(tableId, ({ lines }) => ({ lines: lines.map((line) => change(line, paymentId)) }));
      return outcome;
    },
  }));
}

/** Answers whoever pays at a table where somebody else has. */
function afterAnotherGuest(answer: (first: Receipt) => PaymentOutcome): TillDecorator {
  return onBillsOfTables(({ pay }, _, tableOf) => {
    const paid = new Map<string, { readonly paymentId: string; readonly receipt: Receipt }>();
    return {
      pay: (billId, paymentId) => {
        const first = paid.get(tableOf(billId));
        if (first !== undefined && first.paymentId !== paymentId) return answer(first.receipt);
        const outcome = pay(billId, paymentId);
        if ('receipt' in outcome && first === undefined)
          paid.set(tableOf(billId), { paymentId, receipt: outcome.receipt });
        return outcome;
      },
    };
  });
}

/** Does something to the table of a bill whose payment was tried and failed. */
export function onBillFailure(act: (tables: Tables, tableId: string, at: number) => void): TillDecorator {
  return onBillsOfTables(({ release }, { clock, restaurant: { tables } }, tableOf) => ({
    release: (billId) => {
      release(billId);
      act(tables, tableOf(billId), clock.now());
    },
  }));
}

export function openLines(tables: Tables, tableId: string): readonly Line[] {
  const table = tables.find(tableId);
  return table === undefined ? [] : unpaidLines(table);
}
