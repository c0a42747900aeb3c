import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { type Catalogue, openCatalogue } from './walk/catalogue.ts';
import { eventually } from '../../arrange/eventually.ts';
import { fixtureWeight } from './fixture-products.ts';
import { syncFrom } from './increment.ts';
import { describe, type Listed, positionOf } from '#traffic/laws';
import { untilFamiliar } from './walk/familiar.ts';
import { incomplete } from './walk/survey.ts';
import { type Place, walk } from './walk/walk.ts';
import { openWindow, type Window } from './walk/window.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

type World = MerchantWorld<'catalogue/change-during-walk'>;

/** What is changed and when; numbers are taken modulo what there is, so that a plan fits any catalogue. */
interface Plan {
  readonly limit: number;
  /** Only the last pages are walked; a change anywhere moves a product to their end. */
  readonly nearEnd?: boolean;
  readonly changes: readonly { readonly afterPage: number; readonly product: number }[];
}

/** One product the walk has passed and one it has not reached: the least that goes wrong with counted pages. */
const beforeAndBehind: Plan = {
  limit: 3,
  changes: [
    { afterPage: 1, product: 0 },
    { afterPage: 1, product: 20 },
  ],
};

const anywhere: fc.Arbitrary<Plan> = fc.record({
  limit: fc.integer({ min: 1, max: 10 }),
  nearEnd: fc.constant(true),
  changes: fc.array(fc.record({ afterPage: fc.nat(5), product: fc.nat(999) }), { minLength: 1, maxLength: 3 }),
});

/** A catalogue that is larger takes too long to walk over and over. */
const mostProducts = 1000;
const mostPages = 60;
/** More than changes come after. */
const pagesNearEnd = 7;
/** So many more pages than there were products for. */
const pagesBeyond = 3;

export default defineMerchantScenario({
  id: 'merchant/catalogue-change-during-walk',
  title: 'Products changed while a synchronisation is under way are not lost',
  phase: 'order',
  needs: ['merchant.catalogueUrl', 'triggers.changeProduct'],
  changes: ['catalogue'],
  covers: ['catalogue/change-during-walk'],
  async run(world) {
    const catalogue = await openCatalogue(world);
    const before = beforeAll(catalogue);
    const property = (name: string, runs: readonly [number, number, number], plans: fc.Arbitrary<Plan>) =>
      holds(
        world,
        {
          name,
          runs: { quick: runs[0], standard: runs[1], thorough: runs[2] },
          together: true,
          attempt: (plan) => attempt(world, catalogue, plan, before),
        },
        plans,
      );
    const directed = async () => await property('before-and-behind', [1, 1, 1], fc.constant(beforeAndBehind));
    const drawn = async () => await property('anywhere', [2, 6, 25], anywhere);
    // What is found beside others is tried again alone.
    const [first, second] = world.isBeside === true ? await Promise.all([directed(), drawn()]) : [await directed()];
    return first.status === 'failed' ? first : (second ?? (await drawn()));
  },
});

/** How the catalogue is before an attempt; those that begin while it is being read share it. */
const beforeAll = (catalogue: Catalogue): (() => Promise<Window>) => {
  let reading: Promise<Window> | undefined;
  return async () => await (reading ??= openWindow(catalogue, mostProducts).finally(() => (reading = undefined)));
};

