import { examine } from '../../../evidence/examine.ts';
import { type Finding, parseTimestamp } from '#schemas';
import { isObject } from '../../../json.ts';
import { weightOf } from '../../../retention/weight.ts';
import { failed, defineMerchantLaw, passed, warned } from '../../define.ts';
import type { CataloguePage } from '../../../ledgers/shop/catalogue.ts';
import { fewerVariants } from './fewer-variants.ts';
import { lateChanges } from './late-changes.ts';

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
}

/** What was seen with another price, stock or EAN and no other updatedAt. */
interface Suspected {
  readonly finding: Finding;
  /** When the answer that showed it was over, in epoch milliseconds. */
  readonly seenAt: number;
  /** Whether it still was so in an answer that was asked for later. */
  readonly isSettled: boolean;
}

/** What is still so then is told while it is watched; of a run it is told at its end. */
const settledMs = 30_000;

/**
 * Whoever reads twice sees what changed without a bump; whether a change was made at all, the scenario knows that made it. A shop
 * that reads products and variants one after the other shows half of a change once, and the bump with the next answer.
 */
export const bumpedWhenChanged = defineMerchantLaw({
  id: 'catalogue/bumped-when-changed',
  covers: [id],
  start: ({ budget, shop }) => {
    const rows = examine([fewerVariants, lateChanges], shop, budget);
    const products = new Map<unknown, Known>();
    const suspects = new Map<unknown, Suspected>();
    let bytes = 0;
    const suspect = (productId: unknown, finding: Finding, { at, answeredAt }: CataloguePage): Finding | undefined => {
      const first = suspects.get(productId);
      const { seenAt } = first ?? { seenAt: answeredAt };
      const suspected = first?.isSettled === true ? first : { finding, seenAt, isSettled: at > seenAt };
      suspects.set(productId, suspected);
      if (!suspected.isSettled || at - seenAt < settledMs) return undefined;
      suspects.delete(productId);
      return suspected.finding;
    };
    /** What changed without a bump; else whether anything changed with one. */
    const changedIn = (page: CataloguePage): Finding | boolean => {
      let hasBumped = false;
      let index = -1;
      for (const item of page.items) {
        index += 1;
        const productId = isObject(item) ? item['id'] : undefined;
        const known = products.get(productId);
        if (known === undefined && products.size >= mostProducts) continue;
        const product = Object(item) as Json;
        const { updatedAt } = product;
        const variants = variantsOf(product);
        const changed = known && showsItsTime(updatedAt) ? changeBetween(known.variants, variants) : undefined;
        if (known !== undefined && changed !== undefined && known.updatedAt === updatedAt) {
          const exchanges = [known.exchange, page.n];
          const told = suspect(productId, unbumped({ ...changed, product, index, exchanges }), page);
          if (told !== undefined) return told;
          continue;
        }
        if (known?.updatedAt !== updatedAt) suspects.delete(productId);
        hasBumped ||= changed !== undefined;
        const weight = weightOf([productId, updatedAt, ...variants]);
        products.delete(productId);
        bytes -= known?.weight ?? 0;
        if (bytes + weight > mostBytes) continue;
        products.set(productId, { updatedAt, variants, exchange: page.n, weight });
        bytes += weight;
      }
      return hasBumped;
    };
    return {
      see(exchange) {
        const page = shop.see(exchange);
        if (page?.kind !== 'catalogue') return [];
        const said = rows.see(page);
        if (said.length > 0) return said;
        const changed = changedIn(page);
        if (changed === false) return [];
        return [changed === true ? passed(id) : failed(id, changed)];
      },
      end: (now) => [
        ...rows.end(now),
        ...[...suspects.values()].map(({ finding, isSettled }) =>
          // Of a single answer nobody can tell whether it was given amid the change.
          isSettled
            ? failed(id, finding)
            : warned(id, finding, 'of a single answer nobody can tell whether it was given amid the change'),
        ),
      ],
    };
  },
});

/** A time that cannot be read, or that has no milliseconds to be bumped by, is another requirement's. */
const showsItsTime = (updatedAt: unknown): boolean =>
  typeof updatedAt === 'string' && (parseTimestamp(updatedAt)?.fractionDigits ?? 0) >= 3;

type Json = Readonly<Record<string, unknown>>;

const variantsOf = ({ variants: list }: Json): ReadonlyMap<unknown, Sold> => {
  const variants = new Map<unknown, Sold>();
  for (const item of Array.isArray(list) ? (list as readonly unknown[]) : []) {
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
