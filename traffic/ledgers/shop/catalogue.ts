import { decodeCheckpoint, type Position } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { readAnswer } from '../../judging/answer.ts';
import { askedOf } from '../../naming/asked.ts';
import { createRecent } from '../../retention/recent.ts';
import { type Listed, readListing } from './listed.ts';

/** A product as it was listed with its latest time, which only grows. */
export interface Sighted {
  readonly epochMs: number;
  /** Epoch milliseconds: when it was first given with that time. */
  readonly seenAt: number;
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
}

/** A catalogue may have a million products: the last seen are remembered. */
const mostProducts = 10_000;

export const createCatalogue = () => {
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
      products,
      nextCheckpoint,
      isExact,
      earlier: isExact && products !== undefined ? products.map((one) => note(one, answeredAt)) : [],
    };
  };
};
