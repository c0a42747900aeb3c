import { decodeCheckpoint, parseTimestamp, type Position } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { readAnswer } from '../../judging/answer.ts';
import { askedOf } from '../../naming/asked.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { createRecent } from '../../retention/recent.ts';
import { weightOf } from '../../retention/weight.ts';
import { objectsIn } from './answers.ts';
import { type Listed, readListing } from './listed.ts';

/** A product as it was listed with its latest time, which only grows. */
export interface Sighted {
  readonly epochMs: number;
  /** Epoch milliseconds: when it was first given with that time. */
  readonly seenAt: number;
}

/** Catalogue rules › 8: what a change of must bump updatedAt. */
const sold = ['unitPrice', 'originalUnitPrice', 'ean', 'isAvailable', 'availableQuantity'] as const;
type Sold = Readonly<Record<(typeof sold)[number], unknown>>;

/** A product as it stands in a page, with variants that all have ids. */
export interface Given {
  readonly id: string;
  /** Empty where it is no text. */
  readonly updatedAt: string;
  readonly n: number;
  /** Where it stands. */
  readonly index: number;
  readonly variants: ReadonlyMap<string, Sold>;
}

/** A product that was given before, and what is different: only in a variant that was there before, and is there. */
export interface GivenAgain extends Given {
  readonly before: Given;
  readonly isBumped: boolean;
  readonly changed?:
    | { readonly variant: string; readonly name: string; readonly then: unknown; readonly now: unknown }
    | undefined;
  /** A variant that it had before; undefined too where there are others instead. */
  readonly missing?: string | undefined;
}

/** A page that was answered, and what it was asked for. */
export interface CataloguePage {
  readonly kind: 'catalogue';
  readonly n: number;
  readonly at: number;
  readonly answeredAt: number;
  readonly url: string;
  /** As sent; null on a full synchronisation. */
  readonly checkpoint: string | null;
  readonly limit: string | null;
  /** The position of the checkpoint; undefined where there is none, or it cannot be read. */
  readonly after: Position | undefined;
  /** Its products as they stand there, whatever they are. */
  readonly items: readonly unknown[];
  /** Undefined where one has no position. */
  readonly products: readonly Listed[] | undefined;
  readonly nextCheckpoint: string | undefined;
  /** Each updatedAt names a moment to the millisecond. */
  readonly isExact: boolean;
  /** Of an exact page: each product as it was listed before. */
  readonly earlier: readonly (Sighted | undefined)[];
  /** Each product that can be read to its variants; those that were given before, with what is different now. */
  readonly given: readonly (Given | GivenAgain)[];
}

/** A catalogue may have a million products: the last seen are remembered. */
const mostProducts = 10_000;
/** With all that is sold of them the first are: who walks a large catalogue twice comes to these again. */
const mostGiven = 2000;

export const createCatalogue = (budget: ByteBudget) => {
  const weigh = ({ variants }: Given): number => 300 + weightOf([...variants]);
  const known = createMemory<Given>(budget, { most: mostGiven, weigh });
  let count = 0;
  const giveAgain = (now: Given): Given | GivenAgain => {
    const before = known.get(now.id);
    if (before === undefined && ++count > mostGiven) return now;
    const again = before && compared(now, before);
    // What is different without a bump is compared with how it was.
    if (again === undefined || again.isBumped || (again.changed ?? again.missing) === undefined) known.set(now.id, now);
    return again ?? now;
  };
  const latest = createRecent<Sighted>(mostProducts);
  const note = ({ id, epochMs }: Listed, seenAt: number): Sighted | undefined => {
    const before = latest.get(id);
    if (before === undefined || before.epochMs < epochMs) latest.set(id, { epochMs, seenAt });
    return before;
  };
  /** Undefined where it is no page. */
  return (exchange: Exchange): CataloguePage | undefined => {
    const { n, at, answeredAt, request } = exchange;
    const answer = readAnswer(exchange);
    if (answer.kind !== 'answered') return undefined;
    const items: unknown = (Object(answer.body) as { readonly products?: unknown }).products;
    const listing = readListing(answer.body);
    const { products, nextCheckpoint } = 'reason' in listing ? {} : listing;
    const isExact = products?.every((one) => one.hasOffset && one.hasMilliseconds) ?? false;
    const asked = askedOf(exchange);
    const checkpoint = asked.get('checkpoint');
    return {
      kind: 'catalogue',
      n,
      at,
      answeredAt,
      url: request.url,
      checkpoint,
      limit: asked.get('limit'),
      after: checkpoint === null ? undefined : decodeCheckpoint(checkpoint),
      items: Array.isArray(items) ? items : [],
      given: (objectsIn(items) ?? []).flatMap((item, index) => givenIn(item, index, n).map(giveAgain)),
      products,
      nextCheckpoint,
      isExact,
      earlier: isExact && products !== undefined ? products.map((one) => note(one, answeredAt)) : [],
    };
  };
};

const givenIn = ({ id, updatedAt, variants: list }: JsonObject, index: number, n: number): readonly Given[] => {
  if (typeof id !== 'string') return [];
  const variants = new Map<string, Sold>();
  for (const { id: variant, unitPrice, originalUnitPrice, ean, stock } of objectsIn(list) ?? []) {
    if (typeof variant !== 'string') return [];
    const { isAvailable, availableQuantity } = isObject(stock) ? stock : {};
    variants.set(variant, { unitPrice, originalUnitPrice, ean, isAvailable, availableQuantity });
  }
  return variants.size === 0
    ? []
    : [{ id, updatedAt: typeof updatedAt === 'string' ? updatedAt : '', n, index, variants }];
};

const compared = (now: Given, before: Given): GivenAgain => {
  const isBumped = now.updatedAt !== before.updatedAt;
  // A time that cannot be read, or that has no milliseconds to be bumped by, is another requirement's.
  const showsItsTime = (parseTimestamp(now.updatedAt)?.fractionDigits ?? 0) >= 3;
  const isFewer =
    now.variants.size < before.variants.size && [...now.variants.keys()].every((one) => before.variants.has(one));
  return {
    ...now,
    before,
    isBumped,
    changed: showsItsTime ? changeBetween(before, now) : undefined,
    missing:
      isFewer && now.updatedAt !== '' ? [...before.variants.keys()].find((one) => !now.variants.has(one)) : undefined,
  };
};

const changeBetween = ({ variants: before }: Given, { variants: after }: Given): GivenAgain['changed'] => {
  for (const [variant, now] of after) {
    const then = before.get(variant);
    const name = then && sold.find((one) => !isSame(then[one], now[one]));
    if (name !== undefined) return { variant, name, then: then?.[name], now: now[name] };
  }
  return undefined;
};

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
