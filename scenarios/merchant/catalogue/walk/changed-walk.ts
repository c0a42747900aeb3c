import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './catalogue.ts';
import { fixtureWeight } from './fixture-products.ts';
import type { Listed } from '#traffic/laws';
import { incomplete } from './survey.ts';
import { type Place, walk } from './walk.ts';
import type { MerchantWorld } from '../../../context/merchant.ts';
import { notExercised, Unmet } from '../../../outcome.ts';

/** What is changed and when; numbers are taken modulo what there is, so that a plan fits any catalogue. */
export interface Change {
  readonly afterPage: number;
  readonly product: number;
}

interface WalkToChange {
  readonly limit: number;
  readonly from: Place | undefined;
  /** What came after `from` before anything was changed. */
  readonly products: readonly Listed[];
  readonly changes: readonly Change[];
}

type World = Pick<MerchantWorld, 'triggers' | 'fixtures'> & Catalogue['world'];

/** A catalogue that is larger takes too long to walk over and over: only the end of it is. */
export const mostProducts = 1000;
/** So many more pages than there were products for. */
const pagesBeyond = 3;

/** Walks page by page and has products changed in between; ends with the catalogue, or a few pages after its former end. */
export const walkChanging = async (
  world: World,
  { tokens }: Catalogue,
  { limit, from, products, changes }: WalkToChange,
) => {
  /** How the products were before they were changed, by id. */
  const changed = new Map<string, Listed>();
  /** The last listing of every product, by id; what comes later is added. */
  const seen = new Map<string, Listed>();
  const places: (Place | undefined)[] = [];
  const pages = Math.max(1, Math.ceil(products.length / limit) - 1);
  const weight = fixtureWeight(world);
  /** Where the next synchronisation goes on. */
  let stored = from;
  let hasEnded = false;
  let refusal: CheckOutcome | undefined;

  const change = async (product: number): Promise<void> => {
    const start = product % products.length;
    const turned = [...products.slice(start), ...products.slice(0, start)].filter(({ delisted }) => !delisted);
    // A change may restock it, so never what there has to be too little of.
    const target = turned.find((one) => weight(one) === 0) ?? turned.find((one) => weight(one) === 1);
    if (target === undefined || changed.has(target.id)) return;
    const fired = await world.triggers.fire('changeProduct', { productId: target.id });
    if (fired.kind === 'unavailable') refusal = notExercised(fired.reason, fired.unlock);
    else changed.set(target.id, target);
  };

  // The changed ones come last; what others changed meanwhile is left to the next synchronisation.
  for (let page = 0; !hasEnded && page <= pages + pagesBeyond; page++) {
    places.push(stored);
    const visit = (listed: readonly Listed[]): 'enough' => {
      for (const product of listed) seen.set(product.id, product);
      return 'enough';
    };
    const { end, ...step } = await walk(world, tokens, { limit, from: stored, visit });
    if (end.kind !== 'ended' && end.kind !== 'enough')
      throw new Unmet(incomplete({ walk: { end, ...step }, endless: undefined }) ?? tooLarge);
    hasEnded = end.kind === 'ended';
    stored = end.last ?? stored;
    for (const { product } of changes.filter(({ afterPage }) => afterPage % pages === page)) await change(product);
  }
  if (refusal) throw new Unmet(refusal);
  if (changed.size === 0 || stored === undefined) throw new Unmet(nothingToChange);
  return { changed, seen, places, stored, hasEnded };
};

export const tooLarge = notExercised('no stretch at the end of the catalogue stayed the same between two walks');
const nothingToChange = notExercised('the products that could be changed are not ACTIVE, or other checks need them');
