import type { CheckOutcome } from '#schemas';
import { type Catalogue, openCatalogue } from './walk/catalogue.ts';
import { afterItsSecond, changedAgain, isNewer, tickMs } from './changed-again.ts';
import { eventually, listedWithinMs, usualMs } from '../../arrange/eventually.ts';
import { fixtureWeight } from './walk/fixture-products.ts';
import { type Increment, leftOut, syncFrom } from './increment.ts';
import { describe, type Listed, describePosition, isAfter, positionOf } from '#traffic/laws';
import { basketWith, useAgain } from '../../arrange/basket/removed-product.ts';
import { untilFamiliar } from './walk/familiar.ts';
import { incomplete, survey } from './walk/survey.ts';
import { type Place, type Sighting, walk } from './walk/walk.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, notExercised, outcomeOf, passed, toleration, unlessUnmet } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { type Page, readPage } from './walk/page.ts';

const covers = [
  'catalogue/change-bumps-updated-at',
  'catalogue/removal-visible',
  'catalogue/strictly-after-checkpoint',
] as const;
type World = MerchantWorld<(typeof covers)[number]>;

export default defineMerchantScenario({
  id: 'merchant/catalogue-changes',
  title: 'Changed and removed products are seen by the next synchronisation',
  // Last, since a removed product is missing from whatever comes later.
  phase: 'after',
  needs: ['merchant.catalogueUrl'],
  changes: ['catalogue', 'removals'],
  covers,
  async run(world) {
    const wanted = { change: world.triggers.has('changeProduct'), removal: world.triggers.has('removeProduct') };
    if (!wanted.change) world.check('catalogue/change-bumps-updated-at', missing('changeProduct'));
    if (!wanted.removal) world.check('catalogue/removal-visible', missing('removeProduct'));
    if (!wanted.change && !wanted.removal) return;

    const catalogue = await openCatalogue(world);
    const seen = await survey(catalogue, {
      lookFor: [],
      tailSize: 1,
      progress: (products) => world.progress(`catalogue: ${products} products read`),
    });
    const stored = seen.walk.end.kind === 'ended' ? seen.walk.end.last : undefined;
    const [one, other] = dispensable(world, seen.active);
    const noProduct = noProductIn(world, seen.active);
    const unmet = incomplete(seen) ?? (stored && one ? undefined : noProduct);
    const changed =
      wanted.change && !unmet && stored && one ? await changeOutcome(world, catalogue, stored, one) : undefined;
    if (wanted.change) world.check('catalogue/change-bumps-updated-at', changed?.outcome ?? unmet ?? noProduct);
    const isFollowed = changed?.outcome.status === 'passed';
    const removed =
      wanted.removal && !unmet && stored && other
        ? await removalOutcome(world, catalogue, stored, other, {
            changed: isFollowed ? changed.sighting : undefined,
            // Who took that long over a change in vain has been waited for.
            withinMs: changed === undefined || isFollowed ? listedWithinMs : usualMs,
          })
        : undefined;
    if (wanted.removal) world.check('catalogue/removal-visible', removed?.outcome ?? unmet ?? noProduct);
    if (changed?.sighting === undefined) return;
    const again = await changedAgain(world, catalogue, removed?.latest ?? changed.latest, changed.sighting.listed);
    if (again) world.check('catalogue/change-bumps-updated-at', again);
  },
});

const noProductIn = (world: World, { length }: readonly Listed[]): CheckOutcome =>
  world.isBeside === true && length > 1
    ? notExercised(
        'nearly all ACTIVE products are listed in merchant.fixtures.products, and other scenarios need those unchanged; list fewer products there',
        'merchant.budget.concurrency',
      )
    : notExercised(
        `the catalogue has ${length === 0 ? 'no ACTIVE product' : 'only one ACTIVE product'}, so none can be changed for this check`,
        toleration,
      );
const missing = (name: string): CheckOutcome =>
  notExercised(`triggers.${name} is not set, or manual with nobody to ask`, `triggers.${name}`);

