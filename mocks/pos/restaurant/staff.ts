import { type Line, newLine, type Table } from './tables.ts';
import type { OrdersDeps } from './orders.ts';

export const changeTypes = [
  'POS_LINE_ADDED',
  'LINE_CANCELLED',
  'LINE_DELIVERED',
  'LINE_UPDATED',
  'ORDER_CLOSED',
] as const;
/** Events › Change types */
export type ChangeType = (typeof changeTypes)[number];

export interface TableChange {
  readonly changeType: ChangeType;
  readonly before: Table;
  readonly after: Table;
  /** The line it is about; none when the table closes. */
  readonly line?: Line;
}

type StaffDeps = Pick<OrdersDeps, 'tables' | 'listings' | 'now' | 'newLineId'>;

/** What waiter and kitchen do to a table at the till itself. */
export const createStaff = ({ tables, listings, now, newLineId }: StaffDeps) => {
  const added = (): Line | undefined => {
    const listing = listings.after().find(({ stock, delisted }) => stock === undefined && !delisted);
    return listing && newLine(newLineId(), listing, 1);
  };

  return {
    /** Undefined when it cannot be done: no such table, no line to do it to. */
    act: (tableId: string, changeType: ChangeType) => {
      const before = tables.find(tableId);
      if (!before) return undefined;
      if (changeType === 'ORDER_CLOSED') {
        const after = tables.change(tableId, () => ({ status: 'CLOSED', closedAt: now() }));
        return after && { changeType, before, after };
      }
      const chosen = changeType === 'POS_LINE_ADDED' ? added() : lastLine(before, changeType);
      if (!chosen || before.status === 'CLOSED') return undefined;
      const line = { ...chosen, ...edits[changeType](chosen) };
      const others = before.lines.filter(({ id }) => id !== line.id);
      const after = tables.change(tableId, () => ({ lines: [...others, line] }));
      return after && { changeType, before, after, line };
    },
  };
};

const lastLine = ({ lines }: Table, changeType: ChangeType): Line | undefined =>
  lines.findLast(
    ({ state, paidBy }) => state === 'ORDERED' && (changeType === 'LINE_DELIVERED' || paidBy === undefined),
  ) ?? lines.findLast(({ state, paidBy }) => state === 'DELIVERED' && paidBy === undefined);

const edits: Readonly<Record<Exclude<ChangeType, 'ORDER_CLOSED'>, (line: Line) => Partial<Line>>> = {
  POS_LINE_ADDED: () => ({}),
  LINE_CANCELLED: () => ({ state: 'CANCELLED' }),
  LINE_DELIVERED: () => ({ state: 'DELIVERED' }),
  // A discount after a complaint.
  LINE_UPDATED: ({ unitPrice }) => ({ unitPrice: Math.floor(unitPrice * 0.9) }),
};
