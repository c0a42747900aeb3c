import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { lock, recalculate } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { expiresInFuture } from '../../arrange/basket/expiry.ts';
import { openBasket, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed } from '../../outcome.ts';
import { isLost } from '../../arrange/basket/reflects-changes.ts';
import { fateOf, inWords } from '../../arrange/basket/reflection.ts';

export default defineMerchantScenario({
  id: 'merchant/lock',
  title: 'A basket can be locked, and stays valid for a while',
  phase: 'lock',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  reads: [],
  covers: ['lock/expires-in-future', 'lock/shortage-reported'],
  provokes: ['basket/request-id-echo'],
  async run(world) {
    if (!world.claims.lock) return;
    // The few fixture baskets are locked as they are ordered: a locked basket may rightly refuse to be locked again.
    if (world.claims.orders && !world.triggers.has('createBasket')) return;
    const opened = await openBasket(world, { lines: stockedLines(world, 2) });
    if (opened.kind === 'blocked') {
      world.check('lock/expires-in-future', opened.outcome);
      return;
    }
    const replied = await lock(world, reducedBasket(opened.basketId, opened.basket));
    if (replied.kind === 'not-replied') {
      world.check('lock/expires-in-future', unanswered('the basket could not be locked', replied.answer));
      return;
    }
    const { basket, exchange } = replied;
    world.check('lock/expires-in-future', expiresInFuture(basket, world.clock.now(), exchange, 'locked basket'));
    for (const { id, quantity, free } of productsOf(opened.basket)) {
      const fate = fateOf(basket, id, quantity);
      // An error here is the target's right: stock may have changed. Quietly locking something else is not.
      if (free || (fate.kind !== 'missing' && fate.kind !== 'differs')) continue;
      // Nor is it the lock where a mere recalculation does the same.
      const same = await recalculate(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
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
  },
});
