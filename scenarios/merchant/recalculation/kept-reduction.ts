import type { CheckOutcome } from '#schemas';
import type { Reply } from '../../arrange/basket/basket-calls.ts';
import { sameElements } from '../../arrange/json-compare.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { failed } from '../../outcome.ts';

/**
 * Endpoints › Merchant-hosted › 2: a code that is left out no longer counts, in the value either. What a basket is worth is
 * tied to nothing, and may change at any time; that it is just as much less as the code makes it, at the same prices and for
 * the same contents as before it, is the code's doing. Undefined where it is not so.
 */
export const keptReduction = (
  before: Answered,
  reduced: Answered,
  after: Answered,
  code: string,
): CheckOutcome | undefined => {
  const [first, last] = [before.basket, after.basket];
  const [whole, now] = [first.basketValue, last.basketValue];
  if (whole === undefined || now === undefined || now >= whole) return undefined;
  // A value may have its discounts taken off, or be what they are taken off from.
  const off = reduced.basket.discounts?.find((one) => one.code === code)?.value;
  if (now !== reduced.basket.basketValue && !isAbout(whole - now, off, first.lines?.length ?? 1)) return undefined;
  if (!sameElements(pricesOf(first), pricesOf(last)) || !sameElements(discountsOf(first), discountsOf(last)))
    return undefined;
  return failed({
    message: `The discount code "${code}" was removed, but the basketValue is still reduced by it; compute the value from the codes of the request only.`,
    expected: `basketValue ${whole}`,
    actual: `basketValue ${now}, less as with the code`,
    exchanges: [before.exchange, reduced.exchange, after.exchange],
    cause: 'reduction of a code left out still counts',
  });
};

type Answered = Pick<Reply, 'basket' | 'exchange'>;

/** A share may be rounded otherwise where it is taken off than where it is shown, on each line by itself. */
const isAbout = (less: number, off: number | undefined, rounding: number): boolean =>
  off !== undefined && Math.abs(less - off) <= (off > 10 * rounding ? rounding : 0);

const pricesOf = ({ lines = [] }: ReadBasket): readonly unknown[] =>
  lines.map(({ id, quantity, unitPrice, linePrice }) => [id, quantity, unitPrice, linePrice]);

const discountsOf = ({ discounts = [] }: ReadBasket): readonly unknown[] =>
  discounts.map(({ code, value, error }) => [code, value, error ?? null]);
