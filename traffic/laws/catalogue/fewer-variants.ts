import type { Finding } from '#schemas';
import { isObject, type JsonObject } from '../../json.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { objectsIn } from '../../ledgers/shop/answers.ts';
import { createMemory } from '../../retention/memory.ts';

/** A catalogue may have a million products: the last seen of those with several variants are remembered. */
const mostProducts = 2000;

/** A product as it was given with one updatedAt. */
interface Given {
  readonly updatedAt: string;
  readonly variants: ReadonlySet<string>;
  readonly exchange: number;
  /** The first answer since that had fewer of them. */
  readonly fewer?: Fewer;
}

interface Fewer {
  readonly exchange: number;
  readonly missing: string;
  readonly index: number;
}

/** Products that are given without a variant they had before and have afterwards. */
export interface FewerVariants {
  readonly see: (body: unknown, exchange: number) => Finding | undefined;
}

/**
 * Resources › CatalogueProduct › variants, with price and stock belonging to the variant: a page without one says nothing of it to
 * the platform. Which variants there are is not among what has to bump updatedAt (Catalogue rules › 8), so that one may come or go;
 * where it was there before and is there afterwards, with one updatedAt, it was there all the time. Once may be a catalogue
 * that is changed and changed back: two answers are needed.
 */
export const createFewerVariants = (budget: ByteBudget): FewerVariants => {
  const known = createMemory<Given>(budget, { most: mostProducts, weigh: ({ variants }) => 300 + 100 * variants.size });
  const guilty = new Set<number>();
  return {
    see(body, exchange) {
      const found: Finding[] = [];
      const products = isObject(body) ? (objectsIn(body['products']) ?? []) : [];
      for (const [index, product] of products.entries()) {
        const { id, updatedAt } = product;
        const variants = variantsIn(product);
        if (typeof id !== 'string' || typeof updatedAt !== 'string' || variants === undefined) continue;
        const before = known.get(id);
        // Of one variant nothing is left out but all, which its schema tells.
        if (before === undefined && variants.size < 2) continue;
        const isSame = before?.updatedAt === updatedAt;
        const missing =
          isSame && variants.size < before.variants.size ? missingIn(before.variants, variants) : undefined;
        if (isSame && missing !== undefined) {
          known.set(id, { ...before, fewer: before.fewer ?? { exchange, missing, index } });
          continue;
        }
        const fewer = isSame && variants.size === before.variants.size ? before.fewer : undefined;
        if (before !== undefined && fewer !== undefined && isWithin(before.variants, variants)) {
          guilty.add(fewer.exchange);
          found.push(findingOf(product, fewer, [before.exchange, fewer.exchange, exchange]));
        }
        known.set(id, { updatedAt, variants, exchange });
      }
      return guilty.size > 1 ? found[0] : undefined;
    },
  };
};

/** Undefined where there is none, or one without an id that can be read. */
const variantsIn = ({ variants }: JsonObject): ReadonlySet<string> | undefined => {
  const all = objectsIn(variants) ?? [];
  const ids = all.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return ids.length === 0 || ids.length < all.length ? undefined : new Set(ids);
};

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));

/** Undefined too where there are others instead. */
const missingIn = (before: ReadonlySet<string>, now: ReadonlySet<string>): string | undefined =>
  isWithin(now, before) ? [...before].find((one) => !now.has(one)) : undefined;

const findingOf = (
  { id, updatedAt }: JsonObject,
  { missing, index }: Fewer,
  exchanges: readonly number[],
): Finding => ({
  message:
    'A product was given without a variant that it had before and has afterwards, with one updatedAt, so that the platform does not learn the price and stock of it; give a product with all of its variants on every page.',
  expected: `variant ${JSON.stringify(missing)} of product ${JSON.stringify(id)}, as long as updatedAt is ${JSON.stringify(updatedAt)}`,
  actual: 'the product without it',
  pointer: `/products/${index}/variants`,
  exchanges,
  cause: 'fewer variants now and then',
});
