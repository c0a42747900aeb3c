import type { CheckOutcome, OrderContext, RejectedItem } from '#schemas';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import { excerpt, mentions, standsIn } from '../../arrange/json-compare.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';

/** Errors › Mutation rejection reasons */
type Reason = RejectedItem['reasonCode'];

/** An order that has to be rejected. */
export interface Expected {
  readonly what: string;
  readonly right: readonly Reason[];
  /** Reasons that can be defended, and are not the one that is meant. */
  readonly near?: readonly Reason[];
}

const knownReasons: readonly Reason[] = [
  'OUT_OF_STOCK',
  'INSUFFICIENT_STOCK',
  'DELISTED',
  'ORDER_CLOSED',
  'PRICE_CHANGED',
];

/** A kind of order this till has just accepted, to compare others with that differ in one thing. */
export interface AcceptedOrderBaseline {
  readonly context: OrderContext;
  /** The listing of the accepted order. */
  readonly listingId: string;
  readonly exchange: number;
  readonly menu: readonly unknown[];
  /** Submits in this way, or in another place, or paid at once. */
  send(
    items: readonly Wanted[],
    how?: { readonly context?: OrderContext; readonly isPaid?: boolean },
  ): Promise<Submitted | Unanswered>;
}

type Baseline = Pick<AcceptedOrderBaseline, 'exchange'>;

export const accepted = (answer: Submitted | Unanswered): boolean =>
  answer.kind === 'submitted' && answer.result.success === true;

/** An order that differs from an accepted one only in what makes it impossible. */
export const judgeRejection = (
  baseline: Baseline,
  submitted: Submitted,
  { what, right, near = [] }: Expected,
): CheckOutcome => {
  const { success, reasons } = submitted.result;
  const exchanges = [baseline.exchange, submitted.exchange];
  const expected = `success false, rejected as ${right.join(' or ')}`;
  if (success === undefined) return notExercised('a result says no success');
  if (success)
    return failed({
      message: `${what} was accepted; answer success false with the item in rejectedItems.`,
      expected,
      actual: 'success true',
      exchanges,
      cause: `accepted: ${what}`,
    });
  if (reasons.some((reason) => isOf(right, reason))) return passed;
  // A word of the till's own is judged for the body, and what it stands for cannot be known.
  if (reasons.some((reason) => !isOf(knownReasons, reason)))
    return notExercised(`the reason ${excerpt(reasons)} is none of the five`);
  const wrong = {
    message: `${what} was rejected for another reason than that.`,
    expected,
    actual: reasons.length === 0 ? 'no reason' : `rejected as ${excerpt(reasons)}`,
    pointer: reasons.length === 0 ? '/rejectedItems' : '/rejectedItems/0/reasonCode',
    exchanges,
    cause: `wrong reason: ${what}`,
  };
  return reasons.some((reason) => isOf(near, reason))
    ? warned(wrong, 'that reason may be meant as well')
    : failed(wrong);
};

const isOf = (known: readonly string[], reason: string): boolean => known.includes(reason);

/** An order of which one item cannot be accepted; undefined when it is the failure it has to be. */
export const wholeOutcome = (baseline: Baseline, { result, exchange }: Submitted): CheckOutcome | undefined => {
  const exchanges = [baseline.exchange, exchange];
  if (result.success === undefined) return notExercised('a result says no success');
  if (result.success)
    return failed({
      expected: 'success false with the rejected item',
      actual: 'success true',
      exchanges,
      cause: 'a part is a success',
    });
  if (result.rejected?.length !== 0) return undefined;
  return failed({
    expected: 'at least one of rejectedItems',
    actual: 'rejectedItems: []',
    exchanges,
    cause: 'no rejected item',
  });
};

/**
 * Success means that all items are accepted. The shape of an item is not finalised, so one is missed only where the others
 * are named by their listings.
 */
export const allListed = (
  baseline: Baseline,
  { result, exchange }: Submitted,
  wanted: readonly Wanted[],
): CheckOutcome => {
  const listed = result.accepted ?? [];
  const missing = wanted.filter(({ listingId }) => !mentions(listed, listingId));
  const [first] = missing;
  const namesOne = wanted.some(({ listingId }) => standsIn(listed, listingId));
  if (first === undefined || !namesOne) return passed;
  return failed({
    message: `An order of ${wanted.length} items was accepted, and acceptedItems does not name all of them; list every accepted item.`,
    expected: `listing ${excerpt(first.listingId)} among acceptedItems`,
    actual: excerpt(listed),
    exchanges: [baseline.exchange, exchange],
    cause: 'an accepted item not listed',
  });
};

/** One piece of a listing cannot be both accepted and rejected. */
export const bothWays = (
  baseline: Baseline,
  { result, exchange }: Submitted,
  badListing: string,
): CheckOutcome | undefined =>
  standsIn(result.accepted ?? [], badListing) && standsIn(result.rejected ?? [], badListing)
    ? failed({
        expected: `listing ${excerpt(badListing)} among rejectedItems alone`,
        actual: `acceptedItems ${excerpt(result.accepted)}`,
        exchanges: [baseline.exchange, exchange],
        cause: 'an item accepted and rejected',
      })
    : undefined;
