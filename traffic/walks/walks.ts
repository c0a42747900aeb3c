import { decodeCheckpoint, type Exchange, type Position, type WalkPage, type WalkProduct } from '#schemas';
import { describePosition, type Listed, positionOf, samePosition } from '../ledgers/shop/listed.ts';
import { isAfter, type OrderWatch, watchOrder } from '../ledgers/shop/position-order.ts';
import { listedSoFar } from './listed-so-far.ts';

/** A page of a catalogue as it was asked for and answered. */
export interface CataloguePage {
  readonly exchange: number;
  readonly url: string;
  /** As far as it was kept. */
  readonly body: string;
}

/** A page of a catalogue that was answered. */
export const pageOf = ({ n, sender, operation, request, response }: Exchange): CataloguePage | undefined =>
  sender === 'harness' && operation === 'catalogue' && response !== undefined && response.status < 300
    ? { exchange: n, url: request.url, body: response.body ?? '' }
    : undefined;

interface Walk {
  readonly pages: { exchange: number; products: WalkProduct[]; isCut: boolean }[];
  /** How far it has come. */
  end: Position | undefined;
  nextCheckpoint: string | undefined;
  readonly order: OrderWatch;
}

/**
 * Pages put together into the walks they are of, with the places where the order breaks: within a page, and where a page
 * begins with something that is not after the checkpoint it was asked for.
 */
export const walksIn = (pages: Iterable<CataloguePage>): readonly (readonly WalkPage[])[] => {
  const walks: Walk[] = [];
  for (const { exchange, url, body } of pages) {
    const read = listedSoFar(body);
    if (read === undefined) continue;
    const { products, nextCheckpoint, isCut } = read;
    const asked = queryOf(url)?.get('checkpoint') ?? undefined;
    const from = asked === undefined ? undefined : decodeCheckpoint(asked);
    const known = asked === undefined ? undefined : walks.findLast((walk) => goesOn(walk, asked, from));
    const walk = known ?? { pages: [], end: undefined, nextCheckpoint: undefined, order: watchOrder() };
    if (known === undefined) walks.push(walk);
    else if (from !== undefined) reach(walk, from);
    walk.pages.push({ exchange, products: inSequence(products, from, walk.order), isCut });
    const last = products.at(-1);
    walk.end = last === undefined ? (from ?? walk.end) : positionOf(last);
    walk.nextCheckpoint = nextCheckpoint;
  }
  return walks.map((walk) => walk.pages);
};

const queryOf = (url: string): URLSearchParams | undefined => URL.parse(url, 'http://shop')?.searchParams;

/** `from the start, limit 2`, `after 2026-01-01T00:00:00.000Z "a"`. */
export const pageAsked = (url: string): string => {
  const [checkpoint, limit] = ['checkpoint', 'limit'].map((name) => queryOf(url)?.get(name) ?? undefined);
  const from = checkpoint === undefined ? undefined : decodeCheckpoint(checkpoint);
  const start = checkpoint === undefined ? 'from the start' : `after ${from ? describePosition(from) : checkpoint}`;
  return limit === undefined ? start : `${start}, limit ${limit}`;
};

/** Of a page that was cut off it is not known where it ends: the next one is asked for from further on. */
const goesOn = ({ pages, end, nextCheckpoint }: Walk, asked: string, from: Position | undefined): boolean => {
  if (nextCheckpoint !== undefined) return nextCheckpoint === asked;
  if (from === undefined || end === undefined) return false;
  return pages.at(-1)?.isCut === true ? isAfter(from, end) : samePosition(end, from);
};

/** Where the page before ended, as far as the next one was asked for from there. */
const reach = ({ pages, end }: Walk, from: Position): void => {
  if (end !== undefined && samePosition(end, from)) return;
  const [updatedAt = ''] = describePosition(from).split(' ', 1);
  pages.at(-1)?.products.push({ id: from.id, updatedAt, epochMs: from.epochMs, fromCheckpoint: true });
};

const inSequence = (products: readonly Listed[], from: Position | undefined, order: OrderWatch): WalkProduct[] =>
  products.map((product, index) => {
    const before = products[index - 1];
    const { id, updatedAt, epochMs } = product;
    const follows =
      before === undefined ? from === undefined || isAfter(positionOf(product), from) : order.follows(before, product);
    return { id, updatedAt, epochMs, ...(!follows && { breaks: true }) };
  });
