import type { ReducedBasket } from '#schemas';
import { codesOf, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { discountOf } from '../recalculation/codes.ts';
import { freshId } from '../../arrange/identity.ts';
import { lock, recalculate } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { openBasket, type OpenBasket, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed } from '../../outcome.ts';
import { isLost } from '../../arrange/basket/reflects-changes.ts';
import { fateOf, inWords } from '../../arrange/basket/reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

export default defineMerchantScenario({
  id: 'merchant/lock',
  title: 'A basket can be locked, and stays valid for a while',
  phase: 'lock',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  reads: [],
  covers: ['lock/shortage-reported'],
  provokes: ['basket/request-id-echo', 'lock/expires-in-future'],
  async run(world) {
    if (!world.claims.lock) return;
    // The few fixture baskets are locked as they are ordered: a locked basket may rightly refuse to be locked again.
    if (world.claims.orders && !world.triggers.has('createBasket')) return;
    const opened = await openBasket(world, { lines: stockedLines(world, 2) });
    if (opened.kind === 'blocked') {
      world.unprovoked('lock/expires-in-future', opened.outcome);
      return;
    }
    const request = withCode(world, opened);
    // What was asked for before is not what is to be locked.
    const before = request.products?.map((product) => ({ ...product, quantity: product.quantity + 1 }));
    await recalculate(world, { ...request, requestId: freshId(), products: before ?? [] }, { expect: 'any' });
    const replied = await lock(world, request);
    if (replied.kind === 'not-replied') {
      world.unprovoked('lock/expires-in-future', unanswered('the basket could not be locked', replied.answer));
      return;
    }
    const { basket, exchange } = replied;
    for (const { id, quantity, free } of productsOf(opened.basket)) {
      const fate = fateOf(basket, id, quantity);
      // An error here is the target's right: stock may have changed. Quietly locking something else is not.
      if (free || (fate.kind !== 'missing' && fate.kind !== 'differs')) continue;
      // Nor is it the lock where a mere recalculation does the same.
      const same = await recalculate(world, { ...request, requestId: freshId() }, { expect: 'any' });
      if (same.kind === 'replied' && isLost(same.basket, { id, quantity })) continue;
      world.check(
        'lock/shortage-reported',
        failed({
          message:
            'The lock holds something else than what was asked for and no error says why; put an error code on what cannot be locked.',
          expected: `"${id}" with quantity ${quantity}, or an error code on it`,
          actual: inWords(id, fate),
          pointer: 'pointer' in fate ? fate.pointer : '/products',
          exchanges: [exchange],
          cause: `locked ${fate.kind}`,
        }),
      );
    }
    const lost = (request.price?.discounts ?? []).find(({ code }) => basket.discounts && !discountOf(basket, code));
    if (lost === undefined) return;
    const same = await recalculate(world, { ...request, requestId: freshId() }, { expect: 'any' });
    if (same.kind === 'not-replied' || !discountOf(same.basket, lost.code)) return;
    world.check(
      'lock/shortage-reported',
      failed({
        message:
          'A discount code was locked away without a word: a recalculation answers it, and the lock does not. Return every code of the request in price.discounts, applied or with its error.',
        expected: `discount "${lost.code}", as in the recalculation`,
        actual: `no discount "${lost.code}"`,
        pointer: '/price/discounts',
        exchanges: [same.exchange, exchange],
        cause: 'code lost by the lock',
      }),
    );
  },
});

/** The basket as it was scanned, with a code that is said to be valid where one is known. */
const withCode = (world: Pick<MerchantWorld, 'fixtures'>, { basketId, basket }: OpenBasket): ReducedBasket => {
  const codes = [...codesOf(basket), ...(world.fixtures.discountCodes?.valid ?? []).slice(0, 1)];
  return reducedBasket(basketId, basket, { codes: codes.filter((code, index) => codes.indexOf(code) === index) });
};
