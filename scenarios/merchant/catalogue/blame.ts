import { encodeCheckpoint, type Position } from '#schemas';
import { featuresOf, positionsIn } from './positions.ts';
import { isAfter, type Listed, positionOf, samePosition } from '#traffic/laws';
import { readPage } from './walk/page.ts';
import type { Place } from './walk/walk.ts';
import type { Catalogue } from './walk/catalogue.ts';
import { openWindow, probe, type Window } from './walk/window.ts';

const samples = 4;
/** More of these, since a mistake that spares some positions must not pass for one of decoding. */
const twinSamples = 30;
const alikeSamples = 8;

/**
 * Whether a failure at a position is one of decoding its checkpoint: positions without the feature hold in the same
 * run, former ones included, and other ones with it do not. Without a position to compare with it is not.
 */
export const isDecodingTrouble = async (catalogue: Catalogue, window: Window, failing: Position): Promise<boolean> => {
  const features = (position: Position) => featuresOf(catalogue.tokens.of(position) ?? '', position.id);
  const { existing, stale } = positionsIn(window.stretch.products);
  const others = existing.filter((position) => !samePosition(position, failing));
  const held = async (positions: readonly Position[], atMost: number): Promise<number> => {
    let count = 0;
    for (const position of spread(positions, atMost))
      if ((await probe(catalogue, window, position, catalogue.maximum)).kind === 'holds') count++;
    return count;
  };
  const allHold = async (positions: readonly Position[]): Promise<boolean> =>
    (await held(positions, twinSamples)) === Math.min(positions.length, twinSamples);
  const hasPlain = others.some((position) => features(position).length === 0);
  for (const feature of features(failing)) {
    const without = (position: Position) =>
      hasPlain ? features(position).length === 0 : !features(position).includes(feature);
    const twins = others.filter(without);
    if (twins.length === 0 || !(await allHold(twins)) || !(await allHold(stale.filter(without)))) continue;
    const alike = others.filter((position) => features(position).includes(feature));
    // A garbled id need not change what comes next, so not all of them have to fail.
    if (alike.length === 0 || (await held(alike, alikeSamples)) < Math.min(alike.length, alikeSamples)) return true;
  }
  return false;
};

/** Limits that a page is asked for with, besides the largest, to see whether the limit only cuts it. */
const otherLimits = [1, 2, 7, 40] as const;

/** Whether the pages after one position are more than cuts of one another: then it is the limit that matters. */
export const limitMatters = async (
  { world, tokens, maximum }: Catalogue,
  position: Position,
  limit: number = maximum,
): Promise<boolean> => {
  const checkpoint = tokens.of(position);
  if (checkpoint === undefined) return false;
  const limits = [...new Set([...otherLimits.filter((other) => other < maximum), limit, maximum])];
  // Twice, since a product may change between two pages, and pages may be wrong now and then whatever their limit.
  const [first, second] = [await uncut(world, checkpoint, limits), await uncut(world, checkpoint, limits)];
  return [...first].some((page) => second.has(page));
};

/** The pages, by limit and ids, that are no cuts of the longest. */
const uncut = async (
  world: Catalogue['world'],
  checkpoint: string,
  limits: readonly number[],
): Promise<ReadonlySet<string>> => {
  const others = new Set<string>();
  let longest: readonly Listed[] | undefined;
  for (const limit of limits.toSorted((a, b) => b - a)) {
    const page = await readPage(world, { checkpoint, limit });
    const products = page.kind === 'page' ? page.products : undefined;
    longest ??= products ?? [];
    const isRight = products === undefined ? longest.length === 0 : isCut(products, longest);
    if (!isRight) others.add(JSON.stringify([limit, products?.map(({ id }) => id)]));
  }
  return others;
};

const isCut = (page: readonly Listed[], longest: readonly Listed[]): boolean =>
  (page.length > 0 || longest.length === 0) &&
  page.every((product, index) => longest[index] === undefined || samePosition(product, longest[index]));

/** The requirement a page that differs from its stretch has broken. */
export const blameForPage = async (catalogue: Catalogue, window: Window, position: Position) => {
  if (await limitMatters(catalogue, position)) return 'catalogue/limit-independent';
  return (await isDecodingTrouble(catalogue, window, position))
    ? 'catalogue/checkpoint-decoding'
    : 'catalogue/strictly-after-checkpoint';
};

/** The requirement a walk that stopped at `at` has broken. */
export const blameFor = async (catalogue: Catalogue, at: Place) => {
  const window = await openWindow(catalogue, catalogue.maximum);
  const isEnd = await isLast(catalogue, at);
  const isWrongEnd = isEnd && (await goesOnBeyond(catalogue, at.position));
  if (!isWrongEnd && (await isDecodingTrouble(catalogue, window, at.position))) return 'catalogue/checkpoint-decoding';
  const middle = window.stretch.products.slice(0, -1).filter((product) => !samePosition(product, at.position));
  for (const product of spread(middle, samples)) {
    const { kind } = await probe(catalogue, window, positionOf(product), catalogue.maximum);
    if (kind !== 'holds') return 'catalogue/strictly-after-checkpoint';
  }
  return middle.length > 0 && isEnd ? 'catalogue/empty-page-ends' : 'catalogue/strictly-after-checkpoint';
};

/** Whether the page that lists the position's product lists nothing after it: then only the end itself is wrong. */
const isLast = async ({ world, tokens, maximum }: Catalogue, { position, previous }: Place): Promise<boolean> => {
  const checkpoint = previous && tokens.of(positionOf(previous));
  if (checkpoint === undefined) return false;
  const page = await readPage(world, { checkpoint, limit: maximum });
  if (page.kind !== 'page' || page.products.length >= maximum) return false;
  // An order may have changed its stock, and so its updatedAt, since the walk was there.
  return page.products.at(-1)?.id === position.id;
};

/** Whether a plain position after everything is answered no better, so that it is not its letters which make the end wrong. */
const goesOnBeyond = async ({ world, maximum }: Catalogue, { epochMs }: Position): Promise<boolean> => {
  const beyond = { epochMs: epochMs + 1, id: 'a' };
  const page = await readPage(world, { checkpoint: encodeCheckpoint(beyond), limit: maximum });
  return (
    page.kind === 'refused' || (page.kind === 'page' && page.products.some((product) => !isAfter(product, beyond)))
  );
};

/** At most `count` of them, spread evenly. */
export const spread = <T>(items: readonly T[], count: number): readonly T[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).filter(
        (item) => item !== undefined,
      );