/**
 * Products in the middle first, of several variants before those of one; those of the fixtures last and alone, since
 * others use them.
 */
const dispensable = (world: World, active: readonly Listed[]): readonly Listed[] => {
  const middle = Math.floor(active.length / 2);
  const weight = fixtureWeight(world);
  return [...active.slice(middle), ...active.slice(0, middle)]
    .filter((one) => world.isBeside !== true || weight(one) === 0)
    .toSorted((a, b) => weight(a) - weight(b) || Number(b.variants.length > 1) - Number(a.variants.length > 1));
};

/** More than two clocks that are set now and then differ by. */
const clockSkewMs = 60_000;

/** What a change came to, and how far the catalogue has been followed since. */
interface Followed {
  readonly outcome: CheckOutcome;
  readonly latest: Place;
}

const changeOutcome = async (
  world: World,
  catalogue: Catalogue,
  stored: Place,
  product: Listed,
): Promise<Followed & { readonly sighting?: Sighting | undefined }> => {
  await afterItsSecond(world, stored);
  const fired = await world.triggers.fire('changeProduct', { productId: product.id });
  if (fired.kind === 'unavailable') return { outcome: notExercised(fired.reason, fired.unlock), latest: stored };
  let latest: Increment | undefined;
  const look = async (): Promise<CheckOutcome | undefined> => {
    latest = await syncFrom(catalogue, stored);
    const listed = latest.products.get(product.id);
    return listed !== undefined && isNewer(listed, product) ? passed : undefined;
  };
  const outcome = await outcomeOf(eventually(world, look, undefined, { withinMs: listedWithinMs }));
  if (outcome?.status === 'passed' && latest) {
    const listed = latest.products.get(product.id);
    const sighting = listed && { listed, exchange: latest.exchanges[0] ?? 0 };
    return { outcome, latest: latest.stored, sighting };
  }
  const finding = failed({
    message: `A changed product does not appear in the next incremental synchronisation. Any change to a variant has to set updatedAt of its product to the time of the change.${datedAhead(world, stored)}`,
    expected: `product ${JSON.stringify(product.id)} with an updatedAt after ${product.updatedAt}`,
    actual: `${latest?.products.size ?? 0} products since the stored checkpoint, not that one, for ${listedWithinMs / 1000} s after triggers.changeProduct had run`,
    exchanges: latest?.exchanges ?? [],
  });
  return { outcome: outcome ?? finding, latest: stored };
};

/** Rule 2: what changes now comes after the checkpoint only if that is not of a time to come. */
const datedAhead = ({ clock }: World, { position: { epochMs } }: Place): string =>
  epochMs > clock.now() + clockSkewMs
    ? ` The newest product is dated ${new Date(epochMs).toISOString()}, which is still to come: what changes before then is behind its checkpoint.`
    : '';

/**
 * Catalogue rules › 8: a removal that ends its stock has an updatedAt of its own, after that of the change, which whoever watches tells by
 * (`traffic/laws/catalogue/bumped-when-changed.ts`). Not of a clock that counts in seconds or tenths, where both may be one.
 */
const showBetween = async (world: World, catalogue: Catalogue, stored: Place, { epochMs }: Listed): Promise<void> => {
  if (epochMs % 100 === 0) return;
  await unlessUnmet(syncFrom(catalogue, stored));
  await world.idle(tickMs);
};

