import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { excerpt, isSameJson, mentions } from '../../arrange/json-compare.ts';
import type { ShownTable } from '../../arrange/till/read-results.ts';
import type { TillTraffic } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';

/** A table with what was ordered while a bill of it waited, by the identifiers of the lines, and as it was once the payment had failed. */
export interface FailedWith {
  readonly ordered: ShownTable;
  readonly ids: readonly string[];
  readonly after: ShownTable;
}

/** The lines are gone, and nobody at the till says that they were cancelled. */
export const isDropped = ({ ordered, ids, after }: FailedWith, since: readonly TillTraffic[]): boolean => {
  const [was, is] = [ordered.snapshot, after.snapshot];
  const left = is.lines?.map(lineIdOf);
  const isSaid = since.some(
    (seen) =>
      seen.kind === 'event' && [ordered.tableId, ...ids].some((id) => seen.unkept === true || mentions(seen.body, id)),
  );
  return (
    ids.length > 0 &&
    left !== undefined &&
    left.length < (was.lines?.length ?? 0) &&
    !ids.some((id) => left.includes(id)) &&
    (is.updatedAtMs ?? 0) >= (was.updatedAtMs ?? Number.POSITIVE_INFINITY) &&
    isSameJson(was.payments, is.payments) &&
    !isSaid
  );
};

/** Resources › Bill and payment: BillPaymentFailed releases what was prepared. Twice in a row nobody takes just these lines off by hand. */
export const droppedOrder = (failures: readonly FailedWith[]): CheckOutcome =>
  failed({
    expected: `line ${excerpt(failures[0]?.ids[0])} on the table, as before the failure`,
    actual: 'the table without it, twice in a row',
    exchanges: failures.flatMap(({ ordered, after }) => [ordered.exchange, after.exchange]),
    cause: 'an order gone after a failed payment',
  });
