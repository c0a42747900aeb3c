import type { Sight } from '../../../evidence/row.ts';
import type { CataloguePage } from '../../../ledgers/shop/catalogue.ts';
import { describe, type Listed } from '../../../ledgers/shop/listed.ts';
import { createRecent } from '../../../retention/recent.ts';
import { shortened } from '../../../retention/shortened.ts';
import type { ShopRow } from '../../by-rows.ts';

/** A catalogue may have a million products: the last seen are remembered. */
const mostProducts = 4000;

/** Its id and time alone: the rest of a product may be large. */
type Known = Pick<Listed, 'id' | 'updatedAt' | 'epochMs'>;

interface Shown {
  readonly product: Known;
  readonly limit: string | null;
  readonly n: number;
  /** The first page since that should have had it, and had not. */
  readonly leftOut?: LeftOut;
}

interface LeftOut {
  readonly n: number;
  readonly checkpoint: string | null;
  /** What stood there instead: the product that comes next. */
  readonly next: Known;
  readonly index: number;
}

type ExactPage = CataloguePage & { readonly products: readonly Listed[]; readonly from: number };

/**
 * Catalogue rules › 3: a page has everything between its checkpoint and its last product. Where a product was shown before
 * and is shown later to the very same request, with the same updatedAt, it was there all the time, and an answer between
 * those two left it out. Compared by whole milliseconds alone, and with others that are listed before and after it, so that
 * neither an order of ids nor how the checkpoint was read explains it. What is always left out, whoever asks from elsewhere tells.
 */
export const leftOut: ShopRow = {
  requirement: 'catalogue/strictly-after-checkpoint',
  cause: 'left out now and then',
  // Once may be a catalogue that is changed under the reader and changed back.
  sights: 2,
  look: () => {
    const known = createRecent<Shown>(mostProducts);
    /** Nothing that is known has a later time, so that a walk has nothing to compare. */
    let latest = Number.NEGATIVE_INFINITY;
    const noteGaps = (page: ExactPage): void => {
      if (page.from >= latest) return;
      const ids = new Set(page.products.map(({ id }) => id));
      const gaps: Shown[] = [];
      for (const shown of known.values()) {
        if (shown.leftOut !== undefined || shown.limit !== page.limit || ids.has(shown.product.id)) continue;
        const leftOut = gapIn(page, shown.product);
        if (leftOut !== undefined) gaps.push({ ...shown, leftOut });
      }
      for (const shown of gaps) known.set(keyOf(shown.product, shown.limit), shown);
    };
    return (step) => {
      const page = step.kind === 'catalogue' ? exactPage(step) : undefined;
      if (page === undefined) return undefined;
      const { n, limit, checkpoint, earlier } = page;
      const found: Sight[] = [];
      noteGaps(page);
      for (const [index, product] of page.products.entries()) {
        if (!isShort(product)) continue;
        const key = keyOf(product, limit);
        const shown = known.get(key);
        const gap = shown?.product.updatedAt === product.updatedAt ? shown.leftOut : undefined;
        if (gap !== undefined && gap.checkpoint !== checkpoint) continue;
        // One that was seen with a later time had been changed, and stands elsewhere; what shows it as before is late.
        if (shown !== undefined && gap !== undefined && (earlier[index]?.epochMs ?? 0) <= product.epochMs)
          found.push(sightOf(product, gap, [shown.n, gap.n, n]));
        const { id, updatedAt, epochMs } = product;
        known.set(key, { product: { id, updatedAt, epochMs }, limit, n });
        latest = Math.max(latest, epochMs);
      }
      return found;
    };
  },
};

/** What is remembered is a stranger's, and so many of it. */
const isShort = ({ id, updatedAt }: Listed): boolean => id.length <= 200 && updatedAt.length <= 100;

const keyOf = (product: Known, limit: string | null): string => `${limit} ${product.id}`;

/** Undefined too where it is out of order, or not after its checkpoint: what is missing there is another's. */
const exactPage = (page: CataloguePage): ExactPage | undefined => {
  const { checkpoint, after, products, isExact } = page;
  if (!isExact || products === undefined || (checkpoint !== null && after === undefined)) return undefined;
  const from = after?.epochMs ?? Number.NEGATIVE_INFINITY;
  let before = from;
  for (const { epochMs } of products) {
    if (epochMs < before) return undefined;
    before = epochMs;
  }
  return { ...page, products, from, checkpoint: checkpoint === null ? null : shortened(checkpoint) };
};

const gapIn = (page: ExactPage, { epochMs }: Known): LeftOut | undefined => {
  const last = page.products.at(-1)?.epochMs ?? Number.NEGATIVE_INFINITY;
  if (epochMs <= page.from || epochMs >= last) return undefined;
  const index = page.products.findIndex((other) => other.epochMs > epochMs);
  const next = page.products[index];
  if (next === undefined || index === 0 || !isShort(next)) return undefined;
  const { id, updatedAt } = next;
  return { n: page.n, checkpoint: page.checkpoint, next: { id, updatedAt, epochMs: next.epochMs }, index };
};

const sightOf = (product: Known, { n, next, index }: LeftOut, exchanges: readonly number[]): Sight => ({
  unlike: n,
  expected: `${describe(product)} before ${describe(next)}`,
  actual: 'not in the page',
  pointer: `/products/${index}`,
  exchanges,
});
