import type { CheckOutcome, Finding } from '#schemas';
import type { Catalogue } from './walk/catalogue.ts';
import { blameForPage } from './blame.ts';
import { describe, samePosition } from './walk/position-order.ts';
import { type Listed, positionOf } from './walk/page.ts';
import { type Walk, walk } from './walk/walk.ts';
import { probe, type Stretch, type Window } from './walk/window.ts';
import { failed, notExercised, passed, unless } from '../../outcome.ts';

/** Pages a walk with a small limit may take; a limit of 1 sees that many products. */
const maximumPages = 40;

/** What a walk with another limit showed, and which requirement that is about. */
export interface LimitVerdict {
  readonly requirement:
    | 'catalogue/limit-independent'
    | 'catalogue/strictly-after-checkpoint'
    | 'catalogue/checkpoint-decoding';
  readonly outcome: CheckOutcome;
  /** About the sizes of the pages seen on the way. */
  readonly limit: CheckOutcome;
}

/** Walks the stretch from the beginning with another limit and compares, product by product. */
export const walkWithLimit = async (catalogue: Catalogue, window: Window, limit: number): Promise<LimitVerdict> => {
  const independent = { requirement: 'catalogue/limit-independent' } as const;
  for (let attempt = 0; attempt < 3; attempt++) {
    const { walked, difference } = await compareWith(catalogue, window.stretch, limit);
    const seen = { limit: unless(walked.overLimit) };
    if (difference === undefined)
      return { ...independent, ...seen, outcome: walked.end.kind === 'cut' ? walked.end.outcome : passed };
    // Only a difference from a stretch that stayed the same is one.
    if (!(await window.refresh())) return { ...seen, ...(await judge(catalogue, window, limit, difference)) };
  }
  const restless = notExercised('the catalogue changed every time it was looked at again');
  return { ...independent, outcome: restless, limit: restless };
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
  limit: number,
): Promise<{ readonly walked: Walk; readonly difference: Difference | undefined }> => {
  let index = 0;
  let pages = 0;
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
      return ++pages >= maximumPages ? 'enough' : 'more';
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

/** A page that differs with the largest limit too is about the position. */
const judge = async (
  catalogue: Catalogue,
  window: Window,
  limit: number,
  { common, expected, actual, exchange }: Difference,
): Promise<Pick<LimitVerdict, 'requirement' | 'outcome'>> => {
  const finding: Finding = {
    message: `A walk with limit ${limit} does not give the products that a walk with limit ${catalogue.maximum} gives.`,
    expected: expected === undefined ? 'the end of the catalogue' : describe(expected),
    actual: actual === undefined ? 'no such product, the walk ends there' : describe(actual),
    ...(exchange === undefined ? {} : { exchanges: [exchange] }),
    cause: 'walk depends on the limit',
  };
  if (common !== undefined) {
    const whole = await probe(catalogue, window, positionOf(common), catalogue.maximum);
    const requirement = await blameForPage(catalogue, window, positionOf(common));
    if (whole.kind === 'differs' && requirement !== 'catalogue/limit-independent')
      return { requirement, outcome: failed(whole.finding) };
  }
  return { requirement: 'catalogue/limit-independent', outcome: failed(finding) };
};
