import type { CheckOutcome, ReducedBasket } from '#schemas';
import { codesOf, oneMoreOfEach, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { mayRefuse } from '../../arrange/basket/crashes.ts';
import { freshId } from '../../arrange/identity.ts';
import { lock, recalculate, type Replied } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { openBasket, type OpenBasket, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { notExercised, unlessUnmet } from '../../outcome.ts';
import { lockedOtherwise } from './locked-otherwise.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

export default defineMerchantScenario({
  id: 'merchant/lock',
  title: 'A basket can be locked, and stays valid for a while',
  phase: 'lock',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  reads: ['discount codes'],
  changes: ['recalculations'],
  covers: ['lock/as-recalculated'],
  provokes: ['basket/request-id-echo', 'basket/retrieval-answers', 'lock/expires-in-future'],
  async run(world) {
    if (!world.claims.lock) return;
    // The few fixture baskets are locked as they are ordered: a locked basket may rightly refuse to be locked again.
    if (world.claims.orders && !world.triggers.has('createBasket')) {
      world.check('lock/as-recalculated', noneToSpare);
      return;
    }
    const opened = await unlessUnmet(openBasket(world, { lines: stockedLines(world, 3) }), (outcome) => {
      world.check('lock/as-recalculated', outcome);
      world.unprovoked('lock/expires-in-future', outcome);
    });
    if (!opened) return;
    const request = lockOf(world, opened);
    // What was asked for before is not what is to be locked, be it first or last: other quantities, and no code.
    await calculate(world, moreThan(request, request.products));
    const calculated = [await calculate(world, request), await calculate(world, request)];
    // The same products once more, and then all that were scanned.
    await calculate(world, moreThan(request, request.products));
    await calculate(world, moreThan(request, reducedBasket(opened.basketId, opened.basket).products));
    const replied = await lock(world, request);
    if (replied.kind === 'not-replied') {
      const outcome = unanswered('the basket could not be locked', replied.answer);
      world.check('lock/as-recalculated', outcome);
      world.unprovoked('lock/expires-in-future', outcome);
      return;
    }
    const own = await lockedOtherwise(world, { opened, request, calculated, locked: replied });
    const another = own.status === 'failed' ? undefined : await anotherLocked(world, request);
    world.check('lock/as-recalculated', another?.status === 'failed' ? another : own);
    // A lock whose answer got lost is asked for again, and a page is loaded again; what comes is judged as any answer.
    await lock(world, { ...request, requestId: freshId() }, { expect: 'any' });
    await world.merchant.retrieve(opened.basketId, { expect: 'any' });
    // Asked whether to continue, a customer may go back and change the basket. A lock may be what keeps it from that; a crash is not.
    await mayRefuse(world, { ...request, requestId: freshId() });
  },
});

const noneToSpare = notExercised('fixture baskets are locked only together with an order', 'triggers.createBasket');

const moreThan = (request: ReducedBasket, products: ReducedBasket['products']): ReducedBasket => ({
  ...request,
  products: oneMoreOfEach(products),
  price: { ...request.price, discounts: [] },
});

const calculate = (world: Pick<MerchantWorld, 'merchant'>, request: ReducedBasket): Promise<Replied> =>
  recalculate(world, { ...request, requestId: freshId() }, { expect: 'any' });

/** Of a product that the lock before did not have, so that whatever was kept of that one shows. */
const anotherLocked = async (
  world: Parameters<typeof lockedOtherwise>[0] & Pick<MerchantWorld, 'triggers'>,
  { products }: ReducedBasket,
): Promise<CheckOutcome | undefined> => {
  const variantId = world.fixtures.products?.inStock?.find((one) => products.every(({ id }) => id !== one));
  if (variantId === undefined || !world.triggers.has('createBasket')) return undefined;
  // More than a discount for quantity usually begins at.
  const opened = await unlessUnmet(openBasket(world, { lines: [{ variantId, quantity: 12 }], linesRequired: true }));
  if (opened === undefined) return undefined;
  const request = reducedBasket(opened.basketId, opened.basket);
  const calculated = [await calculate(world, request), await calculate(world, request)];
  const locked = await lock(world, { ...request, requestId: freshId() }, { expect: 'any' });
  return locked.kind === 'replied' ? await lockedOtherwise(world, { opened, request, calculated, locked }) : undefined;
};

/** The basket as it was scanned, but for one product where it has several, with a code that is said to be valid where one is known. */
const lockOf = (world: Pick<MerchantWorld, 'fixtures'>, { basketId, basket }: OpenBasket): ReducedBasket => {
  const codes = [...codesOf(basket), ...(world.fixtures.discountCodes?.valid ?? []).slice(0, 1)];
  const held = productsOf(basket);
  const paid = held.filter(({ free }) => !free);
  const left = paid.length > 2 ? paid[1] : undefined;
  return reducedBasket(basketId, basket, {
    products: held.filter((one) => one !== left),
    codes: codes.filter((code, index) => codes.indexOf(code) === index),
  });
};
