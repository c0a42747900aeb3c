import type { CheckOutcome, Finding } from '#schemas';
import { type Catalogue, openCatalogue } from './walk/catalogue.ts';
import { blameFor, blameForPage, limitMatters, spread } from './blame.ts';
import { firstPageLacks, lostByLimit, variantsMissing } from './completeness.ts';
import { describe, isAfter, positionOf, samePosition } from '#traffic/laws';
import { type Page, readPage } from './walk/page.ts';
import { restingOutcome } from './walk/last-page.ts';
import { incomplete, type Survey, survey } from './walk/survey.ts';
import { restless, type WalkEnd } from './walk/walk.ts';
import { openWindow, probe } from './walk/window.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, passed } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = [
  'catalogue/strictly-after-checkpoint',
  'catalogue/checkpoint-decoding',
  'catalogue/empty-page-ends',
  'catalogue/limit-independent',
  'catalogue/nothing-changed',
  'catalogue/full-sync-complete',
] as const;
const provokes = [
  'catalogue/limit',
  'catalogue/ascending-order',
  'catalogue/next-checkpoint-encoding',
  'catalogue/variant-ids-unique',
] as const;
type World = MerchantWorld<(typeof covers)[number]>;

const tailSize = 300;

export default defineMerchantScenario({
  id: 'merchant/catalogue-full-sync',
  title: 'A full synchronisation lists the whole catalogue once, in order, and then rests',
  phase: 'read',
  needs: ['merchant.catalogueUrl'],
  reads: ['catalogue'],
  covers,
  provokes,
  async run(world) {
    const catalogue = await openCatalogue(world);
    const { inStock = [], limited = [], outOfStock = [] } = world.fixtures.products ?? {};
    const lookFor = [...inStock, ...limited.map(({ id }) => id), ...outOfStock];
    const seen = await survey(catalogue, {
      lookFor,
      tailSize,
      progress: (products) => world.progress(`catalogue: ${products} products read`),
    });
    const stopped = incomplete(seen);
    if (stopped) for (const id of provokes) world.unprovoked(id, stopped);
    await judgeWalk(world, catalogue, seen, stopped);
    world.check('catalogue/nothing-changed', stopped ?? (await restingOutcome(catalogue, seen.walk.end)));
    if (stopped) return world.check('catalogue/full-sync-complete', stopped);
    const lacking = await firstPageLacks(catalogue, seen.first);
    const { outcome, found } = lacking
      ? { outcome: lacking }
      : await variantsMissing(catalogue, seen, new Set(outOfStock));
    world.check('catalogue/full-sync-complete', outcome);
    if (found?.before && (await limitMatters(catalogue, positionOf(found.before), found.limit)))
      world.check('catalogue/limit-independent', failed(lostByLimit(catalogue, found)));
  },
});

/** Whether the walk went on rightly from page to page and came to its end. */
const judgeWalk = async (world: World, catalogue: Catalogue, seen: Survey, stopped: CheckOutcome | undefined) => {
  const { end, pages } = seen.walk;
  if (seen.endless)
    world.check('catalogue/empty-page-ends', (await standsStill(catalogue)) ? restless : failed(seen.endless));
  else if ((end.kind === 'repeats' || end.kind === 'refused') && end.at !== undefined)
    world.check(await blameFor(catalogue, end.at), failed(end.finding));
  else world.check('catalogue/empty-page-ends', stopped ?? passed);
  if (stopped === undefined) world.check('catalogue/limit-independent', await endOutcome(catalogue, end));
  if (stopped === undefined && pages > 1) await judgeSamples(world, catalogue, seen);
};

/** A catalogue that changes all the time need not end. Some of its products are the same in two calls; if updatedAt is the time of asking, none is. */
const standsStill = async ({ world, maximum }: Catalogue): Promise<boolean> => {
  const [one, again] = [await readPage(world, { limit: maximum }), await readPage(world, { limit: maximum })];
  if (one.kind !== 'page' || again.kind !== 'page') return false;
  return one.products.some((product) => again.products.some((other) => samePosition(product, other)));
};

/** Where a walk with the largest limit ends, one with the limit 1 has to end as well. */
const endOutcome = async (catalogue: Catalogue, end: WalkEnd): Promise<CheckOutcome> => {
  let last = end.kind === 'ended' ? end.last : undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    const at = last === undefined ? {} : { checkpoint: last.token };
    const one = await readPage(catalogue.world, { ...at, limit: 1 });
    if (one.kind === 'cut') return one.outcome;
    const from = last;
    const more = one.kind === 'page' ? one.products.filter((p) => !from || isAfter(p, from.position)) : [];
    if (one.kind === 'page' && more.length === 0) return passed;
    const whole = await readPage(catalogue.world, { ...at, limit: catalogue.maximum });
    const later = whole.kind === 'page' ? whole.products.at(-1) : undefined;
    const token = later && catalogue.tokens.of(positionOf(later));
    if (later !== undefined && token !== undefined) {
      // Something was changed meanwhile, and the end is after that.
      last = { position: positionOf(later), token };
      continue;
    }
    if (one.kind === 'refused') {
      const finding = await refusedEnd(catalogue, at, { one, whole });
      return finding === undefined ? passed : failed(finding);
    }
    if (whole.kind !== 'page' || whole.products.length > 0 || attempt === 0) continue;
    return failed({
      message: 'A page is empty although products come after it, so a synchronisation that stops there misses them.',
      expected: more.map(describe).join(),
      actual: `an empty page with limit ${catalogue.maximum}`,
      exchanges: [one.exchange, whole.exchange],
    });
  }
  return restless;
};

/** Undefined where pages of one product are refused elsewhere, too, or the end is with any limit. */
const refusedEnd = async (
  { world, maximum }: Catalogue,
  at: { readonly checkpoint?: string },
  { one: { status, exchange }, whole }: { readonly one: Extract<Page, { kind: 'refused' }>; readonly whole: Page },
): Promise<Finding | undefined> => {
  if (whole.kind !== 'page' || whole.products.length > 0 || at.checkpoint === undefined) return undefined;
  const first = await readPage(world, { limit: 1 });
  if (first.kind !== 'page' || first.products.length === 0) return undefined;
  return {
    message: 'With the limit 1 the end of the catalogue is an error; answer with an empty page, whatever the limit.',
    expected: `an empty page, as with limit ${maximum}`,
    actual: status,
    exchanges: [whole.exchange, exchange],
  };
};

/** Ties all over the catalogue, and its end: places too far from the beginning for the random positions. The very last is judged by what rests there. */
const judgeSamples = async (world: World, catalogue: Catalogue, seen: Survey): Promise<void> => {
  const { ties, tail } = seen;
  const late = spread(tail.slice(0, -1), 1).map((product) => ({ before: tail[tail.indexOf(product) - 1], product }));
  const size = Math.min(catalogue.maximum, 2 * Math.ceil(seen.walk.products / seen.walk.pages));
  for (const { before, product } of [...ties, ...late]) {
    const token = before && catalogue.tokens.of(positionOf(before));
    if (before === undefined || token === undefined) continue;
    // Pages may be shorter than the limit: two of them are enough to compare one with.
    const window = await openWindow(catalogue, size, { position: positionOf(before), token });
    const found = await probe(catalogue, window, positionOf(product), catalogue.maximum);
    if (found.kind !== 'differs') continue;
    world.check(await blameForPage(catalogue, window, positionOf(product)), failed(found.finding));
    return;
  }
  world.check('catalogue/strictly-after-checkpoint', passed);
};
