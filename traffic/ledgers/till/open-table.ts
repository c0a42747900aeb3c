interface Shown {
  readonly tableId?: unknown;
  readonly status?: unknown;
}

/** Whether snapshot and session are of the table that was asked for, and somebody may sit there. */
export const areOpen = (tableId: string | undefined, ...shown: readonly Shown[]): boolean =>
  shown.every((one) => one.tableId === tableId && one.status === 'OPEN');
