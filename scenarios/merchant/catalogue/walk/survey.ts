import type { CheckOutcome, Finding } from '#schemas';
import type { Catalogue } from './catalogue.ts';
import { createFingerprints, type Listed } from '#traffic/laws';
import { restless, type Walk, walk } from './walk.ts';
import { notExercised } from '../../../outcome.ts';

/** Two neighbours with one updatedAt, and the product before them when there is one. */
export interface Tie {
  readonly before: Listed | undefined;
  readonly product: Listed;
}

/** What one walk over the whole catalogue leaves behind, in constant memory. */
export interface Survey {
  readonly walk: Walk;
  readonly first: Listed | undefined;
  /** The last products, oldest first. */
  readonly tail: readonly Listed[];
  /** A few ties, spread over the catalogue. */
  readonly ties: readonly Tie[];
  /** A few ACTIVE products, spread over the catalogue. */
  readonly active: readonly Listed[];
  /** Those of the variants looked for that no product had. */
  readonly missing: readonly string[];
  /** The walk was given up, since everything came again and again with a later updatedAt. */
  readonly endless: Finding | undefined;
}

export interface SurveyOptions {
  readonly lookFor: readonly string[];
  readonly tailSize: number;
  progress(products: number): void;
}

// Products are told apart here, whatever they are variants of.
const whole = 0;
const mostTies = 4;
const mostActive = 64;
/** Pages in a row with nothing new, once products have come three times on average. */
const mostFamiliar = 100;

export const survey = async ({ world, tokens, maximum }: Catalogue, options: SurveyOptions): Promise<Survey> => {
  const prints = createFingerprints();
  const missing = new Set(options.lookFor);
  const ties = createSample<Tie>(mostTies);
  const active = createSample<Listed>(mostActive);
  let tail: Listed[] = [];
  let first: Listed | undefined;
  let endless: Finding | undefined;
  let count = 0;
  let again = 0;
  let familiar = 0;

  const note = (product: Listed): void => {
    if (missing.size > 0) for (const { id } of product.variants) missing.delete(id);
    if (prints.note(product.id, whole) === 'same') again++;
  };

  const walked = await walk(world, tokens, {
    limit: maximum,
    isUninterrupted: true,
    visit(products, exchange) {
      const distinct = count - again;
      first ??= products[0];
      const known = tail.length;
      tail.push(...products);
      for (let index = Math.max(1, known); index < tail.length; index++) {
        const [before, product, next] = [tail[index - 2], tail[index - 1], tail[index]];
        if (product !== undefined && product.epochMs === next?.epochMs) ties.add({ before, product });
      }
      for (const product of products) {
        note(product);
        if (!product.delisted) active.add(product);
      }
      if (tail.length > options.tailSize) tail = tail.slice(-options.tailSize);
      count += products.length;
      options.progress(count);
      familiar = count - again > distinct ? 0 : familiar + 1;
      if (again <= 2 * (count - again) || familiar < mostFamiliar) return 'more';
      endless = neverEnds(count, count - again, exchange);
      return 'enough';
    },
  });
  return {
    walk: walked,
    first,
    tail,
    ties: ties.items(),
    active: active.items(),
    missing: [...missing],
    endless,
  };
};

const neverEnds = (count: number, distinct: number, exchange: number): Finding => ({
  message:
    'The catalogue does not come to an end: the same products come again and again with a later updatedAt. updatedAt is when a product changed, not when it is asked for.',
  expected: 'an empty page once all products were listed',
  actual: `${count} products listed, about ${distinct} different ones`,
  exchanges: [exchange],
});

/** A few of many, evenly spread, in constant memory and without knowing how many there will be. */
const createSample = <T>(most: number) => {
  let kept: T[] = [];
  let stride = 1;
  let count = 0;
  return {
    add(item: T): void {
      if (count++ % stride !== 0) return;
      kept.push(item);
      if (kept.length < most) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    items: (): readonly T[] => kept,
  };
};

/** Why nothing can be said of what needs the whole catalogue; undefined when the walk came to its end. */
export const incomplete = ({ walk: { end }, endless }: Pick<Survey, 'walk' | 'endless'>): CheckOutcome | undefined => {
  if (endless) return notExercised('the catalogue does not come to an end');
  switch (end.kind) {
    case 'ended':
      return undefined;
    case 'cut':
      return end.outcome;
    case 'enough':
      return restless;
    case 'disordered':
      return notExercised('the walk stopped because the products are not in ascending order');
    case 'repeats':
      return notExercised('the walk stopped at a page that repeats products');
    case 'refused':
      return notExercised('the walk stopped at a page that was refused');
    default:
      return end satisfies never;
  }
};
