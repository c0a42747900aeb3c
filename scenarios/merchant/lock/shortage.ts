import { answerProvokes } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { notExercised } from '../../outcome.ts';
import { forEach } from '../../arrange/basket/open-basket.ts';
import { probeShortage } from '../../arrange/basket/shortage-probe.ts';
import { shortagesOf } from '../../arrange/basket/shortages.ts';

export default defineMerchantScenario({
  id: 'merchant/lock-shortage',
  title: 'What cannot be locked is reported, and the rest of the basket is locked',
  // A fixture basket locked like this may be of no use to an order.
  phase: 'after',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  usesUp: 'limited products',
  changes: ['recalculations'],
  touches: ['limited products'],
  covers: ['lock/shortage-reported'],
  provokes: answerProvokes,
  async run(world) {
    if (!world.claims.lock) return;
    const shortages = shortagesOf(world);
    if (shortages.length === 0)
      world.check(
        'lock/shortage-reported',
        notExercised('no product is known to be out of stock or limited', 'merchant.fixtures.products.limited'),
      );
    const all = await forEach(world, shortages, async (shortage) => await probeShortage(world, 'lock', shortage));
    for (const { shortage } of all) world.check('lock/shortage-reported', shortage);
  },
});
