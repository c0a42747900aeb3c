import type { CheckOutcome } from '#schemas';
import { type Catalogue, openCatalogue } from '../catalogue/walk/catalogue.ts';
import { readInventory, type Inventory, stockOf, unbumped } from './stock-change.ts';
import { orderCovers, orderProvokes } from './order-echo.ts';
import { send } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { openBasket } from '../../arrange/basket/open-basket.ts';
import { prepareOrder } from './prepared-order.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { repeat } from './repeated-order.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = [...orderCovers, 'order/idempotent', 'catalogue/change-bumps-updated-at'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

/** Repeats of the first order and of the second: a drop by as many more, twice, is no customer of somebody else's. */
const repeats = [2, 4] as const;
/** Stock may be written down a moment after the order was confirmed. */
const settleMs = 1_500;

export default defineMerchantScenario({
  id: 'merchant/order-stock',
  title: 'An order sent again takes no more from the stock, and stock that changed shows in the catalogue',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'merchant.catalogueUrl', 'triggers.createBasket'],
  covers,
  provokes: orderProvokes,
  async run(world) {
    const catalogue = await openCatalogue(world);
    const variantId = await countedVariant(world, catalogue);
    if (variantId === undefined) return;
    const drops: Drop[] = [];
    for (const times of repeats) {
      const drop = await orderAndRepeat(world, catalogue, variantId, times);
      if (drop === undefined) return;
      drops.push(drop);
      // Taken once at most, so there is nothing to confirm.
      if (drop.taken <= 1) break;
    }
    world.check('order/idempotent', takenOnce(drops));
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

interface Drop {
  readonly times: number;
  readonly before: number;
  /** How many fewer there are. */
  readonly taken: number;
  readonly exchanges: readonly number[];
}

/** Orders one of the variant, repeats the order, and looks at what is left. */
const orderAndRepeat = async (
  world: World,
  catalogue: Catalogue,
  variantId: string,
  times: number,
): Promise<Drop | undefined> => {
  const opened = await openBasket(world, { lines: [{ variantId, quantity: 1 }], linesRequired: true });
  if (opened.kind === 'blocked') return undefined;
  // Locked before the stock is looked at, so that what the lock sets aside is not counted.
  const ready = await prepareOrder(world, { opened });
  const before = await readInventory(catalogue);
  const stock = before && stockOf(before, variantId);
  if (ready.kind === 'blocked' || before === undefined || stock === undefined) return undefined;
  const placed = await send(world, ready);
  if (placed.kind !== 'confirmed') return undefined;
  const exchanges = [placed.exchange];
  for (let time = 0; time < times; time++) {
    const outcome = await repeat(world, ready, placed);
    if (outcome.status !== 'passed') return undefined;
  }
  await world.clock.sleep(settleMs, world.signal);
  const after = await readInventory(catalogue);
  const left = after && stockOf(after, variantId);
  if (after === undefined || left === undefined) return undefined;
  world.check('catalogue/change-bumps-updated-at', await bumpOutcome(world, catalogue, before, after));
  return { times, before: stock, taken: stock - left, exchanges };
};

const takenOnce = (drops: readonly Drop[]): CheckOutcome => {
  // A lock may have taken the first one already, so two counts of the same kind tell.
  const [first, second] = drops;
  if (first === undefined || second === undefined) return passed;
  const surplus = first.taken - first.times;
  if ((surplus !== 0 && surplus !== 1) || second.taken - second.times !== surplus) return passed;
  const { times, before, taken, exchanges } = second;
  return failed({
    message:
      'An order sent again took its products from the stock once more, although it was answered as the same order; do nothing for an oaOrderId that is known but answer.',
    expected: `availableQuantity ${before - 1} or ${before} after an order of one and ${times} repeats`,
    actual: `availableQuantity ${before - taken}, so ${taken} were taken; ${first.taken} were by one order and ${first.times} repeats before`,
    exchanges,
    cause: 'stock taken by a repeat',
  });
};

const bumpOutcome = async (
  world: World,
  catalogue: Catalogue,
  before: Inventory,
  after: Inventory,
): Promise<CheckOutcome> => {
  if (unbumped(before, after) === undefined) return passed;
  // A page may be put together while its product changes; what lasts is what counts.
  await world.clock.sleep(settleMs, world.signal);
  const later = await readInventory(catalogue);
  if (later === undefined) return notExercised('the catalogue could not be read again');
  const found = unbumped(before, later);
  if (found === undefined) return passed;
  return failed({
    message:
      'The stock of a product changed with an order, and its updatedAt did not, so the next incremental synchronisation misses the change. Set updatedAt whenever price, stock or EAN of a variant changes.',
    expected: `a later updatedAt than in ${found.product}, which had ${found.before}`,
    actual: `the same updatedAt with ${found.after}`,
    exchanges: found.exchanges,
    cause: 'stock changed without updatedAt',
  });
};
