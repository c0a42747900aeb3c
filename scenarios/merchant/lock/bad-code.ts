import { freshId } from '../../arrange/identity.ts';
import { lock, recalculate } from '../../arrange/basket/basket-calls.ts';
import { openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { reducedBasket } from '../../arrange/basket/products.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed } from '../../outcome.ts';
import { discountOf, madeUpCode } from '../recalculation/codes.ts';

/** Endpoints › Merchant-hosted › 3: the answer is that of a recalculation, plus error codes. Whether such a lock may be refused is left open. */
export default defineMerchantScenario({
  id: 'merchant/lock-bad-code',
  title: 'A discount code that cannot be applied says so in the answer to a lock as well',
  phase: 'lock',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl', 'triggers.createBasket'],
  changes: ['recalculations'],
  covers: ['lock/shortage-reported'],
  async run(world) {
    if (!world.claims.lock) return undefined;
    const opened = await openBasket(world, { lines: stockedLines(world, 1) });
    if (opened.kind === 'blocked') return undefined;
    const code = madeUpCode();
    const request = reducedBasket(opened.basketId, opened.basket, { codes: [code] });
    const recalculated = await recalculate(world, request, { expect: 'any' });
    // Where a recalculation does not say so either, that is told of it.
    if (recalculated.kind === 'not-replied') return undefined;
    const error = discountOf(recalculated.basket, code)?.error;
    if (error === undefined) return undefined;
    const locked = await lock(world, { ...request, requestId: freshId() }, { expect: 'any' });
    if (locked.kind === 'not-replied' || locked.basket.discounts === undefined) return undefined;
    const discount = discountOf(locked.basket, code);
    if (discount?.error !== undefined) return undefined;
    return failed({
      message: discount
        ? 'A discount code that cannot be applied was locked without an error, as if it were; put the error on it, as in the answer to a recalculation.'
        : 'A discount code that cannot be applied was locked away without a word; return it in price.discounts with its error, as in the answer to a recalculation.',
      expected: `discount "${code}" with error ${error}, as in the recalculation`,
      actual: discount
        ? `discount "${code}" with value ${discount.value ?? 'unknown'} and no error`
        : `no discount "${code}"`,
      pointer: discount?.pointer ?? '/price/discounts',
      exchanges: [recalculated.exchange, locked.exchange],
      cause: discount ? 'bad code locked without error' : 'bad code lost by the lock',
    });
  },
});
