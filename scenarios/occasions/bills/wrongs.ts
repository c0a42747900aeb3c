import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { excerpt, isSameJson, mentions, newAmong, sameElements } from '../../arrange/json-compare.ts';
import { payable, priceOf } from '../../arrange/till/amounts.ts';
import { noneToPay } from '../../arrange/till/bill-excuse.ts';
import type { Billed, Shown } from '../../arrange/till/read-results.ts';
import type { TillTraffic } from '../../context/pos.ts';
import { failed, passed, warned } from '../../outcome.ts';

/** What is to be paid for a bill, and where that stands: what totals are made of is not shown. */
export const dueOf = ({ bill }: Billed): { readonly path: string; readonly value: number } | undefined => {
  const [due] = payable(bill.totals);
  return due && { path: due.path, value: due.money.value };
};

/** What was done at a table between two bills for all of it. */
export interface Between {
  readonly orders: number;
  /** What orders cost that were paid at once. */
  readonly prepaid: number;
  /** The bills that were paid. */
  readonly paid: readonly Billed[];
}

/** A bill of a whole table, and the next one: what was ordered comes onto it, and what was paid is taken off once. */
export const wholeWrong = (before: Billed, now: Billed, between: Between): CheckOutcome | undefined => {
  const { orders, prepaid, paid } = between;
  const [was, is, ...own] = [before, now, ...paid].map(dueOf);
  const isOfOnePlace = was !== undefined && [is, ...own].every((due) => due?.path === was.path);
  const isSame = isSameJson(before.bill.totals, now.bill.totals);
  const exchanges = [before, ...paid, now].map(({ exchange }) => exchange);
  const totals = excerpt(now.bill.totals);
  if (orders > 0 && paid.length === 0 && isSame && was !== undefined)
    return failed({
      expected: `other totals than ${totals}, the totals before the order`,
      actual: 'the same totals',
      exchanges,
      cause: 'an order to be paid later not on the bill',
    });
  if (orders > 0 || was === undefined) return undefined;
  if (paid.length > 0 && isSame && was.value > 0)
    return failed({
      expected: `other totals than ${totals}`,
      actual: 'the same totals',
      exchanges,
      cause: 'a paid line still on the bill',
    });
  if (!isOfOnePlace || is === undefined) return undefined;
  if (prepaid > 0 && paid.length === 0 && is.value === was.value + prepaid)
    return failed({
      expected: `totals ${excerpt(before.bill.totals)}, as before the prepaid order`,
      actual: totals,
      exchanges,
      cause: 'a prepaid order on a bill',
    });
  const sum = own.reduce((all, due) => all + (due?.value ?? 0), 0);
  if (sum > 0 && sum < was.value && is.value === Math.max(0, was.value - 2 * sum))
    return failed({
      expected: `${was.value - sum}, what is left of ${was.value}`,
      actual: `${is.value}`,
      exchanges,
      cause: 'a paid line taken off twice',
    });
  return undefined;
};

type BilledTable = Billed & { readonly seat: Shown };

/** The same lines, billed again after the payment of the first bill had failed. */
export const failureWrong = (first: BilledTable, again: BilledTable): CheckOutcome | undefined => {
  const [before, after] = [first.seat.snapshot, again.seat.snapshot];
  const exchanges = [first.exchange, again.seat.exchange, again.exchange];
  if (before.payments && after.payments && after.payments.length > before.payments.length)
    return warned(
      {
        expected: `payments ${excerpt(before.payments)}, as before`,
        actual: `payments ${excerpt(after.payments)}`,
        exchanges,
        cause: 'a failed payment booked',
      },
      'what stands in payments is not finalised, so that it may be noted as one that failed',
    );
  const [owed, owes] = [dueOf(first), dueOf(again)];
  const isAsItWas = sameElements(before.lines ?? [], after.lines ?? []);
  if (!isAsItWas || owed === undefined || owes?.path !== owed.path || owes.value >= owed.value) return undefined;
  return failed({
    expected: `totals ${excerpt(first.bill.totals)}, as before`,
    actual: `totals ${excerpt(again.bill.totals)}`,
    exchanges,
    cause: 'a smaller bill after a failed payment',
  });
};

/** Where bill and table show lines in the same way, no other line of the table stands on the bill. */
export const strayLine = (
  { snapshot }: Shown,
  { bill, exchange }: Billed,
  selected: readonly string[],
): CheckOutcome | undefined => {
  const others = (snapshot.lines ?? []).filter((line) => !selected.includes(lineIdOf(line) ?? ''));
  const stray = bill.lines?.find((line) => others.some((other) => isSameJson(line, other)));
  if (stray === undefined) return undefined;
  return failed({
    expected: `${selected.length === 1 ? 'line' : 'lines'} ${selected.map(excerpt).join(' and ')} alone`,
    actual: excerpt(stray),
    exchanges: [exchange],
    cause: 'another line billed',
  });
};

/** A bill for some lines, and just before that for all of the table; undefined where nothing is wrong or can be read. */
export const wholeForPart = (whole: Billed, part: Billed): CheckOutcome | undefined => {
  const sameLines = part.bill.lines !== undefined && isSameJson(part.bill.lines, whole.bill.lines);
  const sameTotals = dueOf(part) !== undefined && isSameJson(part.bill.totals, whole.bill.totals);
  if (!sameLines && !sameTotals) return undefined;
  return failed({
    expected: 'other totals and lines than those of the whole bill',
    actual: sameLines ? `lines ${excerpt(part.bill.lines)} in both` : `totals ${excerpt(part.bill.totals)} in both`,
    pointer: sameLines ? '/bill/lines' : '/bill/totals',
    exchanges: [whole.exchange, part.exchange],
    cause: 'a subset billed as the whole',
  });
};

