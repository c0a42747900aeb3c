import type { OrderContext } from '#schemas';
import { atTable, item, paymentOf } from '../../arrange/till/commands.ts';
import { unlessUnmet, unmet } from '../../outcome.ts';
import { contextsAway, menuAsTold, notAccepting, pricesIn, submit, submitOne } from '../../arrange/till/orders.ts';
import type { Wanted } from '../../arrange/till/submitted.ts';
import { openTable } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import type { AcceptedOrderBaseline } from './rejection-check.ts';

/** Finds a way to order that works; those that touch no table first. */
export const findAcceptedOrder = async (world: PosWorld<never>): Promise<AcceptedOrderBaseline> => {
  const prepaid = !world.claims.postpaid;
  const menu = await menuAsTold(world);
  const listings = world.fixtures.listings?.inStock ?? [];
  for (const context of await contextsOf(world)) {
    if (notAccepting(world, context.type) !== undefined) continue;
    for (const listingId of listings.slice(0, 2)) {
      const good = await submitOne(world, { context, listingId, prepaid, menu });
      if (good.kind !== 'submitted') break;
      if (good.result.success !== true) continue;
      const priceIn = (wanted: Wanted): number =>
        wanted.listingId === listingId && good.paid
          ? good.paid.value
          : (pricesIn(menu, wanted.listingId)[0]?.money.value ?? 1000);
      const send: AcceptedOrderBaseline['send'] = async (wanted, place = context) => {
        const value = wanted.reduce((sum, one) => sum + priceIn(one) * one.quantity, 0);
        const items = wanted.map(({ listingId: id, quantity, unitPrice }) => item(id, quantity, unitPrice));
        const payment = good.paid && paymentOf({ ...good.paid, value }, world.clock.now());
        return await submit(world, { context: place, items, ...(payment && { payment }) });
      };
      return { context, listingId, exchange: good.exchange, menu, send };
    }
  }
  throw unmet('no order of a listing in stock was accepted', 'pos.fixtures.listings.inStock');
};

const contextsOf = async (world: PosWorld<never>): Promise<readonly OrderContext[]> => {
  const elsewhere = contextsAway(world);
  if (!world.claims.STATION || elsewhere.length > 0) return elsewhere;
  const seated = await unlessUnmet(openTable(world, 'rejections'));
  return seated ? [atTable(seated.tableId)] : [];
};
