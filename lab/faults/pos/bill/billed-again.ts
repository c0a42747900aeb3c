import { type Line, sumOf } from '#mocks/pos/restaurant/tables';
import { onBills, onWork } from '#mocks/pos/faults/decorators';
import { onBillsOfTables, onOrders } from '../decorators.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { objectOf, textIn } from '#mocks/json';
import { paymentIdOf, stationOf } from '#mocks/pos/requests';
import { openLines, withoutPayment } from './split.ts';

const isCancelled = ({ state, paidBy }: Line): boolean => state === 'CANCELLED' && paidBy === undefined;

/** Only one piece of a line that is paid counts as paid. */
const onePiecePaid =
  (paymentId: string) =>
  (line: Line): readonly Line[] => {
    if (line.paidBy !== paymentId || line.quantity === 1) return [line];
    const rest = withoutPayment({ ...line, id: `${line.id}-2`, quantity: line.quantity - 1 });
    return [{ ...line, quantity: 1 }, rest];
  };

/** Bills of what nobody owes, and not of what somebody does. */
export const billedAgainFaults = {
  'bill:cancelled-line-billed': {
    title: 'bills a line that was cancelled, and is gone from the table',
    breaks: ['bill/unpaid-lines', 'bill/subset'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const cancelled = tables.find(tableId)?.lines.filter(isCancelled) ?? [];
        return prepare(tableId, [...lines, ...cancelled.map((line): Line => ({ ...line, state: 'ORDERED' }))]);
      },
    })),
  },
  'bill:order-unpays-prepaid': {
    title: 'an order that is not paid makes what was ordered and paid at once at its table unpaid',
    breaks: ['bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onWork(
      'OrderSubmissionRequested',
      ({ restaurant: { tables } }) =>
        async ({ payload, ...command }, step) => {
          const result = await step({ ...command, payload });
          const { stationId } = objectOf(payload['orderContext']);
          const isPrepaid = paymentIdOf(payload) !== undefined;
          if (objectOf(result)['success'] === true && stationOf(payload).kind === 'TABLE' && !isPrepaid)
            tables.change(textIn(stationId), ({ lines }) => ({ lines: lines.map(withoutPayment) }));
          return result;
        },
    ),
  },
  'bill:one-piece-paid': {
    title: 'takes one piece of a line for paid, and bills the others once more',
    breaks: ['bill/unpaid-lines'],
    // Quartz shows amounts alone of payments.
    variants: ['copper'],
    decorate: onBillsOfTables(({ pay }, { restaurant: { tables } }, tableOf) => ({
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        if ('receipt' in outcome)
          tables.change(tableOf(billId), ({ lines }) => ({ lines: lines.flatMap(onePiecePaid(paymentId)) }));
        return outcome;
      },
    })),
  },
  'bill:kept-by-its-lines': {
    title: 'bills the lines of an earlier bill as they were then, whatever was taken off them since',
    breaks: ['bill/unpaid-lines'],
    decorate: onBills(({ prepare }) => {
      const known = new Map<string, readonly Line[]>();
      return {
        prepare: (tableId, lines) => {
          const key = lines.map(({ id }) => id).join(' ');
          known.set(key, known.get(key) ?? lines);
          return prepare(tableId, known.get(key) ?? lines);
        },
      };
    }),
  },
  'bill:all-once-paid': {
    title: 'gives a bill for some lines the totals of all that is unpaid, once something was paid at the table',
    breaks: ['bill/unpaid-lines'],
    decorate: onBills(({ prepare }, { restaurant: { tables } }) => ({
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        const isPaid = (tables.find(tableId)?.payments ?? []).length > 0;
        return isPaid ? { ...bill, total: sumOf(openLines(tables, tableId)) } : bill;
      },
    })),
  },
  'bill:prepaid-joins-unpaid': {
    title: 'adds what is ordered and paid at once to an unpaid line of the same listing, and bills it',
    breaks: ['bill/unpaid-lines'],
    decorate: onOrders((submit, { tables }) => (order) => {
      const ordered = submit(order);
      const paid = tables.find(order.tableId ?? '')?.lines.at(-1);
      const isOne = ordered.rejected.length === 0 && ordered.accepted.length === 1 && order.paidBy !== undefined;
      if (paid !== undefined && isOne)
        tables.change(order.tableId ?? '', ({ lines }) => {
          const at = lines.findLastIndex((line) => line.listingId === paid.listingId && line.paidBy === undefined);
          if (at < 0) return {};
          return {
            lines: lines
              .slice(0, -1)
              .map((line, place) => (place === at ? { ...line, quantity: line.quantity + paid.quantity } : line)),
          };
        });
      return ordered;
    }),
  },
  'bill:five-lines': {
    title: 'bills five lines of a table, however many there are',
    breaks: ['bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare }) => ({ prepare: (tableId, lines) => prepare(tableId, lines.slice(0, 5)) })),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
