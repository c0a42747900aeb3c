import fc from 'fast-check';
import type { CheckOutcome, Finding } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, notExercised, passed, toleration } from '../../outcome.ts';
import { blameForPage } from './blame.ts';
import { onceHeld } from '../../arrange/once-held.ts';
import { featuresOf } from './positions.ts';
import { type Catalogue, openCatalogue } from './walk/catalogue.ts';
import { describe, type Listed, positionOf, samePosition } from '#traffic/laws';
import { restless, type Walk, walk } from './walk/walk.ts';
import { openWindow, probe, type Stretch, type Window } from './walk/window.ts';

/** Products from the beginning that walks are compared over. */
const windowSize = 300;

const covers = [
  'catalogue/limit-independent',
  'catalogue/strictly-after-checkpoint',
  'catalogue/checkpoint-decoding',
] as const;

export default defineMerchantScenario({
  id: 'merchant/catalogue-limits',
  title: 'The catalogue is the same whatever the page size',
  phase: 'read',
  needs: ['merchant.catalogueUrl'],
  reads: ['catalogue'],
  covers,
  // With small pages many checkpoints are seen.
  provokes: ['catalogue/next-checkpoint-encoding'],
  async run(world) {
    const catalogue = await openCatalogue(world);
    const window = await openWindow(catalogue, windowSize);
    const { end } = window.walk;
    if (end.kind !== 'ended' && end.kind !== 'enough') {
      const outcome = end.kind === 'cut' ? end.outcome : notExercised('the walk with the largest limit failed as well');
      world.check('catalogue/limit-independent', outcome);
      return;
    }
    let last: LimitVerdict | undefined;
    const attempt = async (limit: number): Promise<CheckOutcome> => {
      const waits = world.keepsWaiting?.() === true;
      const mostPages = waits ? waitedPages[limit === 1 ? 'single' : 'several'] : maximumPages;
      const verdict = await walkWithLimit(catalogue, window, { limit, mostPages });
      last = verdict;
      return verdict.outcome;
    };
    const property = {
      name: 'any-limit',
      runs: { quick: 3, standard: 9, thorough: 31 },
      // One product a page, which comes first, and two others.
      enough: 3,
      together: true,
      attempt: onceHeld(attempt, String),
    };
    const limits = fc.integer({ min: 1, max: Math.max(1, catalogue.maximum - 1) });
    const outcome = await holds(world, property, limits, [1]);
    // What fails here may be about the position or the end rather than the limit; the attempt says which.
    const requirement =
      outcome.status === 'failed' && last !== undefined ? last.requirement : 'catalogue/limit-independent';
    const tooFew = outcome.status === 'passed' && window.stretch.products.length < 2;
    world.check(
      requirement,
      tooFew ? notExercised('the catalogue lists fewer than two products', toleration) : outcome,
    );
  },
});

/** Pages a walk with a small limit may take; a limit of 1 sees that many products. */
const maximumPages = 40;
/** The same at a shop that keeps one waiting: they come one after the other. */
const waitedPages = { single: 12, several: 6 } as const;
/** So many pages that begin and end like others before them tell nothing new. */
const pagesAlike = 5;

/** What a walk with another limit showed, and which requirement that is about. */
interface LimitVerdict {
  readonly requirement: (typeof covers)[number];
  readonly outcome: CheckOutcome;
}

interface LimitedWalk {
  readonly limit: number;
  readonly mostPages: number;
}

/** Walks the stretch from the beginning with another limit and compares, product by product. */
const walkWithLimit = async (catalogue: Catalogue, window: Window, limited: LimitedWalk): Promise<LimitVerdict> => {
  const independent = { requirement: 'catalogue/limit-independent' } as const;
  for (let attempt = 0; attempt < 3; attempt++) {
    const { walked, difference } = await compareWith(catalogue, window.stretch, limited);
    if (difference === undefined)
      return { ...independent, outcome: walked.end.kind === 'cut' ? walked.end.outcome : passed };
    // Only a difference from a stretch that stayed the same is one.
    if (!(await window.refresh())) return await judge(catalogue, window, limited, difference);
  }
  return { ...independent, outcome: restless };
};

interface Difference {
  /** The product the walks have last in common. */
  readonly common: Listed | undefined;
  readonly expected: Listed | undefined;
  readonly actual: Listed | undefined;
  readonly exchange: number | undefined;
}

