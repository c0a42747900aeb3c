import { type Catalogue, openCatalogue } from '../catalogue/walk/catalogue.ts';
import { readInventory, stockOf } from './counted-stock.ts';
import { orderCovers, orderProvokes } from './order-echo.ts';
import { send } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { repeat } from './repeated-order.ts';
import { isTakenAgain, orderOf, placeUnheard, type Taken, takenAgain } from './unheard-order.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = [...orderCovers, 'order/retry-after-silence'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

/** Repeats of the first order and of the second: a drop by as many more, twice, is no customer of somebody else's. */
const repeats = [2, 4] as const;
/** As many of another product are ordered beside them, and their order is hung up on. */
const pieces = [2, 3] as const;
/** Stock may be written down a moment after the order was confirmed. */
const settleMs = 1_500;

export default defineMerchantScenario({
  id: 'merchant/order-stock',
  title: 'An order sent again takes no more from the stock, and stock that changed shows in the catalogue',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'merchant.catalogueUrl', 'triggers.createBasket'],
  touches: ['catalogue', 'orders'],
  covers,
  provokes: [...orderProvokes, 'order/idempotent', 'catalogue/change-bumps-updated-at'],
  async run(world) {
    const catalogue = await openCatalogue(world);
    const [variantId, other] = await countedVariants(world, catalogue);
    if (variantId === undefined) return;
    const unheard: Taken[] = [];
    for (const [index, times] of repeats.entries()) {
      const taken = await orderAndRepeat(world, catalogue, { variantId, times, other, pieces: pieces[index] ?? 1 });
      if (taken === undefined) return;
      // Where a repeat takes them too, that is what is told.
      if (taken.unheard !== undefined && taken.repeated <= 1) unheard.push(taken.unheard);
      // Taken once at most, so there is nothing to confirm.
      if (taken.repeated <= 1 && !isTakenAgain(taken.unheard)) return;
    }
    const outcome = takenAgain(unheard);
    if (outcome) world.check('order/retry-after-silence', outcome);
  },
});

/** Products in stock of which the catalogue says how many there are. */
const countedVariants = async (world: World, catalogue: Catalogue): Promise<readonly string[]> => {
  const inStock = world.fixtures.products?.inStock ?? [];
  const inventory = inStock.length === 0 ? undefined : await readInventory(catalogue);
  const enough = repeats.reduce((sum, times) => sum + 1 + times, 0);
  // Other orders of the run are for the first product.
  return inventory ? inStock.toReversed().filter((id) => (stockOf(inventory, id) ?? 0) >= enough) : [];
};

interface Round {
  /** Its order is repeated so many times. */
  readonly variantId: string;
  readonly times: number;
  /** So many of it are ordered by somebody who hangs up; one look at the stock does for both. */
  readonly other: string | undefined;
  readonly pieces: number;
}

interface Drops {
  readonly repeated: number;
  readonly unheard: Taken | undefined;
}

/** Orders each variant, and says how many fewer there are. */
const orderAndRepeat = async (
  world: World,
  catalogue: Catalogue,
  { variantId, times, other, pieces: some }: Round,
): Promise<Drops | undefined> => {
  const ready = await orderOf(world, variantId, 1);
  const second = ready && other !== undefined ? await orderOf(world, other, some) : undefined;
  const before = ready && (await readInventory(catalogue));
  const stock = before && stockOf(before, variantId);
  if (ready === undefined || before === undefined || stock === undefined) return undefined;
  const unheard = second && (await placeUnheard(world, second));
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
  const [had, has] = [before, after].map((inventory) => stockOf(inventory, other ?? ''));
  const isCounted = unheard !== undefined && had !== undefined && has !== undefined;
  return { repeated: stock - left, unheard: isCounted ? { ...unheard, pieces: some, taken: had - has } : undefined };
};
