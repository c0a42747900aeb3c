import { textIn } from '#mocks/json';
import { showing } from './unmoved.ts';
import type { Table } from '#mocks/pos/restaurant/tables';
import type { TillParts } from '#mocks/pos/till';

/** Changes of a table after which it is shown with the updatedAt of before, until something else changes there. */
export const createUnmovedChanges = ({ restaurant: { tables } }: TillParts) => {
  /** The table's time since, and the one that is shown. */
  const stamps = new Map<string, { readonly real: number; readonly shown: number }>();
  return {
    change: (tableId: string, change: (table: Table) => Partial<Table>): void => {
      const before = tables.find(tableId);
      const changed = tables.change(tableId, change);
      if (before && changed) stamps.set(tableId, { real: changed.updatedAt, shown: before.updatedAt });
    },
    show: showing((real, _, { tableId }) => {
      const stamp = stamps.get(textIn(tableId));
      return stamp?.real === real ? stamp.shown : real;
    }),
  };
};
