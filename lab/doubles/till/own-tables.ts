import type { TableShare } from '#scenarios';

/** Nobody else is at any table. */
export const ownTables: TableShare = {
  take: ([table = '']) => Promise.resolve(table),
  takeBeside: ([table = '']) => Promise.resolve(table),
  takeAnother: ([table]) => table,
  leave: () => undefined,
};
