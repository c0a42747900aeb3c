import type { CheckOutcome } from '#schemas';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { withoutDiscount } from '../../arrange/basket/codes.ts';
import { codesOf, type Product, productsOf } from '../../arrange/basket/products.ts';
import { type ReadBasket, readBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, inWords, isAsAsked, isLost } from '../../arrange/basket/reflection.ts';
import { failed } from '../../outcome.ts';
import type { MerchantWorld, PushedChange } from '../../context/merchant.ts';

type World = Pick<MerchantWorld, 'merchant' | 'platform'>;

/** So long another push of the same change may take. */
const stragglerMs = 1_000;

/** A push, and what its basket was retrieved with right afterwards. */
export interface Unlike {
  readonly pushed: PushedChange;
  readonly now: ReadBasket;
  readonly exchange: number;
  /** What the push lacks, if it holds nothing that is not there. */
  readonly lacking?: Product;
  /** A code it was recalculated with, in force, that the push does not list. */
  readonly code?: string;
  /** It is retrieved with the same products, and another price. */
  readonly isPriceAlone?: true;
}

export interface Before {
  /** The basket as it was last retrieved. */
  readonly before: ReadBasket;
  /** What it was before it was recalculated. */
  readonly outdated?: ReadBasket;
  /** With these. */
  readonly codes?: readonly string[];
}

/**
 * Resources › Basket: the body of a basket change is the basket. Undefined where the basket is retrieved as it was before the push, as of
 * a shop that shows a change later or pushes samples, and where a push of what is retrieved follows.
 */
export const unlikeRetrieved = async (
  world: World,
  opened: Pick<OpenBasket, 'basketId'>,
  pushed: PushedChange,
  { before, outdated, codes = [] }: Before,
): Promise<Unlike | undefined> => {
  const answer = await world.merchant.retrieve(opened.basketId, { expect: 'any' });
  if (answer.kind !== 'answered') return undefined;
  const now = readBasket(answer.body);
  const basket = readBasket(pushed.body);
  const code = lostCode(codes, now, basket);
  if (code !== undefined && isAlike(basket, now)) return { pushed, now, exchange: answer.exchange, code };
  // Whatever a shop pushes samples of, it is not what the basket was before a recalculation that the shop has kept.
  if (isAlike(before, now))
    return outdated && isAlike(basket, outdated) && !isAlike(before, outdated)
      ? { pushed, now, exchange: answer.exchange }
      : undefined;
  const isAll = holdsAll(now, basket);
  const lacking = lackingIn(basket, before, now);
  if (isAll && lacking === undefined) {
    const isSame = basket.basketValue === now.basketValue;
    return isSame ? undefined : { pushed, now, exchange: answer.exchange, isPriceAlone: true };
  }
  const isOfNow = (change: PushedChange): boolean => {
    const next = readBasket(change.body);
    if (change.receivedAt < pushed.receivedAt || next.id !== basket.id) return false;
    return (isAll || holdsAll(now, next)) && (lacking === undefined || holdsAll(next, now));
  };
  const later = await world.platform.nextChange(isOfNow, stragglerMs);
  if (later !== undefined) return undefined;
  return { pushed, now, exchange: answer.exchange, ...(isAll && lacking !== undefined ? { lacking } : {}) };
};

/**
 * What stood in the basket before the push, and stands there after it. What has come in since may be pushed with the change after that,
 * unless the push is of the basket as it was before.
 */
const lackingIn = (pushed: ReadBasket, before: ReadBasket, now: ReadBasket): Product | undefined => {
  // What is sold out may be pushed with a quantity of 0, and be there again right afterwards.
  const isGone = ({ id }: Product) => pushed.lines?.some((line) => line.id === id && line.quantity === 0) === true;
  return straysIn(pushed, now).find(
    (product) => !isGone(product) && (isAlike(before, pushed) || isAsAsked(before, product)),
  );
};

/** What the one holds stands in the other in the same quantity; with an error there it may have been sold. */
const holdsAll = (whole: ReadBasket, part: ReadBasket): boolean => strayIn(whole, part) === undefined;

export const isAlike = (one: ReadBasket, other: ReadBasket): boolean => holdsAll(one, other) && holdsAll(other, one);

/** What the push does not list, be it with an error. */
const lostCode = (codes: readonly string[], now: ReadBasket, { discounts }: ReadBasket): string | undefined =>
  codes.find((code) => codesOf(now).includes(code) && discounts?.every((one) => one.code !== code));

const strayIn = (whole: ReadBasket, part: ReadBasket): Product | undefined => straysIn(whole, part)[0];

const straysIn = (whole: ReadBasket, part: ReadBasket): readonly Product[] =>
  productsOf(part).filter((product) => !product.free && isLost(whole, product) && !isRenamed(whole, part, product));

/** As many at the same price stand there under an id of which the other knows nothing: it is the id that is wrong. */
const isRenamed = (whole: ReadBasket, part: ReadBasket, { id, quantity }: Product): boolean => {
  const price = part.lines?.find((line) => line.id === id)?.unitPrice;
  const isIn = (name: string | undefined) => part.lines?.some((line) => line.id === name) === true;
  return (whole.lines ?? []).some((line) => !isIn(line.id) && line.quantity === quantity && line.unitPrice === price);
};

/** Twice in a row: once somebody else may have changed the basket in between. */
export const unlikeTwice = ([first, second]: readonly [Unlike, Unlike]): CheckOutcome => {
  const basket = readBasket(second.pushed.body);
  const { lacking, code = '' } = second;
  const { id, quantity = 0 } = lacking ?? strayIn(second.now, basket) ?? {};
  return failed({
    ...(id === undefined
      ? { expected: `discount "${code}", as it was retrieved`, actual: withoutDiscount(basket, code) }
      : lacking === undefined
        ? {
            expected: `${inWords(id, lineOutcome(second.now, id, quantity))}, as it was retrieved`,
            actual: `"${id}" with quantity ${quantity}`,
          }
        : {
            expected: `"${id}" with quantity ${quantity}, as it was retrieved`,
            actual: inWords(id, lineOutcome(basket, id, quantity)),
          }),
    exchanges: [first.pushed.exchange, first.exchange, second.pushed.exchange, second.exchange],
    cause: 'pushed unlike retrieved',
  });
};