/** Two lines cost more than one of them, unless one costs nothing or less, such as a discount. */
export const lessForMore = (
  { snapshot }: Shown,
  ids: readonly string[],
  part: Billed,
  both: Billed,
): CheckOutcome | undefined => {
  const [less, more] = [dueOf(part), dueOf(both)];
  const same = less !== undefined && isSameJson(part.bill.totals, both.bill.totals);
  const fewer = less !== undefined && more !== undefined && less.path === more.path && more.value < less.value;
  // One may come with another line, and cost nothing.
  const isFree = (line: unknown): boolean => ids.includes(lineIdOf(line) ?? '') && !priceOf(line)[0]?.money.value;
  if ((!same && !fewer) || snapshot.lines?.some(isFree) === true) return undefined;
  return failed({
    expected: `more than ${excerpt(part.bill.totals)}, the totals of one of the two`,
    actual: `totals ${excerpt(both.bill.totals)}`,
    exchanges: [part.exchange, both.exchange],
    cause: 'two lines billed like one',
  });
};

/**
 * Payments name nothing but posBillId. Two bills for the same may be one, so it matters only of unlike ones. A warning: a till may call
 * a bill by the check of its table, of which the later bill takes the place of the earlier, and look at the amount of a payment.
 */
export const sharedId = (one: Billed, other: Billed): CheckOutcome | undefined => {
  const { posBillId } = one.bill;
  if (posBillId === undefined || posBillId !== other.bill.posBillId) return undefined;
  if (isSameJson(one.bill.totals, other.bill.totals)) return undefined;
  return warned(
    {
      expected: 'another posBillId for other lines of the table',
      actual: `posBillId ${excerpt(posBillId)} for totals ${excerpt(one.bill.totals)} and ${excerpt(other.bill.totals)}`,
      exchanges: [one.exchange, other.exchange],
      cause: 'one posBillId for two bills of a table',
    },
    'a till may call a bill by the check of its table',
  );
};

/** What was paid, and is billed once more. */
export const paidAgain = (earlier: Billed, paidIn: number, again: Billed): CheckOutcome | undefined => {
  const owes = dueOf(again)?.value ?? 0;
  if (again.bill.success !== true || owes === 0 || !isSameJson(again.bill.totals, earlier.bill.totals))
    return undefined;
  return failed({
    expected: 'success false, or other totals',
    actual: `success true, totals ${excerpt(again.bill.totals)}`,
    exchanges: [earlier.exchange, paidIn, again.exchange],
    cause: 'a paid line billed again',
  });
};

/** Base models › TipRecipient: tipRecipientId is externalTipRecipientId, and that is what the path names, once it is decoded. */
export const encodedRecipient = (
  { bill, exchange }: Billed,
  traffic: readonly TillTraffic[],
): CheckOutcome | undefined => {
  const { tipRecipientId: named } = bill;
  const puts = traffic.flatMap((seen) => (seen.kind === 'tip' && seen.action === 'put' ? [seen] : []));
  if (named === undefined || puts.some(({ id }) => id === named)) return undefined;
  const isFolded = (id: string): boolean => id.toLowerCase() === named.toLowerCase();
  const put = puts.findLast(({ id = '' }) => isFolded(id) || [encodeURI(id), encodeURIComponent(id)].includes(named));
  if (put === undefined) return undefined;
  return failed({
    expected: `tipRecipientId ${excerpt(put.id)}, as it was put`,
    actual: `tipRecipientId ${excerpt(named)}`,
    pointer: '/tipRecipientId',
    exchanges: [put.exchange, exchange],
    cause: isFolded(put.id ?? '') ? 'the recipient of a bill in other capitals' : 'the recipient of a bill encoded',
  });
};

/** Whether one of these lines is shown otherwise than before, or not at all. */
export const areTouched = (before: Shown, after: Shown, ids: readonly string[]): boolean => {
  const [was, is] = [before, after].map(({ snapshot }) =>
    (snapshot.lines ?? []).filter((line) => ids.includes(lineIdOf(line) ?? '')),
  );
  return newAmong(was ?? [], is ?? []).length > 0;
};

/** The checkpoint is optional: without one there is nothing that could have changed since. */
export const bareOutcome = (
  { bill: { success, reasonCode = 'none' }, exchange }: Billed,
  now: Billed,
): CheckOutcome | undefined => {
  if (success === true) return passed;
  if (success === undefined || !['ORDER_CHANGED', ...noneToPay].includes(reasonCode)) return undefined;
  return failed({
    expected: 'success true',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [exchange, now.exchange],
    cause: 'no bill without a checkpoint',
  });
};

interface Alike {
  readonly ids: readonly string[];
  readonly listing: string;
  readonly seat: Shown;
}

/** One piece of a listing costs as much as another, not several times that. */
export const severalFor = (one: Billed, other: Billed, { ids, listing, seat }: Alike): CheckOutcome | undefined => {
  const lines = (seat.snapshot.lines ?? []).filter(
    (line) => ids.includes(lineIdOf(line) ?? '') && mentions(line, listing),
  );
  const [price, due] = [one, other].map(dueOf);
  if (lines.length < 2 || price === undefined || due?.path !== price.path || price.value <= 0) return undefined;
  if (due.value <= price.value || due.value % price.value > 0) return undefined;
  return failed({
    expected: `${price.value}, as was billed for another line of the same listing`,
    actual: `${due.value}`,
    exchanges: [one.exchange, other.exchange],
    cause: 'another line billed',
  });
};
