import type { CheckOutcome } from '#schemas';
import { recalculate, restore } from '../../arrange/basket/basket-calls.ts';
import { answerInWords, openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { type Shortage, shortageOutcome } from '../../arrange/basket/shortages.ts';
import { failed, passed, shownBy, unlessUnmet } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const most = 3;

/** Products that have their error when each is short alone have it as well when they are short together. */
export const severalShortages = async (
  world: MerchantWorld<never>,
  shortages: readonly Shortage[],
): Promise<CheckOutcome | undefined> => {
  const short = shortages.slice(0, most);
  if (short.length < 2) return undefined;
  const beside = stockedLines(world, 1).filter(({ variantId }) => short.every(({ id }) => id !== variantId));
  const lines = [...beside, ...short.map(({ id }) => ({ variantId: id, quantity: 1 }))];
  const opened = await unlessUnmet(openBasket(world, { lines }));
  if (opened === undefined) return undefined;
  const others = productsOf(opened.basket).filter(({ id }) => short.every((one) => one.id !== id));
  const products = [...others, ...short.map(({ id, asked }) => ({ id, quantity: asked }))];
  const request = reducedBasket(opened.basketId, opened.basket, { products });
  const replied = await recalculate(world, request, { expect: 'any' });
  if (opened.origin === 'fixture') await restore(world, opened);
  if (replied.kind === 'not-replied')
    return replied.answer.kind === 'unsent'
      ? undefined
      : failed({
          expected: `2xx with an error on ${short.map(({ id }) => `"${id}"`).join(' and ')}`,
          actual: answerInWords(replied.answer),
          exchanges: [replied.answer.exchange],
          cause: 'several shortages refused',
        });
  for (const one of short) {
    const outcome = shortageOutcome(replied.basket, one, [], [replied.exchange]);
    if (outcome.status !== 'failed') continue;
    return failed({ ...shownBy(outcome), cause: 'one of several shortages silent' });
  }
  return passed;
};