const removalOutcome = async (
  world: World,
  catalogue: Catalogue,
  stored: Place,
  product: Listed,
  { changed, withinMs }: { readonly changed: Sighting | undefined; readonly withinMs: number },
): Promise<Followed> => {
  const [before, opened] = await Promise.all([pageAfter(catalogue, product), basketWith(world, product)]);
  // Changed and removed since the same checkpoint: only the last of it counts.
  if (changed !== undefined) {
    await world.triggers.fire('changeProduct', { productId: product.id });
    await showBetween(world, catalogue, stored, changed.listed);
  }
  const fired = await world.triggers.fire('removeProduct', { productId: product.id });
  if (fired.kind === 'unavailable') return { outcome: notExercised(fired.reason, fired.unlock), latest: stored };
  let latest = stored;
  const sightings: Sighting[] = [];
  let isListed = false;
  const look = async (): Promise<CheckOutcome | undefined> => {
    const increment = await syncFrom(catalogue, stored);
    latest = increment.stored;
    isListed = changed === undefined || increment.products.has(changed.listed.id);
    if (increment.products.get(product.id)?.delisted === true) return passed;
    // Catalogue rules › 9: not kept as DELISTED, so it has to be absent from a full refresh.
    sightings.length = 0;
    const note = untilFamiliar(new Map());
    const refresh = await walk(catalogue.world, catalogue.tokens, {
      limit: catalogue.maximum,
      visit(products, exchange) {
        const listed = products.find(({ id }) => id === product.id);
        if (listed !== undefined) sightings.push({ listed, exchange });
        return note(products);
      },
    });
    const unmet = incomplete({ walk: refresh, endless: undefined });
    if (unmet) return unmet;
    return sightings.at(-1)?.listed.delisted === false ? undefined : passed;
  };
  const outcome = await outcomeOf(eventually(world, look, undefined, { withinMs }));
  if (opened) await useAgain(world, opened);
  const after = before && (await pageAfter(catalogue, product));
  const looked = before && after && removedPosition(product, before, after);
  if (looked) world.check('catalogue/strictly-after-checkpoint', looked);
  const still = sightings.at(-1);
  // Where changes do not come to an increment at all, that is what is told.
  const left = [...(isListed || !changed ? [] : [changed]), ...(changed && still?.listed.delisted ? [still] : [])];
  for (const one of left) {
    const found = await leftOut(catalogue, stored, one);
    if (found) world.check('catalogue/strictly-after-checkpoint', found);
  }
  const finding = failed({
    message:
      still?.listed.status === 'ACTIVE' || still === undefined
        ? 'A removed product is still listed as ACTIVE. Keep it as DELISTED with a new updatedAt, or leave it out of full synchronisations.'
        : `A removed product is listed with status ${JSON.stringify(still.listed.status)}, which the platform does not know. Keep it as DELISTED with a new updatedAt, or leave it out of full synchronisations.`,
    expected: `product ${JSON.stringify(product.id)} DELISTED, or absent without a checkpoint`,
    actual: still === undefined ? 'still listed' : `${describe(still.listed)}, not DELISTED`,
    exchanges: still === undefined ? [] : [still.exchange],
  });
  return { outcome: outcome ?? finding, latest };
};

/** The page after a product, as it is answered now. */
const pageAfter = async ({ world, tokens, maximum }: Catalogue, product: Listed): Promise<Page | undefined> => {
  const checkpoint = tokens.of(positionOf(product));
  return checkpoint === undefined ? undefined : await readPage(world, { checkpoint, limit: maximum });
};

/**
 * Catalogue rules › 3: what comes after a checkpoint is a matter of times and ids. The platform goes on from the one it
 * has stored, whatever became of the product it names.
 */
const removedPosition = (product: Listed, before: Page, after: Page): CheckOutcome | undefined => {
  if (before.kind !== 'page' || after.kind === 'cut') return undefined;
  const position = positionOf(product);
  const found = after.kind === 'page' ? after.products[0] : undefined;
  const isLost = after.kind === 'page' && found === undefined && before.products.length > 1;
  const isRestarted = found !== undefined && !isAfter(found, position);
  if (after.kind === 'page' && !isLost && !isRestarted) return passed;
  return failed({
    expected: `the products after ${describePosition(position)}, as before its removal`,
    actual:
      after.kind === 'refused' ? after.status : found === undefined ? 'an empty page' : `"${found.id}", from before it`,
    exchanges: [before.exchange, after.exchange],
    cause: 'removed product looked up',
  });
};
