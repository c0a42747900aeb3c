import type { CheckOutcome, LimitedProduct, ReducedBasket } from '#schemas';
import { lock, recalculate, type Replied, type Reply } from '../../arrange/basket/basket-calls.ts';
import { lineOutcome, inWords } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed } from '../../outcome.ts';
import { got } from './held-lock.ts';

type World = Pick<MerchantWorld, 'merchant'>;

/** Once may be somebody else who took it and gave it back at just these moments. */
const rounds = 2;

/**
 * Endpoints › Merchant-hosted › 3: an error says what cannot be accommodated. Where no lock gets any of a product, others may have it. Not
 * where each lock sets it aside all the same: another basket is shown all of it before, none after, and all again once the
 * first is locked without it.
 * @param asked requests of two baskets, with all that there is of the product and something else.
 */
export const countsItself = async (
  world: World,
  { id, max }: LimitedProduct,
  asked: readonly [one: ReducedBasket, other: ReducedBasket],
): Promise<CheckOutcome | undefined> => {
  const [one, other] = asked;
  const again = (request: ReducedBasket): ReducedBasket => ({ ...request, requestId: freshId() });
  const letGo = (request: ReducedBasket): Promise<Replied> =>
    lock(world, again({ ...request, products: request.products.filter((line) => line.id !== id) }), { expect: 'any' });
  const shownTo = (request: ReducedBasket): Promise<Replied> => recalculate(world, again(request), { expect: 'any' });
  if (asked.some(({ products }) => products.every((line) => line.id === id))) return undefined;
  for (const request of asked) if ((await letGo(request)).kind !== 'replied') return undefined;
  let shown = await shownTo(other);
  let told: CheckOutcome | undefined;
  for (let round = 0; round < rounds; round++) {
    const locked = await lock(world, again(one), { expect: 'any' });
    const during = await shownTo(other);
    await letGo(one);
    const after = await shownTo(other);
    if (!isWhole(shown, id, max) || !isShort(locked, id, max)) return undefined;
    if (!isShort(during, id, max) || !isWhole(after, id, max)) return undefined;
    told = failed({
      expected: `"${id}" with quantity ${max} and no error`,
      actual: inWords(id, lineOutcome(locked.basket, id, max)),
      exchanges: [shown.exchange, locked.exchange, during.exchange, after.exchange],
      cause: 'lock in its own way',
    });
    shown = after;
  }
  return told;
};

const isWhole = (replied: Replied, id: string, max: number): replied is Reply => got(replied, id, max);

const isShort = (replied: Replied, id: string, max: number): replied is Reply =>
  replied.kind === 'replied' && lineOutcome(replied.basket, id, max).kind === 'reported';
