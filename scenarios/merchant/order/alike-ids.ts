import { freshId, freshOrderId } from '../../arrange/identity.ts';
import { madeAhead } from '../../arrange/prefetch.ts';
import { defineMerchantScenario } from '../../define.ts';
import { unlessUnmet } from '../../outcome.ts';
import { orderCovers, orderProvokes } from './order-echo.ts';
import { prepareOrder } from './prepared-order.ts';

/** Ids that a database takes for one another: without case, without width, without what follows, cut off. */
const alikeIds = (): readonly string[] => {
  const short = `oa-${freshId().replaceAll('-', '').slice(0, 20)}-x1`;
  const long = freshOrderId();
  return [short, short.toUpperCase(), short.replace(/1$/u, '１'), `${short} `, `${long}a`, `${long}b`];
};

/** An id is a string and nothing else is stated of it: whoever declines one is not judged, whoever mixes two up is. */
export default defineMerchantScenario({
  id: 'merchant/order-alike-ids',
  title: 'Orders whose ids differ only in case, width or their end are different orders',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'triggers.createBasket'],
  changes: ['catalogue', 'orders'],
  covers: orderCovers,
  provokes: orderProvokes,
  async run(world) {
    const ids = alikeIds();
    const prepared = madeAhead(world, ids.length, async () => await prepareOrder(world));
    for (const oaOrderId of ids) {
      const ready = await unlessUnmet(prepared(), (outcome) => {
        for (const id of orderProvokes) world.unprovoked(id, outcome);
      });
      if (!ready) return;
      await world.merchant.order({ ...ready.order, oaOrderId }, { expect: 'any' });
    }
  },
});
