import type { Position } from '#schemas';
import { samePosition } from './catalogue-order.ts';
import { type Listed, positionOf, readPage } from './catalogue-page.ts';
import type { Place } from './catalogue-walk.ts';
import type { Catalogue } from './catalogue.ts';
import { openWindow, probe, type Window } from './catalogue-window.ts';

/** What can go wrong in reading a checkpoint, apart from what it says. */
export type Feature = 'padding' | 'plus' | 'slash' | 'colon' | 'non-ascii';

/** The features of a checkpoint that URL-encoding, Base64 or splitting at the colon can trip over; none: it is plain. */
export const featuresOf = (token: string, id: string): readonly Feature[] => [
  ...(token.includes('=') ? (['padding'] as const) : []),
  ...(token.includes('+') ? (['plus'] as const) : []),
  ...(token.includes('/') ? (['slash'] as const) : []),
  ...(id.includes(':') ? (['colon'] as const) : []),
  ...(/[^ -~]/u.test(id) ? (['non-ascii'] as const) : []),
];

const samples = 4;
/** More of these, since a mistake that spares some positions must not pass for one of decoding. */
const twinSamples = 12;

/**
 * Whether a failure at a position is one of decoding its checkpoint: positions without the feature hold in the same
 * run, and none of those with it does. Without a position to compare with it is not.
 */
export const isDecodingTrouble = async (catalogue: Catalogue, window: Window, failing: Position): Promise<boolean> => {
  const features = (position: Position) => featuresOf(catalogue.tokens.of(position) ?? '', position.id);
  // The last product has no successor in the stretch, so its page says nothing.
  const others = window.stretch.products.slice(0, -1).filter((product) => !samePosition(product, failing));
  const held = async (products: readonly Listed[], atMost: number): Promise<number> => {
    let count = 0;
    for (const product of spread(products, atMost))
      if ((await probe(catalogue, window, positionOf(product), catalogue.maximum)).kind === 'holds') count++;
    return count;
  };
  const plain = others.filter((product) => features(product).length === 0);
  for (const feature of features(failing)) {
    const twins = plain.length > 0 ? plain : others.filter((product) => !features(product).includes(feature));
    if (twins.length === 0 || (await held(twins, twinSamples)) < Math.min(twins.length, twinSamples)) continue;
    const alike = others.filter((product) => features(product).includes(feature));
    if ((await held(alike, samples)) === 0) return true;
  }
  return false;
};

/** The requirement a walk that stopped at `at` has broken. */
export const blameFor = async (
  catalogue: Catalogue,
  at: Place,
): Promise<'catalogue/strictly-after-checkpoint' | 'catalogue/checkpoint-decoding' | 'catalogue/empty-page-ends'> => {
  const window = await openWindow(catalogue, catalogue.maximum);
  if (await isDecodingTrouble(catalogue, window, at.position)) return 'catalogue/checkpoint-decoding';
  const middle = window.stretch.products.slice(0, -1).filter((product) => !samePosition(product, at.position));
  for (const product of spread(middle, samples)) {
    const { kind } = await probe(catalogue, window, positionOf(product), catalogue.maximum);
    if (kind !== 'holds') return 'catalogue/strictly-after-checkpoint';
  }
  return middle.length > 0 && (await isLast(catalogue, at))
    ? 'catalogue/empty-page-ends'
    : 'catalogue/strictly-after-checkpoint';
};

/** Whether the page that lists the position's product lists nothing after it: then only the end itself is wrong. */
const isLast = async ({ world, tokens, maximum }: Catalogue, { position, previous }: Place): Promise<boolean> => {
  const checkpoint = previous && tokens.of(positionOf(previous));
  if (checkpoint === undefined) return false;
  const page = await readPage(world, { checkpoint, limit: maximum });
  const last = page.kind === 'page' ? page.products.at(-1) : undefined;
  return last !== undefined && page.kind === 'page' && page.products.length < maximum && samePosition(last, position);
};

/** At most `count` of them, spread evenly. */
export const spread = <T>(items: readonly T[], count: number): readonly T[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).filter(
        (item) => item !== undefined,
      );
