import type { Catalogue } from './walk/catalogue.ts';
import { type Place, walk } from './walk/walk.ts';
import { openWindow, type Window } from './walk/window.ts';

/** The whole catalogue, or the end of it where it is too large to walk over and over: a change moves a product there. */
export interface LastStretch {
  readonly window: Window;
  /** Where it begins; undefined at the beginning of the catalogue. */
  readonly from: Place | undefined;
}

/** More than are walked near the end of a catalogue that is not too large. */
const lastProducts = 150;
/** Read once to find the end; with pages of a hundred, a hundred thousand products. */
const mostPages = 1000;

/** Reads the last stretch, anew for everybody who does not come while it is being read. */
export const lastStretch = (catalogue: Catalogue, mostProducts: number): (() => Promise<LastStretch>) => {
  let reading: Promise<LastStretch> | undefined;
  let from: Place | undefined;
  const read = async (): Promise<LastStretch> => {
    const window = await openWindow(catalogue, mostProducts, from);
    const { end } = window.walk;
    const isTooLarge = end.kind === 'enough' && window.stretch.products.length >= mostProducts;
    const later = isTooLarge ? await placeNearEnd(catalogue, end.last) : undefined;
    if (later === undefined) return { window, from };
    from = later;
    return { window: await openWindow(catalogue, mostProducts, later), from };
  };
  return async () => await (reading ??= read().finally(() => (reading = undefined)));
};

/** The last place with enough products after it; undefined where no end comes. */
const placeNearEnd = async ({ world, tokens, maximum }: Catalogue, begun: Place): Promise<Place | undefined> => {
  const passed = [{ place: begun, after: 0 }];
  let at = begun;
  for (let page = 0; page < mostPages; page++) {
    const { end, products } = await walk(world, tokens, { limit: maximum, from: at, visit: () => 'enough' });
    if (end.kind === 'ended') return passed[0]?.place;
    if (end.kind !== 'enough') return undefined;
    for (const one of passed) one.after += products;
    at = end.last;
    passed.push({ place: at, after: 0 });
    while ((passed[1]?.after ?? 0) >= lastProducts) passed.shift();
  }
  return undefined;
};
