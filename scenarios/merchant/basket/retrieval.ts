import { defineMerchantScenario } from '../../define.ts';
import { openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';

const provokes = ['basket/answers-the-asked', 'basket/expires-in-future', 'basket/variant-ids'] as const;

/** Every answer's shape is judged by the harness, so retrieving each basket the configuration names is the point. */
export default defineMerchantScenario({
  id: 'merchant/basket-retrieval',
  title: 'Every basket that is scanned can be retrieved and is still valid',
  phase: 'read',
  needs: ['merchant.basketUrl'],
  reads: ['fixture baskets'],
  covers: [],
  provokes,
  async run(world) {
    const scanned = [...(world.fixtures.baskets ?? [])];
    for (const basketId of scanned) await world.merchant.retrieve(basketId);
    if (scanned.length === 0 || world.triggers.has('createBasket')) {
      const opened = await openBasket(world, { lines: stockedLines(world) });
      if (opened.kind === 'open') scanned.push(opened.basketId);
      else for (const id of provokes) world.unprovoked(id, opened.outcome);
    }
    // The first once more, as a page is loaded again: it must not be gone by then, nor have become one of the others.
    const [first] = scanned;
    if (first !== undefined) await world.merchant.retrieve(first);
  },
});
