import { answerProvokes, lock } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { forEach } from '../../arrange/basket/open-basket.ts';
import { probeShortage } from '../../arrange/basket/shortage-probe.ts';
import { noShortage, shortagesOf } from '../../arrange/basket/shortages.ts';
import { warned } from '../../outcome.ts';
import { unknownProduct } from '../../arrange/basket/unknown-product.ts';

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
    if (shortages.length === 0 && world.claims.limitedStock) world.check('lock/shortage-reported', noShortage);
    // Of a shop that never runs out, what nobody has ever sold.
    if (!world.claims.limitedStock) {
      const unknown = await unknownProduct(world, lock);
      if (unknown) world.check('lock/shortage-reported', unknown);
    }
    const all = await forEach(world, shortages, async (shortage) => await probeShortage(world, 'lock', shortage));
    for (const { shortage, quantity } of all) {
      world.check('lock/shortage-reported', shortage);
      if (shortage.status !== 'failed' && quantity?.status === 'failed')
        world.check('lock/shortage-reported', warned(quantity, 'the line says with its error that it cannot be had'));
    }
  },
});
