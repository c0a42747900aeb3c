import type { RequirementId } from '#schemas';
import type { Row, Says, Sight } from '../../../evidence/row.ts';
import type { BillStep } from '../../../ledgers/till/bills.ts';
import type { TillLedgers } from '../../../ledgers/till/ledgers.ts';
import type { Look } from '../../../ledgers/till/look.ts';
import type { TableStep } from '../../../ledgers/till/tables.ts';

export type TillRow<Id extends RequirementId = RequirementId> = Row<BillStep, TillLedgers, Id>;

/** The table, as whoever asked for it was shown it anew. */
export const freshLook = ({ look }: TableStep): Look | undefined =>
  look?.came === 'asked' && look.isFresh && look.isOwn ? look : undefined;

/** For a row that compares the table with what the look before showed. */
export const onTwoLooks =
  (compare: (before: Look, now: Look, step: BillStep) => Says) =>
  (step: BillStep): Says => {
    const now = freshLook(step);
    return now?.before && compare(now.before, now, step);
  };

/** The two are one session as far as its status tells. */
export const areSeated = (before: Look, now: Look): boolean => before.isSeated && now.isSeated;

/** The table is not what it was shown as before. */
export const unlike = (
  before: Pick<Look, 'exchange'>,
  now: Pick<Look, 'tableId' | 'exchange'>,
  expected: string,
  actual: string,
): Sight => ({ unlike: now.tableId, exchanges: [before.exchange, now.exchange], expected, actual });

export const named = (id: unknown): string => JSON.stringify(id);
