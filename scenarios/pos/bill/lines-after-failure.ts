import { lineIdOf } from '#traffic/laws';
import type { CheckOutcome } from '#schemas';
import { eventually } from '../../arrange/eventually.ts';
import { isSameJson } from '../../arrange/json-compare.ts';
import type { Billed, ReadSnapshot } from '../../arrange/till/read-results.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';

/** A bill for some lines, or why there is none, and the table as it was just before. */
export type SomeBilled = Billed & { readonly seat: { readonly snapshot: ReadSnapshot } };

export interface Lines {
  readonly ids: readonly string[];
  /** As it was when they were ordered. */
  readonly snapshot: ReadSnapshot;
}

/** Far more than a till takes to let go of a bill. */
const releasedWithinMs = 10_000;

interface Table {
  /** A bill for these lines, whose payment fails at once; undefined where there is no answer. */
  bill(ids: readonly string[]): Promise<SomeBilled | undefined>;
  /** Has one line more ordered. */
  order(): Promise<Lines | undefined>;
}

/**
 * Bill and payment: after BillPaymentFailed nothing of what was prepared is left, so that the same lines can be billed once more. A
 * guest may pay for them in cash just then, but not each time, and not without a payment. Undefined where nothing is wrong.
 */
export const onceMore = async (
  world: PosWorld<never>,
  first: SomeBilled,
  lines: Lines,
  { bill, order }: Table,
): Promise<CheckOutcome | undefined> => {
  // A till may have deleted the message, and release what it is about a little later.
  const later = async ({ ids }: Lines): Promise<SomeBilled | undefined> =>
    await eventually(
      world,
      () => bill(ids),
      (seen) => seen?.bill.success !== false,
      { withinMs: releasedWithinMs },
    );
  const again = await later(lines);
  if (again === undefined || !isGone(again, lines)) return undefined;
  const more = await order();
  const next = more && (await bill(more.ids));
  if (more === undefined || next?.bill.success !== true) return undefined;
  const last = await later(more);
  return last && isGone(last, more) ? goneOutcome([first, again, next, last], last.bill.reasonCode) : undefined;
};

/** As if they were paid: what is selected is no longer among what is to be paid, asked for with the updatedAt of just now. */
const nothingToPay = ['NO_OPEN_BILL', 'ORDER_CHANGED'];

/** The lines are there as they were, nobody has paid anything, and there is nothing to pay for them. */
const isGone = ({ bill, seat: { snapshot: now } }: SomeBilled, { ids, snapshot: before }: Lines): boolean => {
  const shown = now.lines?.map(lineIdOf) ?? [];
  return (
    bill.success === false &&
    nothingToPay.includes(bill.reasonCode ?? '') &&
    isSameJson(before.payments, now.payments) &&
    ids.every((id) => shown.includes(id))
  );
};

const goneOutcome = (bills: readonly SomeBilled[], reasonCode = 'none'): CheckOutcome =>
  failed({
    expected: 'a bill for the same lines, as before that one',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: bills.map(({ exchange }) => exchange),
    cause: 'lines of a failed bill not to be paid',
  });
