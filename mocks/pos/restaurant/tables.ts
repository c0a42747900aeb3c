import type { PlannedListing, PlannedTable } from './plan.ts';

export type TableStatus = 'OPEN' | 'CLOSING' | 'CLOSED';

export interface Line {
  readonly id: string;
  readonly listingId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly state: 'ORDERED' | 'DELIVERED' | 'CANCELLED';
  /** The payment that covers it. */
  readonly paidBy?: string;
}

export interface AppliedPayment {
  readonly id: string;
  readonly amount: number;
  readonly at: number;
}

export interface Table {
  readonly id: string;
  readonly number: string;
  readonly status: TableStatus;
  /** Undefined while nobody sits there. */
  readonly openedAt: number | undefined;
  readonly closedAt?: number | undefined;
  /** Its guests have paid the bill and left: the next order begins another session. */
  readonly isFree?: boolean;
  readonly lines: readonly Line[];
  readonly payments: readonly AppliedPayment[];
  readonly updatedAt: number;
}

/** So much of a listing, as it was just ordered. */
export const newLine = (
  id: string,
  listing: Pick<PlannedListing, 'id' | 'name' | 'price'>,
  quantity: number,
): Line => ({
  id,
  listingId: listing.id,
  name: listing.name,
  quantity,
  unitPrice: listing.price,
  state: 'ORDERED',
});

/** A table at which nobody has ordered yet. */
export const newSession = {
  status: 'OPEN',
  openedAt: undefined,
  closedAt: undefined,
  isFree: false,
  lines: [],
  payments: [],
} satisfies Partial<Table>;

/** What is still to be paid: neither cancelled nor paid. */
export const unpaidLines = ({ lines }: Table): readonly Line[] =>
  lines.filter(({ state, paidBy }) => state !== 'CANCELLED' && paidBy === undefined);

export const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { state, quantity, unitPrice }) => sum + (state === 'CANCELLED' ? 0 : quantity * unitPrice), 0);

export type Tables = ReturnType<typeof createTables>;

export const createTables = (
  planned: readonly PlannedTable[],
  menu: readonly PlannedListing[],
  { now, newLineId }: { readonly now: () => number; readonly newLineId: () => string },
) => {
  const openedAt = now() - 1_800_000;
  const ordered = (): readonly Line[] =>
    menu.slice(0, 3).map((listing, index) => ({
      ...newLine(newLineId(), listing, index + 1),
      ...(index === 0 && { state: 'DELIVERED' }),
    }));
  const settled = (table: Table): Table => {
    const closedAt = openedAt + 600_000;
    const payment = { id: 'cash', amount: sumOf(table.lines), at: closedAt };
    const lines = table.lines.map((line) => ({ ...line, paidBy: payment.id }));
    return { ...table, status: 'CLOSED', closedAt, lines, payments: [payment], updatedAt: closedAt };
  };
  const set = ({ id, number, state }: PlannedTable): Table => {
    const empty: Table = { ...newSession, id, number, updatedAt: openedAt };
    if (state === 'empty') return empty;
    const open: Table = { ...empty, openedAt, lines: ordered() };
    if (state === 'closed') return settled(open);
    return state === 'closing' ? { ...open, status: 'CLOSING' } : open;
  };
  const tables = new Map(planned.map((table) => [table.id, set(table)]));

  return {
    find: (id: string) => tables.get(id),
    /** Every change moves updatedAt on. Nothing happens to a table that is not there. */
    change: (id: string, change: (table: Table) => Partial<Table>) => {
      const table = tables.get(id);
      if (!table) return undefined;
      const at = Math.max(now(), table.updatedAt + 1);
      // A table that changes is one where somebody sits.
      const changed: Table = { ...table, openedAt: table.openedAt ?? at, ...change(table), updatedAt: at };
      tables.set(id, changed);
      return changed;
    },
  };
};
