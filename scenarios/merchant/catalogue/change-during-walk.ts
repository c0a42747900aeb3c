import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { type Catalogue, openCatalogue } from './walk/catalogue.ts';
import { eventually, listedWithinMs } from '../../arrange/eventually.ts';
import { type Change, mostProducts, tooLarge, walkChanging } from './walk/changed-walk.ts';
import { syncFrom } from './increment.ts';
import { type LastStretch, lastStretch } from './last-stretch.ts';
import { type Listed, positionOf } from '#traffic/laws';
import { confirmLoss, unchanged } from './walk/loss.ts';
import { incomplete } from './walk/survey.ts';
import type { Place } from './walk/walk.ts';
import { defineMerchantScenario } from '../../define.ts';
import { notExercised, passed, toleration } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

type World = MerchantWorld<'catalogue/change-during-walk'>;

interface Plan {
  readonly limit: number;
  /** Only the last pages are walked; a change anywhere moves a product to their end. */
  readonly nearEnd?: boolean;
  readonly changes: readonly Change[];
}

/** One product the walk has passed and one it has not reached: the least that goes wrong with counted pages. */
const beforeAndBehind: Plan = {
  limit: 5,
  changes: [
    { afterPage: 1, product: 0 },
    { afterPage: 1, product: 20 },
  ],
};

const anywhere: fc.Arbitrary<Plan> = fc.record({
  limit: fc.integer({ min: 1, max: 10 }),
  nearEnd: fc.constant(true),
  changes: fc.array(fc.record({ afterPage: fc.nat(3), product: fc.nat(999) }), { minLength: 1, maxLength: 3 }),
});

const mostPages = 60;
/** More than changes come after. */
const pagesNearEnd = 5;

export default defineMerchantScenario({
  id: 'merchant/catalogue-change-during-walk',
  title: 'Products changed while a synchronisation is under way are not lost',
  phase: 'order',
  needs: ['merchant.catalogueUrl', 'triggers.changeProduct'],
  // A product that is removed on the way looks like one that was lost.
  reads: ['removals'],
  changes: ['catalogue'],
  covers: ['catalogue/change-during-walk'],
  async run(world) {
    const catalogue = await openCatalogue(world);
    // How the catalogue is before an attempt.
    const before = lastStretch(catalogue, mostProducts);
    const patience: Patience = { isSpent: false };
    const property = (
      name: string,
      [quick, standard, thorough]: readonly [number, number, number],
      plans: fc.Arbitrary<Plan>,
    ) =>
      holds(
        world,
        {
          name,
          runs: { quick, standard, thorough },
          // Each of them changes several products.
          enough: Math.ceil({ quick, standard, thorough }[world.effort] / 3),
          together: true,
          attempt: (plan) => attempt(world, catalogue, plan, { read: before, patience }),
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

/** Spent once a change has not been listed after all the time there is. */
interface Patience {
  isSpent: boolean;
}

const attempt = async (
  world: World,
  catalogue: Catalogue,
  plan: Plan,
  { read, patience }: { readonly read: () => Promise<LastStretch>; readonly patience: Patience },
): Promise<CheckOutcome> => {
  const { window: before, from } = await read();
  const { complete } = before.stretch;
  const isGivenUp = before.walk.end.kind === 'enough';
  const givenUp = before.stretch.products.length < mostProducts ? endless : tooLarge;
  const unmet = isGivenUp ? givenUp : incomplete({ walk: before.walk, endless: undefined });
  if (unmet || !complete || before.stretch.products.length < 2)
    return unmet ?? notExercised('the catalogue lists fewer than two products', toleration);
  const limit = Math.max(plan.limit, Math.ceil(before.stretch.products.length / mostPages));
  const begun =
    plan.nearEnd === true ? placeBefore(catalogue, before.stretch.products, pagesNearEnd * limit) : undefined;
  const products = begun?.products ?? before.stretch.products;
  const { changed, seen, places, stored, hasEnded } = await walkChanging(world, catalogue, {
    limit,
    from: begun?.place ?? from,
    products,
    changes: plan.changes,
  });

  const lost = (): Listed | undefined =>
    products.find((product) => {
      const latest = seen.get(product.id);
      return latest === undefined || (changed.has(product.id) && latest.updatedAt === product.updatedAt);
    });
  // The walk itself came to the end of all that has been changed.
  if (hasEnded && lost() === undefined) return passed;
  let exchanges: readonly number[] = [];
  let reached = stored;
  const look = async (): Promise<CheckOutcome | undefined> => {
    // Catalogue rules › 3: as whoever synchronises does, from where the last one ended.
    const next = await syncFrom(catalogue, reached);
    reached = next.stored;
    for (const [id, product] of next.products) seen.set(id, product);
    exchanges = next.exchanges;
    return lost() === undefined ? passed : undefined;
  };
  const soon = await eventually(world, look);
  if (soon) return soon;
  const loss = async () =>
    await confirmLoss(catalogue, { mostProducts, from, limit, places, lost: lost(), changed, exchanges });
  const found = await loss();
  if (found !== unchanged || patience.isSpent) return found;
  const late = await eventually(world, look, (outcome) => outcome !== undefined, { withinMs: listedWithinMs });
  patience.isSpent = late === undefined;
  return late ?? (await loss());
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
