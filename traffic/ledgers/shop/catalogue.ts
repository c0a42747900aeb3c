import { decodeCheckpoint, parseTimestamp } from '#schemas';
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
export type GivenAgain = ReturnType<typeof compared>;

/** A page that was answered, and what it was asked for. */
export type CataloguePage = NonNullable<ReturnType<ReturnType<typeof createCatalogue>>>;

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
  return (exchange: Exchange) => {
    const { n, at, answeredAt, request } = exchange;
    const answer = readAnswer(exchange);
    if (answer.kind !== 'answered') return undefined;
    const page: JsonObject = Object(answer.body);
    const { products: items, nextCheckpoint: next } = page;
    const listing = readListing(page);
    const products = 'reason' in listing ? undefined : listing.products;
    const isExact = products?.every((one) => one.hasOffset && one.hasMilliseconds) ?? false;
    const asked = askedOf(exchange);
    const checkpoint = asked.get('checkpoint');
    return {
      kind: 'catalogue' as const,
      n,
      at,
      answeredAt,
      url: request.url,
      /** As sent; null on a full synchronisation. */
      checkpoint,
      limit: asked.get('limit'),
      /** The position of the checkpoint; undefined where there is none, or it cannot be read. */
      after: checkpoint === null ? undefined : decodeCheckpoint(checkpoint),
      /** Its products as they stand there, whatever they are. */
      items: Array.isArray(items) ? (items as readonly unknown[]) : [],
      /** Each product that can be read to its variants; those that were given before, with what is different now. */
      given: (objectsIn(items) ?? []).flatMap((item, index) => givenIn(item, index, n).map(giveAgain)),
      /** Undefined where one has no position. */
      products,
      nextCheckpoint: typeof next === 'string' ? next : undefined,
      /** Each updatedAt names a moment to the millisecond. */
      isExact,
      /** Of an exact page: each product as it was listed before. */
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

const compared = (now: Given, before: Given) => {
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
    /** A variant that it had before; undefined too where there are others instead. */
    missing:
      isFewer && now.updatedAt !== '' ? [...before.variants.keys()].find((one) => !now.variants.has(one)) : undefined,
  };
};

const changeBetween = ({ variants: before }: Given, { variants: after }: Given) => {
  for (const [variant, now] of after) {
    const then = before.get(variant);
    const name = then && sold.find((one) => !isSame(then[one], now[one]));
    if (name !== undefined) return { variant, name, then: then?.[name], now: now[name] };
  }
  return undefined;
};

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
