import type { Row } from '../../../evidence/row.ts';
import type { Look } from '../../../ledgers/till/look.ts';
import type { Tables, TableStep } from '../../../ledgers/till/tables.ts';

export type TableRow = Row<TableStep, Tables>;

/** The table, as whoever asked for it was shown it anew. */
export const freshLook = ({ look }: TableStep): Look | undefined =>
  look?.came === 'asked' && look.isFresh && look.isOwn ? look : undefined;

/** Beside the one before it. */
export const twoLooks = (step: TableStep): { readonly before: Look; readonly now: Look } | undefined => {
  const now = freshLook(step);
  return now?.before && { before: now.before, now };
};

/** The two are one session as far as its status tells. */
export const twoSeated = (step: TableStep): ReturnType<typeof twoLooks> => {
  const looks = twoLooks(step);
  return looks?.before.isSeated === true && looks.now.isSeated ? looks : undefined;
};

export const named = (id: unknown): string => JSON.stringify(id);