const attempt = async (
  world: World,
  catalogue: Catalogue,
  plan: Plan,
  read: () => Promise<Window>,
): Promise<CheckOutcome> => {
  const before = await read();
  const { complete } = before.stretch;
  const isGivenUp = before.walk.end.kind === 'enough';
  const givenUp = before.stretch.products.length < mostProducts ? endless : tooLarge;
  const unmet = isGivenUp ? givenUp : incomplete({ walk: before.walk, endless: undefined });
  if (unmet || !complete || before.stretch.products.length < 2)
    return unmet ?? notExercised('the catalogue has fewer than two products');
  const limit = Math.max(plan.limit, Math.ceil(before.stretch.products.length / mostPages));
  const begun =
    plan.nearEnd === true ? placeBefore(catalogue, before.stretch.products, pagesNearEnd * limit) : undefined;
  const products = begun?.products ?? before.stretch.products;

  const changed = new Map<string, Listed>();
  const seen = new Map<string, Listed>();
  let refusal: CheckOutcome | undefined;
  let page = 0;
  let hasEnded = false;
  let due = plan.changes;
  const pages = Math.max(1, Math.ceil(products.length / limit) - 1);
  let from: Place | undefined = begun?.place;
  const places: (Place | undefined)[] = [];
  const weight = fixtureWeight(world);
  // One page at a time, since a trigger fires in between.
  for (;;) {
    places.push(from);
    const step = await walk(world, catalogue.tokens, {
      limit,
      from,
      visit(listed) {
        for (const product of listed) seen.set(product.id, product);
        return 'enough';
      },
    });
    if (step.end.kind === 'ended') hasEnded = true;
    else if (step.end.kind !== 'enough') return incomplete({ walk: step, endless: undefined }) ?? tooLarge;
    from = step.end.last ?? from;
    for (const { product } of due.filter(({ afterPage }) => afterPage % pages === page)) {
      const start = product % products.length;
      const turned = [...products.slice(start), ...products.slice(0, start)].filter(({ delisted }) => !delisted);
      // A change may restock it, so never what there has to be too little of.
      const target = turned.find((one) => weight(one) === 0) ?? turned.find((one) => weight(one) === 1);
      if (target === undefined || changed.has(target.id)) continue;
      const fired = await world.triggers.fire('changeProduct', { productId: target.id });
      if (fired.kind === 'unavailable') refusal = notExercised(fired.reason, fired.unlock);
      else changed.set(target.id, target);
    }
    due = due.filter(({ afterPage }) => afterPage % pages !== page);
    page++;
    // The changed ones come last; what others changed meanwhile is left to the next synchronisation.
    if (hasEnded || page > pages + pagesBeyond) break;
  }
  if (refusal || changed.size === 0 || from === undefined)
    return (
      refusal ??
      notExercised('the products to change are not ACTIVE, or too little of them is what other requirements need')
    );
  const stored = from;

  const lost = (): Listed | undefined =>
    products.find((product) => {
      const latest = seen.get(product.id);
      return latest === undefined || (changed.has(product.id) && latest.updatedAt === product.updatedAt);
    });
  // The walk itself came to the end of all that has been changed.
  if (hasEnded && lost() === undefined) return passed;
  let exchanges: readonly number[] = [];
  const outcome = await eventually(world, async () => {
    const next = await syncFrom(catalogue, stored);
    if (next.kind === 'unmet') return next.outcome;
    for (const [id, product] of next.products) seen.set(id, product);
    exchanges = next.exchanges;
    return lost() === undefined ? passed : undefined;
  });
  return outcome ?? (await confirm(catalogue, { limit, places, lost: lost(), changed, exchanges }));
};

/** The last of the products, and the place before them; undefined where there are no more, or it cannot be named. */
const placeBefore = (
  { tokens }: Catalogue,
  products: readonly Listed[],
  count: number,
): { readonly place: Place; readonly products: readonly Listed[] } | undefined => {
  const previous = products.at(-count - 1);
  const token = previous && tokens.of(positionOf(previous));
  if (previous === undefined || token === undefined) return undefined;
  return { place: { position: positionOf(previous), token }, products: products.slice(-count) };
};

const endless = notExercised('the catalogue shows the same products over and over');
const tooLarge = notExercised(`a catalogue of more than ${mostProducts} products takes too long to walk over and over`);

/** What the pages after these places hold now. */
const stillShown = async (
  { world, tokens }: Catalogue,
  limit: number,
  places: Loss['places'],
): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  const visit = (listed: readonly Listed[]): 'enough' => {
    for (const { id } of listed) ids.add(id);
    return 'enough';
  };
  for (const from of places) await walk(world, tokens, { limit, from, visit });
  return ids;
};

interface Loss {
  readonly limit: number;
  /** From which the pages were asked for. */
  readonly places: readonly (Place | undefined)[];
  readonly lost: Listed | undefined;
  readonly changed: ReadonlyMap<string, Listed>;
  readonly exchanges: readonly number[];
}

/** A product that is really gone, or never was changed, or is lost without any change too, has not been lost here. */
const confirm = async (
  catalogue: Catalogue,
  { limit, places, lost, changed, exchanges }: Loss,
): Promise<CheckOutcome> => {
  const { stretch } = await openWindow(catalogue, mostProducts * 2);
  const now = stretch.products.find(({ id }) => id === lost?.id);
  const wasChanged = lost !== undefined && changed.has(lost.id);
  if (lost === undefined || (now === undefined && !wasChanged)) return notExercised('a product was removed meanwhile');
  if (now?.updatedAt === lost.updatedAt && wasChanged)
    return notExercised('the change did not set updatedAt, which is another requirement');
  const quiet = new Map<string, Listed>();
  await walk(catalogue.world, catalogue.tokens, { limit, visit: untilFamiliar(quiet, 2 * mostProducts) });
  if (stretch.products.some(({ id }) => !quiet.has(id)))
    return notExercised('a synchronisation with small pages loses products even when nothing changes');
  if (!wasChanged && !(await stillShown(catalogue, limit, places)).has(lost.id))
    return notExercised('a page leaves the product out even when nothing changes');
  return failed({
    message: wasChanged
      ? 'A product changed while a synchronisation was under way appears neither later in it nor in the next one.'
      : 'While other products changed, a synchronisation has left out a product that did not.',
    expected: `${describe(now ?? lost)} in the synchronisation or in the next one`,
    actual: wasChanged ? `at most ${describe(lost)}` : 'not listed',
    exchanges,
    cause: wasChanged ? 'changed product lost' : 'unchanged product lost',
  });
};
