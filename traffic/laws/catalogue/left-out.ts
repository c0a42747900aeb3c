import { decodeCheckpoint, type Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { type AskedPage, askedPage } from './asked-page.ts';
import { describe, type Listed } from './listed.ts';

/** A catalogue may have a million products: the first seen are remembered. */
const mostProducts = 2000;

interface Page extends AskedPage {
  /** Of the checkpoint, in epoch milliseconds. */
  readonly after: number;
}

/** Its id and time alone: the rest of a product may be large. */
type Sighted = Pick<Listed, 'id' | 'updatedAt' | 'epochMs'>;

interface Shown {
  readonly product: Sighted;
  readonly limit: string | null;
  readonly exchange: number;
  /** The first page since that should have had it, and had not. */
  readonly leftOut?: LeftOut;
}

interface LeftOut {
  readonly exchange: number;
  readonly checkpoint: string | null;
  /** What stood there instead: the product that comes next. */
  readonly next: Sighted;
  readonly index: number;
}

/** Pages that leave out what they had before and have afterwards. */
export interface LeftOutPages {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Catalogue rules › 3: a page has everything between its checkpoint and its last product. Where a product was shown before
 * and is shown later to the very same request, with the same updatedAt, it was there all the time, and an answer between
 * those two left it out. Compared by whole milliseconds alone, and with others that are listed before and after it, so that
 * neither an order of ids nor how the checkpoint was read explains it. Once may be a catalogue that is changed under the
 * reader and changed back: two answers are needed. What is always left out, whoever asks from elsewhere tells.
 */
export const createLeftOut = (budget: ByteBudget): LeftOutPages => {
  const known = createMemory<Shown>(budget, {
    most: mostProducts,
    weigh: ({ product }) => 300 + 2 * product.id.length,
  });
  const guilty = new Set<number>();
  /** By id: one that was seen with a later time had been changed, and stands elsewhere; what shows it as before is late. */
  const latest = createMemory<number>(budget, { most: mostProducts, weigh: () => 50 });
  return {
    see(exchange) {
      const page = pageOf(exchange);
      if (page === undefined) return undefined;
      const found: Finding[] = [];
      for (const { id: name, epochMs } of page.products)
        latest.set(name, Math.max(epochMs, latest.get(name) ?? epochMs));
      for (const product of page.products) {
        const key = keyOf(product, page.limit);
        const shown = known.get(key);
        const gap = shown?.product.updatedAt === product.updatedAt ? shown.leftOut : undefined;
        if (gap !== undefined && gap.checkpoint !== page.checkpoint) continue;
        if (shown !== undefined && gap !== undefined && latest.get(product.id) === product.epochMs) {
          guilty.add(gap.exchange);
          found.push(findingOf(product, gap, [shown.exchange, gap.exchange, page.exchange]));
        }
        known.set(key, { product: sighted(product), limit: page.limit, exchange: page.exchange });
      }
      for (const shown of known.values()) {
        const gap = shown.leftOut === undefined ? gapIn(page, shown) : undefined;
        if (gap !== undefined) known.set(keyOf(shown.product, shown.limit), { ...shown, leftOut: gap });
      }
      return guilty.size > 1 ? found[0] : undefined;
    },
  };
};

const sighted = ({ id: name, updatedAt, epochMs }: Listed): Sighted => ({ id: name, updatedAt, epochMs });

const keyOf = (product: Sighted, limit: string | null): string => `${limit} ${product.id}`;

/** Undefined too where it is out of order, or not after its checkpoint: what is missing there is another's. */
const pageOf = (exchange: Exchange): Page | undefined => {
  const page = askedPage(exchange);
  if (page === undefined) return undefined;
  const { checkpoint, products } = page;
  const at = checkpoint === null ? { epochMs: Number.NEGATIVE_INFINITY } : decodeCheckpoint(checkpoint);
  if (at === undefined || !products.every((product) => product.hasOffset && product.hasMilliseconds)) return undefined;
  const times = [at.epochMs, ...products.map(({ epochMs }) => epochMs)];
  if (times.some((time, index) => time < (times[index - 1] ?? time))) return undefined;
  return { ...page, after: at.epochMs };
};

const gapIn = (page: Page, { product, limit }: Shown): LeftOut | undefined => {
  const { epochMs } = product;
  const last = page.products.at(-1)?.epochMs ?? Number.NEGATIVE_INFINITY;
  if (limit !== page.limit || epochMs <= page.after || epochMs >= last) return undefined;
  if (page.products.some((other) => other.id === product.id)) return undefined;
  const index = page.products.findIndex((other) => other.epochMs > epochMs);
  const next = page.products[index];
  if (next === undefined || index === 0) return undefined;
  return { exchange: page.exchange, checkpoint: page.checkpoint, next: sighted(next), index };
};

const findingOf = (product: Sighted, { next, index }: LeftOut, exchanges: readonly number[]): Finding => ({
  message:
    'A page left out a product that was shown before and is shown again, unchanged, with an updatedAt between the checkpoint of that page and its last product. Whoever goes on from there never sees it: return every product after the checkpoint, each time.',
  expected: `${describe(product)} before ${describe(next)}`,
  actual: 'not in the page',
  pointer: `/products/${index}`,
  exchanges,
  cause: 'left out now and then',
});
