import { defineMerchantScenario } from '../define.ts';
import { expiresInFuture } from '../expiry.ts';
import { openBasket, stockedLines } from '../opening.ts';
import { readBasket } from '../reading.ts';

/** Every answer's shape is judged by the harness, so retrieving each basket the configuration names is the point. */
export default defineMerchantScenario({
  id: 'merchant/basket-retrieval',
  title: 'Every basket that is scanned can be retrieved and is still valid',
  phase: 'read',
  needs: ['merchant.basketUrl'],
  covers: ['basket/expires-in-future'],
  async run(world) {
    const named = world.fixtures.baskets ?? [];
    for (const basketId of named) {
      const answer = await world.merchant.retrieve(basketId);
      if (answer.kind !== 'answered') continue;
      const basket = readBasket(answer.body);
      world.check('basket/expires-in-future', expiresInFuture(basket, world.clock.now(), answer.exchange, 'basket'));
    }
    if (named.length > 0 && !world.triggers.has('createBasket')) return;
    const opened = await openBasket(world, { lines: stockedLines(world) });
    world.check(
      'basket/expires-in-future',
      opened.kind === 'open'
        ? expiresInFuture(opened.basket, world.clock.now(), opened.exchange, 'basket')
        : opened.outcome,
    );
  },
});
