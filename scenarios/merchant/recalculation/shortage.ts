import { answerProvokes, recalculate } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { freshId } from '../../arrange/identity.ts';
import { forEach } from '../../arrange/basket/open-basket.ts';
import { probeShortage } from '../../arrange/basket/shortage-probe.ts';
import { noShortage, shortagesOf } from '../../arrange/basket/shortages.ts';
import { shortWithBadCode } from './short-with-bad-code.ts';
import { severalShortages } from './several-shortages.ts';
import { unknownProduct } from '../../arrange/basket/unknown-product.ts';

export default defineMerchantScenario({
  id: 'merchant/recalculation-shortage',
  title: 'A product that cannot be supplied is reported, and the rest of the basket is kept',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  reads: ['limited products'],
  changes: ['recalculations'],
  covers: [
    'recalculation/shortage-reported',
    'recalculation/change-reflected',
    'recalculation/available-quantity',
    'recalculation/bad-discount-reported',
    'recalculation/path-independent',
  ],
  provokes: answerProvokes,
  async run(world) {
    const shortages = shortagesOf(world);
    if (shortages.length === 0 && world.claims.limitedStock) world.check('recalculation/shortage-reported', noShortage);
    const all = await forEach(
      world,
      shortages,
      // Every second one in a basket of a user.
      async (shortage) =>
        await probeShortage(
          world,
          'recalculate',
          shortage,
          shortages.indexOf(shortage) % 2 === 1 ? freshId() : undefined,
        ),
    );
    for (const probed of all) {
      world.check('recalculation/shortage-reported', probed.shortage);
      if (probed.quantity) world.check('recalculation/available-quantity', probed.quantity);
      if (probed.forgotten) world.check('recalculation/path-independent', probed.forgotten);
      if (probed.limit) world.check('recalculation/change-reflected', probed.limit);
    }
    // What comes after is asked for without a user.
    const isToldPlainly = all[0]?.shortage.status === 'passed';
    const told = shortages.filter(
      (_, index) => all[index]?.shortage.status === 'passed' && (isToldPlainly || index % 2 === 0),
    );
    const together = await severalShortages(world, told);
    if (together) world.check('recalculation/shortage-reported', together);
    const [one] = told;
    const both = one && (await shortWithBadCode(world, one));
    if (both) world.check('recalculation/shortage-reported', both.shortage);
    if (both?.code) world.check('recalculation/bad-discount-reported', both.code);
    const unknown = await unknownProduct(world, recalculate);
    if (unknown) world.check('recalculation/shortage-reported', unknown);
  },
});
