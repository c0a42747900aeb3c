import { objectOf, textIn } from '#mocks/json';
import type { TillDecorator } from '#mocks/pos/faults/pos-fault';
import { onBills, onMailbox, onResult, onWork } from '#mocks/pos/faults/decorators';
import type { PaymentOutcome } from '#mocks/pos/restaurant/bills';
import { newLine, type Table, unpaidLines } from '#mocks/pos/restaurant/tables';
import { onBillsOfTables, onOrders } from '../../faults/pos/decorators.ts';
import { pausing } from '#mocks/pos/faults/queue';
import { nowAndThen } from './odd-decorators.ts';

/** A bill may be paid as long as what is noted with it says so. */
const payableWhile = <Note>(
  note: (table: Table | undefined, now: number) => Note,
  isStill: (noted: Note, now: Note) => boolean,
): TillDecorator =>
  onBills(({ prepare, pay }, { clock, restaurant: { tables } }) => {
    const noted = new Map<string, { readonly tableId: string; readonly note: Note }>();
    const current = (tableId: string): Note => note(tables.find(tableId), clock.now());
    return {
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        noted.set(bill.id, { tableId, note: current(tableId) });
        return bill;
      },
      pay: (billId, paymentId): PaymentOutcome => {
        const known = noted.get(billId);
        const isPaid = tables.find(known?.tableId ?? '')?.payments.some(({ id }) => id === paymentId) === true;
        if (known && !isPaid && !isStill(known.note, current(known.tableId))) return { refused: 'BILL_RELEASED' };
        return pay(billId, paymentId);
      },
    };
  });

/** With each order to be paid later that comes to a table. */
const withOrder = (listing: { readonly id: string; readonly name: string; readonly price: number }): TillDecorator =>
  onOrders((submit, { tables }) => {
    let lines = 0;
    return (wanted) => {
      const ordered = submit(wanted);
      const more = newLine(`${listing.id}-${++lines}`, listing, 1);
      if (wanted.tableId !== undefined && wanted.paidBy === undefined && ordered.accepted.length > 0)
        tables.change(wanted.tableId, (table) => ({ lines: [...table.lines, more] }));
      return ordered;
    };
  });

const servedAfterMs = 4000;
const validMs = 20_000;
const mostPieces = 20;

/** What a till may do of its own accord, or refuse to do. */
export const oddHabits = {
  'has bills that are valid for 20 s': payableWhile(
    (_, now) => now,
    (preparedAt, now) => now - preparedAt <= validMs,
  ),
  'takes no payment for a table that has changed': payableWhile(
    (table) => JSON.stringify(table && unpaidLines(table)),
    (noted, now) => noted === now,
  ),
  'closes tables that are paid': onBillsOfTables(({ pay }, { clock, restaurant: { tables } }, tableOf) => ({
    pay: (billId, paymentId) => {
      const outcome = pay(billId, paymentId);
      const table = tables.find(tableOf(billId));
      if ('receipt' in outcome && table?.status === 'OPEN' && unpaidLines(table).length === 0)
        tables.change(table.id, () => ({ status: 'CLOSED', closedAt: clock.now() }));
      return outcome;
    },
  })),
  'has a discount as a line of its own': withOrder({ id: 'discount', name: 'Rabat', price: -100 }),
  'charges a deposit with each order': withOrder({ id: 'deposit', name: 'Kaucja', price: 25 }),
  'notes by itself what is served': (parts) =>
    onOrders((submit, { tables }) => (wanted) => {
      const ordered = submit(wanted);
      const serve = () =>
        void tables.change(wanted.tableId ?? '', ({ lines }) => ({
          lines: lines.map((line) => (line.state === 'ORDERED' ? { ...line, state: 'DELIVERED' } : line)),
        }));
      if (ordered.accepted.length > 0) parts.clock.after(servedAfterMs, serve);
      return ordered;
    })(parts),
  'rejects what is more than twenty': onOrders((submit) => (wanted) => {
    const many = wanted.items.filter(({ quantity }) => quantity > mostPieces);
    if (many.length === 0) return submit(wanted);
    return { accepted: [], rejected: many.map((item) => ({ item, reason: 'INSUFFICIENT_STOCK' })) };
  }),
  'says that a table is as it was': onWork(
    'TableOrderSnapshotRequested',
    ({ restaurant: { tables } }) =>
      async (command, step) => {
        const { tableId, checkpoint } = command.payload;
        const table = tables.find(textIn(tableId));
        return table && Date.parse(textIn(checkpoint)) === table.updatedAt
          ? { success: false, reasonCode: 'NOT_MODIFIED', retryable: false, currentStatus: table.status }
          : await step(command);
      },
  ),
  'has a printer that fails at times': onWork('BillPaymentCompleted', () => {
    const fails = nowAndThen(5);
    const failed = new Set<string>();
    return async (command, step) => {
      const id = textIn(objectOf(command.payload['payment'])['oaPaymentId']);
      if (failed.has(id) || !fails()) return await step(command);
      failed.add(id);
      return { success: false, reasonCode: 'PRINTER', retryable: true };
    };
  }),
  'names nobody for tips': onResult('BillPreparationRequested', (result) => {
    const { tipRecipientId: _, ...rest } = objectOf(result);
    return rest;
  }),
  'rests for two seconds between polls': pausing(2000),
  'has two workers': onMailbox(({ receive }) => {
    const polls = new Map<
      number,
      Promise<{ readonly n: number; readonly batch: Awaited<ReturnType<typeof receive>> }>
    >();
    let last = 0;
    return {
      receive: async (wish, signal) => {
        while (polls.size < 2) {
          const n = ++last;
          const poll = receive(wish, signal)
            .then((batch) => ({ n, batch }))
            .catch((error: unknown) => {
              polls.delete(n);
              throw error;
            });
          poll.catch(() => undefined);
          polls.set(n, poll);
        }
        const { n, batch } = await Promise.race(polls.values());
        polls.delete(n);
        return batch;
      },
    };
  }),
} satisfies Readonly<Record<string, TillDecorator>>;
