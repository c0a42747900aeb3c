import type { Line } from '#mocks/pos/restaurant/tables';
import { onBills, onWork } from '#mocks/pos/faults/decorators';
import { onBillsOfTables } from '../decorators.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { objectOf, textIn } from '#mocks/json';
import { paymentIdOf, stationOf } from '#mocks/pos/requests';
import { withoutPayment } from './split.ts';

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
    breaks: ['bill/unpaid-lines'],
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
  'bill:five-lines': {
    title: 'bills five lines of a table, however many there are',
    breaks: ['bill/unpaid-lines'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onBills(({ prepare }) => ({ prepare: (tableId, lines) => prepare(tableId, lines.slice(0, 5)) })),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
