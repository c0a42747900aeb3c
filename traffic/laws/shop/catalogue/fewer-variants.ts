import type { Sight } from '../../../evidence/row.ts';
import { isObject } from '../../../json.ts';
import { createMemory } from '../../../retention/memory.ts';
import type { ShopRow } from '../../by-rows.ts';

/** A catalogue may have a million products: the last seen of those with several variants are remembered. */
const mostProducts = 2000;

/** A product as it was given with one updatedAt. */
interface Given {
  readonly updatedAt: string;
  readonly variants: ReadonlySet<string>;
  readonly n: number;
  /** The first answer since that had fewer of them. */
  readonly fewer?: { readonly n: number; readonly missing: string; readonly index: number };
}

/**
 * Resources › CatalogueProduct › variants, with price and stock belonging to the variant: a page without one says nothing of it to
 * the platform. Which variants there are is not among what has to bump updatedAt (Catalogue rules › 8), so that one may come or go;
 * where it was there before and is there afterwards, with one updatedAt, it was there all the time.
 */
export const fewerVariants: ShopRow = {
  requirement: 'catalogue/change-bumps-updated-at',
  cause: 'fewer variants now and then',
  message:
    'A product was given without a variant that it had before and has afterwards, with one updatedAt, so that the platform does not learn the price and stock of it; give a product with all of its variants on every page.',
  // Once may be a catalogue that is changed and changed back.
  sights: 2,
  look: (_, budget) => {
    const known = createMemory<Given>(budget, {
      most: mostProducts,
      weigh: ({ variants }) => 300 + 100 * variants.size,
    });
    return (step) => {
      if (step.kind !== 'catalogue') return undefined;
      const found: Sight[] = [];
      for (const [index, product] of step.items.entries()) {
        const { id, updatedAt, variants: list } = Object(product) as Readonly<Record<string, unknown>>;
        if (typeof id !== 'string' || typeof updatedAt !== 'string' || !Array.isArray(list)) continue;
        const before = known.get(id);
        // Of one variant nothing is left out but all, which its schema tells.
        if (before === undefined && list.length < 2) continue;
        const variants = idsIn(list);
        if (variants === undefined || (before === undefined && variants.size < 2)) continue;
        const isSame = before?.updatedAt === updatedAt;
        const missing =
          isSame && variants.size < before.variants.size ? missingIn(before.variants, variants) : undefined;
        if (isSame && missing !== undefined) {
          known.set(id, { ...before, fewer: before.fewer ?? { n: step.n, missing, index } });
          continue;
        }
        const fewer = isSame && variants.size === before.variants.size ? before.fewer : undefined;
        if (before !== undefined && fewer !== undefined && isWithin(before.variants, variants))
          found.push({
            unlike: fewer.n,
            expected: `variant ${JSON.stringify(fewer.missing)} of product ${JSON.stringify(id)}, as long as updatedAt is ${JSON.stringify(updatedAt)}`,
            actual: 'the product without it',
            pointer: `/products/${fewer.index}/variants`,
            exchanges: [before.n, fewer.n, step.n],
          });
        known.set(id, { updatedAt, variants, n: step.n });
      }
      return found;
    };
  },
};

/** Undefined where there is none, or one without an id that can be read. */
const idsIn = (variants: readonly unknown[]): ReadonlySet<string> | undefined => {
  const ids = variants.flatMap((one) => (isObject(one) && typeof one['id'] === 'string' ? [one['id']] : []));
  return ids.length === 0 || ids.length < variants.length ? undefined : new Set(ids);
};

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));

/** Undefined too where there are others instead. */
const missingIn = (before: ReadonlySet<string>, now: ReadonlySet<string>): string | undefined =>
  isWithin(now, before) ? [...before].find((one) => !now.has(one)) : undefined;
