import { type Asked, type Product, reducedBasket } from '../../arrange/basket/products.ts';
import { recalculate, type Replied } from '../../arrange/basket/basket-calls.ts';
import { answerInWords, type OpenBasket } from '../../arrange/basket/open-basket.ts';
import { failed } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

export const changeCovers = ['recalculation/shortage-reported'] as const;
type World = MerchantWorld<(typeof changeCovers)[number]>;

/** Whether a quantity is known to be available: the basket held it, or the configuration says so. */
export const isKnown = (fixtures: MerchantWorld['fixtures'], held: readonly Product[], asked: Asked): boolean =>
  asked.quantity <= (held.find(({ id }) => id === asked.id)?.quantity ?? 0) ||
  (asked.quantity <= 1 && fixtures.products?.inStock?.includes(asked.id) === true);

/**
 * Recalculates an open basket to hold these products. A request for more than is known to be available may meet a
 * shortage, and a shortage is no reason to refuse: where the basket as it was scanned is answered, that is what failed.
 */
export const change = async (
  world: World,
  opened: OpenBasket,
  held: readonly Product[],
  asked: readonly Asked[],
): Promise<Replied> => {
  const request = reducedBasket(opened.basketId, opened.basket, { products: asked });
  const sure = asked.every((product) => isKnown(world.fixtures, held, product));
  const replied = await recalculate(world, request, sure ? {} : { expect: 'any' });
  if (sure || replied.kind === 'replied' || replied.answer.kind === 'unsent') return replied;
  const twin = await recalculate(world, reducedBasket(opened.basketId, opened.basket));
  if (twin.kind === 'replied')
    world.check(
      'recalculation/shortage-reported',
      failed({
        expected: '2xx with a basket, as the basket as it was scanned is answered',
        actual: answerInWords(replied.answer),
        exchanges: [twin.exchange, replied.answer.exchange],
        cause: `shortage ${replied.answer.kind}`,
      }),
    );
  return replied;
};
