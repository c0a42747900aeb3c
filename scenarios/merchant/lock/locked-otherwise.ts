import type { CheckOutcome, ReducedBasket } from '#schemas';
import { recalculate, type Replied, type Reply } from '../../arrange/basket/basket-calls.ts';
import { openBasket, type OpenBasket } from '../../arrange/basket/open-basket.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';
import { type Difference, difference, differences, withoutPolicies } from '../recalculation/basket-difference.ts';

/** A lock, and what the same request had been answered with before. */
export interface Compared {
  /** As it was scanned. */
  readonly opened: OpenBasket;
  readonly request: ReducedBasket;
  readonly calculated: readonly Replied[];
  readonly locked: Reply;
}

/**
 * Not where a recalculation of the same request agrees with the lock by then, so that it is not the lock that is otherwise, nor where
 * prices have changed in between, so that another basket has those of the lock.
 */
export const lockedOtherwise = async (
  world: Parameters<typeof openBasket>[0] & Pick<MerchantWorld, 'fixtures'>,
  { opened, request, calculated, locked }: Compared,
): Promise<CheckOutcome> => {
  const compared = otherwise(opened.basket, calculated, locked);
  if (compared.status !== 'failed') return compared;
  const explains = async (asked: ReducedBasket): Promise<boolean> => {
    const again = await recalculate(world, { ...asked, requestId: freshId() }, { expect: 'any' });
    return again.kind === 'replied' && otherwise(opened.basket, [again, again], locked).status !== 'failed';
  };
  if (await explains(request)) return changed;
  const lines = (request.products ?? []).map(({ id, quantity }) => ({ variantId: id, quantity }));
  const other = await unlessUnmet(openBasket(world, { lines }));
  if (other === undefined) return compared;
  return (await explains({ ...request, id: other.basket.id ?? other.basketId })) ? changed : compared;
};

const changed = notExercised('what is recalculated changed just before the lock');

/**
 * Endpoints › Merchant-hosted › 3: the same as the recalculation response, or else error codes that say why. Only recalculations
 * that agree with each other tell what the lock had to be; what it says of codes and products that are short, it may say first. Of
 * policies that differ only basket/policies-omitted-when-none speaks: the customer pays the same, as with a discount that is
 * listed twice just as it is.
 * @param scanned the basket before anything was asked for: where the lock agrees with it, the recalculation is the odd one.
 */
const otherwise = (scanned: ReadBasket, calculated: readonly Replied[], locked: Reply): CheckOutcome => {
  const [first, again] = calculated;
  if (first?.kind !== 'replied' || again?.kind !== 'replied') return notExercised('the basket was not recalculated');
  if (!again.isValid || !locked.isValid) return notExercised('the recalculation or the lock breaks the schema');
  if (errorsIn(locked.basket).some((error) => !errorsIn(again.basket).includes(error)))
    return notExercised('the lock has an error that the recalculation has not');
  const before = asPaid(again.basket);
  if (difference(asPaid(first.basket), before) !== undefined)
    return notExercised('the same request was recalculated in two ways');
  const now = asPaid(locked.basket);
  const all = differences(before, now);
  const asScanned = differences(asPaid(scanned), now);
  const ofTheLock = all.filter((one) => isOfTheLock(one, all));
  const found =
    ofTheLock.find((one) => isLostCode(one) || asScanned.some(({ second }) => second === one.second)) ??
    otherDeliveries([scanned, first.basket, again.basket], locked.basket);
  if (found === undefined)
    return ofTheLock.length === 0
      ? passed
      : notExercised('the lock is as the basket was scanned, and not as recalculated');
  return failed({
    expected: found.first,
    actual: found.second,
    pointer: found.pointer,
    exchanges: [again.exchange, locked.exchange],
    cause: isLostCode(found) ? 'code lost by the lock' : 'locked otherwise than recalculated',
  });
};

const asPaid = (basket: ReadBasket): ReadBasket => {
  const once = new Map(basket.discounts?.map((one) => [JSON.stringify([one.code, one.value, one.error]), one]));
  return { ...withoutPolicies(basket), discounts: basket.discounts && [...once.values()] };
};

/**
 * Which deliveries there are may differ from answer to answer. A lock that offers nothing of what had been shown, and
 * something else instead, leaves the customer without the one they chose.
 */
const otherDeliveries = (shown: readonly ReadBasket[], locked: ReadBasket): Difference | undefined => {
  const [before = [], ...others] = shown.slice(1).map(keysOf);
  const now = keysOf(locked);
  const isAgreed = before.length > 0 && others.every((keys) => keys.join() === before.join());
  if (!isAgreed || now.length === 0 || shown.flatMap(keysOf).some((key) => now.includes(key))) return undefined;
  const inWords = (keys: readonly string[]): string => `delivery by ${keys.join(', ')}`;
  return { kind: 'delivery', first: inWords(before), second: inWords(now), pointer: '/deliveryOptions' };
};

const keysOf = ({ deliveryOptions = [] }: ReadBasket): readonly string[] =>
  [...new Set(deliveryOptions.map(({ key }) => key))].toSorted();

/** A value follows from the rest, so that it tells something only where the rest is alike. */
const isOfTheLock = ({ kind, first, second }: Difference, all: readonly Difference[]): boolean => {
  if (kind === 'basketValue') return all.every((other) => other.kind === 'basketValue' || other.kind === 'delivery');
  return kind !== 'discount' || (hasNoError(first) && (hasNoError(second) || isLost(second)));
};

const isLost = (discount: string): boolean => discount.startsWith('no discount');
/** Of codes a basket has none when it is scanned. */
const isLostCode = ({ kind, second }: Difference): boolean => kind === 'discount' && isLost(second);

const hasNoError = (discount: string): boolean => discount.endsWith('no error');

const errorsIn = ({ lines = [], discounts = [] }: ReadBasket): readonly string[] => [
  ...lines.flatMap(({ id, error }) => (error === undefined ? [] : [`product ${id}: ${error}`])),
  ...discounts.flatMap(({ code, error }) => (error === undefined ? [] : [`discount ${code}: ${error}`])),
];
