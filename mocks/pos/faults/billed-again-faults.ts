import type { Line } from '../restaurant/tables.ts';
import { onBills } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';

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
} as const satisfies Readonly<Record<string, PosFault>>;
