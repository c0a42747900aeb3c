import type { CheckOutcome } from '#schemas';
import { recalculate, restore } from '../../arrange/basket/basket-calls.ts';
import { answerInWords, openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { type Shortage, shortageOutcome } from '../../arrange/basket/shortages.ts';
import { failed, passed, shownBy, unlessUnmet } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { discountOf, madeUpCode } from './codes.ts';

/** What becomes of a product and of a code that each have their error alone. */
export interface BothShort {
  readonly shortage: CheckOutcome;
  readonly code?: CheckOutcome;
}

/** Endpoints › Merchant-hosted › 2: error codes on the discount and on the product, where both cannot be accommodated. */
export const shortWithBadCode = async (
  world: MerchantWorld<never>,
  short: Shortage,
): Promise<BothShort | undefined> => {
  const beside = stockedLines(world, 1).filter(({ variantId }) => variantId !== short.id);
  const opened = await unlessUnmet(openBasket(world, { lines: [...beside, { variantId: short.id, quantity: 1 }] }));
  if (opened === undefined) return undefined;
  const code = madeUpCode();
  const others = productsOf(opened.basket).filter(({ id }) => id !== short.id);
  const asking = (products: typeof others) =>
    recalculate(world, reducedBasket(opened.basketId, opened.basket, { codes: [code], products }), { expect: 'any' });
  const alone = await asking(others);
  const both = await asking([...others, { id: short.id, ean: undefined, quantity: short.asked, free: false }]);
  if (opened.origin === 'fixture') await restore(world, opened);
  const error = alone.kind === 'replied' ? discountOf(alone.basket, code)?.error : undefined;
  if (alone.kind !== 'replied' || error === undefined) return undefined;
  if (both.kind === 'not-replied') {
    if (both.answer.kind === 'unsent') return undefined;
    const shortage = failed({
      expected: `2xx with an error on "${short.id}" and on discount "${code}"`,
      actual: answerInWords(both.answer),
      exchanges: [alone.exchange, both.answer.exchange],
      cause: 'shortage and bad code refused',
    });
    return { shortage };
  }
  const found = shortageOutcome(both.basket, short, [], [both.exchange]);
  const shortage =
    found.status !== 'failed' ? passed : failed({ ...shownBy(found), cause: 'shortage silent beside a bad code' });
  const discount = discountOf(both.basket, code);
  if (both.basket.discounts === undefined || discount?.error !== undefined) return { shortage, code: passed };
  return {
    shortage,
    code: failed({
      expected: `discount "${code}" with error ${error}, as with products that are there`,
      actual: discount === undefined ? `no discount "${code}"` : `discount "${code}" without an error`,
      pointer: discount?.pointer ?? '/price/discounts',
      exchanges: [alone.exchange, both.exchange],
      cause: 'bad code silent beside a shortage',
    }),
  };
};
