import { type Finding, type Judgement, parseTimestamp } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import { readAnswer } from '../../judging/answer.ts';
import { weightOf } from '../../retention/weight.ts';
import { broken, defineMerchantLaw, holds, warned } from '../define.ts';

const id = 'catalogue/change-bumps-updated-at';

/** The first products seen are remembered; a catalogue may have a million, and one of them may be large. */
const mostProducts = 2000;
const mostBytes = 16 * 1024 * 1024;

/** Catalogue rules › 8: what a change of must bump updatedAt. */
interface Sold {
  readonly unitPrice: unknown;
  readonly originalUnitPrice: unknown;
  readonly ean: unknown;
  readonly isAvailable: unknown;
  readonly availableQuantity: unknown;
}

interface Known {
  readonly updatedAt: unknown;
  readonly variants: ReadonlyMap<unknown, Sold>;
  readonly exchange: number;
  /** In bytes, about. */
  readonly weight: number;
  readonly suspicion?: Suspicion;
}

/**
 * What changed without a bump, as it seems: a shop that reads a product and then its variants answers once with half of a change
 * that is made meanwhile. Whoever asks after that sees whether the bump has come with it.
 */
interface Suspicion {
  readonly finding: Finding;
  readonly answeredAt: number;
  readonly isSeenAgain: boolean;
}

/** In milliseconds; a copy of the shop's own may follow a little later. */
const untilBumped = 2000;

/** Whoever reads twice sees what changed without a bump; whether a change was made at all, the scenario knows that made it. */
export const bumpedWhenChanged = defineMerchantLaw({
  id: 'catalogue/bumped-when-changed',
  covers: [id],
  start: () => {
    const products = new Map<unknown, Known>();
    let bytes = 0;
    /** Undefined where it tells, and need not be asked again. */
    const seenAgain = (suspicion: Suspicion, { at }: Exchange): Suspicion | undefined => {
      if (at < suspicion.answeredAt) return suspicion;
      return at < suspicion.answeredAt + untilBumped ? { ...suspicion, isSeenAgain: true } : undefined;
    };
    const changedIn = (body: unknown, exchange: Exchange): readonly Judgement[] => {
      const told: Judgement[] = [];
      let hasBumped = false;
      let index = -1;
      for (const item of itemsIn(body, 'products')) {
        index += 1;
        const productId = isObject(item) ? item['id'] : undefined;
        const known = products.get(productId);
        if (known === undefined && products.size >= mostProducts) continue;
        const product = Object(item) as Json;
        const { updatedAt } = product;
        const variants = variantsOf(product);
        const changed = known && showsItsTime(updatedAt) ? changeBetween(known.variants, variants) : undefined;
        if (known !== undefined && changed !== undefined && known.updatedAt === updatedAt) {
          const finding = unbumped({ ...changed, product, index, exchanges: [known.exchange, exchange.n] });
          const first = { finding, answeredAt: exchange.answeredAt, isSeenAgain: false };
          const suspicion = known.suspicion ? seenAgain(known.suspicion, exchange) : first;
          if (suspicion === undefined) told.push(broken(id, known.suspicion?.finding ?? finding));
          if (suspicion !== undefined) {
            products.set(productId, { ...known, suspicion });
            continue;
          }
        } else if (known?.suspicion !== undefined && known.updatedAt === updatedAt) continue;
        hasBumped ||= changed !== undefined && known?.updatedAt !== updatedAt;
        const weight = weightOf([productId, updatedAt, ...variants]);
        products.delete(productId);
        bytes -= known?.weight ?? 0;
        if (bytes + weight > mostBytes) continue;
        products.set(productId, { updatedAt, variants, exchange: exchange.n, weight });
        bytes += weight;
      }
      return told.length === 0 && hasBumped ? [holds(id)] : told.slice(0, 1);
    };
    return {
      see(exchange) {
        if (exchange.call.name !== 'catalogue') return [];
        const read = readAnswer(exchange);
        return read.kind === 'answered' ? changedIn(read.body, exchange) : [];
      },
      end() {
        const open = [...products.values()].flatMap(({ suspicion }) => (suspicion ? [suspicion] : []));
        const [first] = open.toSorted((one, other) => Number(other.isSeenAgain) - Number(one.isSeenAgain));
        if (first === undefined) return [];
        // Of a single answer nobody can tell whether it was amid the change.
        return [first.isSeenAgain ? broken(id, first.finding) : warned(id, first.finding)];
      },
    };
  },
});

/** A time that cannot be read, or that has no milliseconds to be bumped by, is another requirement's. */
const showsItsTime = (updatedAt: unknown): boolean =>
  typeof updatedAt === 'string' && (parseTimestamp(updatedAt)?.fractionDigits ?? 0) >= 3;

type Json = Readonly<Record<string, unknown>>;

const itemsIn = (holder: unknown, key: string): readonly unknown[] => {
  const list = (Object(holder) as Json)[key];
  return Array.isArray(list) ? list : [];
};

const variantsOf = (product: Json): ReadonlyMap<unknown, Sold> => {
  const variants = new Map<unknown, Sold>();
  for (const item of itemsIn(product, 'variants')) {
    const variant = Object(item) as Json;
    variants.set(variant['id'], soldOf(variant));
  }
  return variants;
};

const soldOf = ({ unitPrice, originalUnitPrice, ean, stock }: Json): Sold => {
  const { isAvailable, availableQuantity } = Object(stock) as Json;
  return { unitPrice, originalUnitPrice, ean, isAvailable, availableQuantity };
};

interface Changed {
  readonly variant: unknown;
  readonly name: keyof Sold;
  readonly before: unknown;
  readonly after: unknown;
}

/** Only a variant that was there before: which variants there are is not among what must bump. */
const changeBetween = (before: ReadonlyMap<unknown, Sold>, after: ReadonlyMap<unknown, Sold>): Changed | undefined => {
  for (const [variant, sold] of after) {
    const earlier = before.get(variant);
    if (earlier === undefined) continue;
    for (const name of Object.keys(sold) as (keyof Sold)[])
      if (JSON.stringify(sold[name]) !== JSON.stringify(earlier[name]))
        return { variant, name, before: earlier[name], after: sold[name] };
  }
  return undefined;
};

const unbumped = (
  change: Changed & { readonly product: Json; readonly index: number; readonly exchanges: readonly number[] },
): Finding => ({
  message: `A product was given twice with one updatedAt and another ${change.name}; every change of price, stock or EAN has to bump updatedAt, or the platform never learns of it.`,
  expected: `${change.name} ${JSON.stringify(change.before)} of variant ${JSON.stringify(change.variant)}, as long as updatedAt is ${JSON.stringify(change.product['updatedAt'])}`,
  actual: `${change.name} ${JSON.stringify(change.after)}`,
  pointer: `/products/${change.index}`,
  exchanges: change.exchanges,
  cause: 'changed without a bump',
});
