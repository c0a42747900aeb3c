import { objectOf, textIn } from '../../json.ts';
import { paymentIdOf, stationOf } from '../requests.ts';
import type { Line } from '../restaurant/tables.ts';
import { onBills, onWork } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';
import { withoutPayment } from './split-bill-faults.ts';

const isCancelled = ({ state, paidBy }: Line): boolean => state === 'CANCELLED' && paidBy === undefined;

/** Bills of what nobody owes. */
export const billedAgainFaults = {
  'bill:cancelled-line-billed': {
    title: 'bills a line that was cancelled, and is gone from the table',
    breaks: ['bill/no-open-bill'],
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
    breaks: ['bill/no-open-bill'],
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
} as const satisfies Readonly<Record<string, PosFault>>;