const compareWith = async (
  { world, tokens }: Catalogue,
  stretch: Stretch,
  { limit, mostPages }: LimitedWalk,
): Promise<{ readonly walked: Walk; readonly difference: Difference | undefined }> => {
  let index = 0;
  let pages = 0;
  let lastNewPage = 0;
  const kinds = new Set<string>();
  let difference: Difference | undefined;
  const differs = (actual: Listed | undefined, exchange: number | undefined): Difference => ({
    common: stretch.products[index - 1],
    expected: stretch.products[index],
    actual,
    exchange,
  });
  const walked = await walk(world, tokens, {
    limit,
    visit(products, exchange) {
      for (const product of products) {
        const expected = stretch.products[index];
        if (expected === undefined && !stretch.complete) return 'enough';
        if (expected === undefined || !samePosition(expected, product)) {
          difference = differs(product, exchange);
          return 'enough';
        }
        index++;
      }
      pages++;
      for (const kind of kindsOf(products, tokens)) {
        if (!kinds.has(kind)) lastNewPage = pages;
        kinds.add(kind);
      }
      return pages >= Math.min(mostPages, lastNewPage + pagesAlike) ? 'enough' : 'more';
    },
  });
  const { end } = walked;
  if (end.kind === 'ended' && index < stretch.products.length) difference = differs(undefined, end.exchange);
  // How the walk ends after the last product is judged where the whole catalogue is walked.
  const atEnd = stretch.complete && index === stretch.products.length;
  if (end.kind === 'disordered' || (!atEnd && (end.kind === 'repeats' || end.kind === 'refused')))
    difference = differs(undefined, end.finding.exchanges?.at(-1));
  return { walked, difference };
};

/** What can make the step to the next page go wrong: how its checkpoint is written, and whether products share a time. */
const kindsOf = (products: readonly Listed[], tokens: Catalogue['tokens']): readonly string[] => {
  const tail = products.at(-1);
  if (tail === undefined) return [];
  const tied = products.length > 1 && products.at(-2)?.epochMs === tail.epochMs;
  const features = featuresOf(tokens.of(positionOf(tail)) ?? '', tail.id);
  return [...features, ...(tied ? ['tied'] : []), ...(tail.delisted ? ['delisted'] : [])];
};

/** A page that differs with the largest limit too is about the position, and so is one that does not differ again. */
const judge = async (
  catalogue: Catalogue,
  window: Window,
  limited: LimitedWalk,
  difference: Difference,
): Promise<LimitVerdict> => {
  const { common, exchange } = difference;
  const { limit } = limited;
  const seen = {
    expected: difference.expected === undefined ? 'the end of the catalogue' : describe(difference.expected),
    actual: difference.actual === undefined ? 'no such product, the walk ends there' : describe(difference.actual),
    ...(exchange === undefined ? {} : { exchanges: [exchange] }),
  };
  if ((await isElsewhereAgain(catalogue, window, limited, difference)) && !(await window.refresh()))
    return { requirement: 'catalogue/strictly-after-checkpoint', outcome: failed({ ...seen, ...wavering(limit) }) };
  if (common !== undefined) {
    const whole = await probe(catalogue, window, positionOf(common), catalogue.maximum);
    const requirement = await blameForPage(catalogue, window, positionOf(common));
    if (whole.kind === 'differs' && requirement !== 'catalogue/limit-independent')
      return { requirement, outcome: failed(whole.finding) };
  }
  const finding: Finding = {
    ...seen,
    message: `A walk with limit ${limit} does not give the products that a walk with limit ${catalogue.maximum} gives.`,
    cause: 'walk depends on the limit',
  };
  return { requirement: 'catalogue/limit-independent', outcome: failed(finding) };
};

/** What is wrong with every fifth page may be wrong with the same one again, so that there is one more between, and then two. */
const isElsewhereAgain = async (
  catalogue: Catalogue,
  window: Window,
  limited: LimitedWalk,
  difference: Difference,
): Promise<boolean> => {
  const [first] = window.stretch.products;
  for (let walks = 0; walks < 3; walks++) {
    const again = await compareWith(catalogue, window.stretch, limited);
    if (placeOf(again.difference) !== placeOf(difference)) return true;
    for (let more = 0; first !== undefined && more <= walks; more++)
      await probe(catalogue, window, positionOf(first), catalogue.maximum);
  }
  return false;
};

const placeOf = (difference: Difference | undefined): string =>
  JSON.stringify([difference?.expected?.id, difference?.actual?.id]);

const wavering = (limit: number): Pick<Finding, 'message' | 'cause'> => ({
  message: `A walk with limit ${limit} left products out, gave others instead or ended early, though nothing had changed, and the same walk again did not, or elsewhere: return every product after a checkpoint, each time.`,
  cause: 'left out now and then',
});
