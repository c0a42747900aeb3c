import { type Catalogue, openCatalogue } from '../catalogue/walk/catalogue.ts';
import { readInventory, stockOf } from './counted-stock.ts';
import { orderCovers, orderProvokes } from './order-echo.ts';
import { send } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { openBasket } from '../../arrange/basket/open-basket.ts';
import { prepareOrder } from './prepared-order.ts';
import { repeat } from './repeated-order.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

type World = MerchantWorld<(typeof orderCovers)[number]>;

/** Repeats of the first order and of the second: a drop by as many more, twice, is no customer of somebody else's. */
const repeats = [2, 4] as const;
/** Stock may be written down a moment after the order was confirmed. */
const settleMs = 1_500;

export default defineMerchantScenario({
  id: 'merchant/order-stock',
  title: 'An order sent again takes no more from the stock, and stock that changed shows in the catalogue',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'merchant.catalogueUrl', 'triggers.createBasket'],
  touches: ['catalogue', 'orders'],
  covers: orderCovers,
  provokes: [...orderProvokes, 'order/idempotent', 'catalogue/change-bumps-updated-at'],
  async run(world) {
    const catalogue = await openCatalogue(world);
    const variantId = await countedVariant(world, catalogue);
    if (variantId === undefined) return;
    for (const times of repeats) {
      const taken = await orderAndRepeat(world, catalogue, variantId, times);
      // Taken once at most, so there is nothing to confirm.
      if (taken === undefined || taken <= 1) return;
    }
  },
});

/** A product in stock of which the catalogue says how many there are. */
const countedVariant = async (world: World, catalogue: Catalogue): Promise<string | undefined> => {
  const inStock = world.fixtures.products?.inStock ?? [];
  const inventory = inStock.length === 0 ? undefined : await readInventory(catalogue);
  const enough = repeats.reduce((sum, times) => sum + 1 + times, 0);
  // Other orders of the run are for the first product.
  return inventory && inStock.toReversed().find((id) => (stockOf(inventory, id) ?? 0) >= enough);
};

/** Orders one of the variant, repeats the order, and says how many fewer there are. */
const orderAndRepeat = async (
  world: World,
  catalogue: Catalogue,
  variantId: string,
  times: number,
): Promise<number | undefined> => {
  const opened = await openBasket(world, { lines: [{ variantId, quantity: 1 }], linesRequired: true });
  if (opened.kind === 'blocked') return undefined;
  // Locked before the stock is looked at, so that what the lock sets aside is not counted.
  const ready = await prepareOrder(world, { opened });
  const before = await readInventory(catalogue);
  const stock = before && stockOf(before, variantId);
  if (ready.kind === 'blocked' || before === undefined || stock === undefined) return undefined;
  const placed = await send(world, ready);
  if (placed.kind !== 'confirmed') return undefined;
  for (let time = 0; time < times; time++) {
    const outcome = await repeat(world, ready, placed);
    if (outcome.status !== 'passed') return undefined;
  }
  await world.idle(settleMs);
  const after = await readInventory(catalogue);
  const left = after && stockOf(after, variantId);
  if (after === undefined || left === undefined) return undefined;
  return stock - left;
};
