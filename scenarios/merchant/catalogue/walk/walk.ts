import type { CheckOutcome, Finding, Position } from '#schemas';
import {
  describePosition,
  type Listed,
  passedPage,
  type PassedPage,
  positionOf,
  troubleIn,
  watchOrder,
} from '#traffic/laws';
import { type CatalogueWorld, dropAhead, type NextQuery, type Page, readPage } from './page.ts';
import type { Tokens } from './tokens.ts';
import { notExercised } from '../../../outcome.ts';

/** A place to go on from: a position and the checkpoint that names it. */
export interface Place {
  readonly position: Position;
  readonly token: string;
  /** The product before it, where one was seen. */
  readonly previous?: Listed | undefined;
}

/** A product and where it was listed. */
export interface Sighting {
  readonly listed: Listed;
  readonly exchange: number;
}

/** Why a walk stopped. Everything but `ended` and `enough` is stable: it was seen twice. */
export type WalkEnd =
  | { readonly kind: 'ended'; readonly last: Place | undefined; readonly exchange: number }
  | { readonly kind: 'enough'; readonly last: Place }
  | { readonly kind: 'cut'; readonly outcome: CheckOutcome }
  | { readonly kind: 'disordered' | 'repeats' | 'refused'; readonly at: Place | undefined; readonly finding: Finding };

export interface Walk {
  readonly end: WalkEnd;
  readonly pages: number;
  readonly products: number;
}

export interface WalkOptions {
  readonly limit: number;
  readonly from?: Place | undefined;
  /** Called with every page that is in order; `enough` ends the walk. */
  readonly visit: (products: readonly Listed[], exchange: number) => 'more' | 'enough';
  /** Nothing happens between two pages, so that the next may be asked for while one is judged. */
  readonly isUninterrupted?: boolean;
}

/**
 * Follows nextCheckpoint until an empty page, in constant memory. It never runs in circles: a page whose first product
 * is not after the position asked for ends it.
 */
export const walk = async (world: CatalogueWorld, tokens: Tokens, options: WalkOptions): Promise<Walk> => {
  const walked = await followed(world, tokens, options);
  await dropAhead(world);
  return walked;
};

const followed = async (world: CatalogueWorld, tokens: Tokens, options: WalkOptions): Promise<Walk> => {
  const { limit, visit, isUninterrupted = false } = options;
  const order = watchOrder();
  let at = options.from;
  let misplaced: string | undefined;
  let before: PassedPage | undefined;
  let first: PassedPage | undefined;
  const count = { pages: 0, products: 0 };
  const stop = (end: WalkEnd): Walk => ({ end, ...count });
  // The order is tried on a watch of its own first: real catalogues change while one looks, so trouble is read twice.
  let tried: { readonly products: readonly Listed[]; readonly isSound: boolean } | undefined;
  const isSound = (products: readonly Listed[]): boolean => {
    if (tried?.products !== products) {
      const sequence = { at: at?.position, before, first, order: watchOrder() };
      tried = { products, isSound: troubleIn({ products, exchange: 0 }, sequence) === undefined };
    }
    return tried.isSound;
  };
  const following: NextQuery = (products, nextCheckpoint) => {
    const tail = products.at(-1);
    if (tail === undefined || !isSound(products)) return undefined;
    const { token, misplaced: other } = tokens.after(tail, nextCheckpoint);
    return other === undefined ? { limit, checkpoint: token } : undefined;
  };

  for (;;) {
    const query = { limit, ...(at === undefined ? {} : { checkpoint: at.token }) };
    let page = await readPage(world, query, isUninterrupted ? following : undefined);
    if (page.kind === 'page' && !isSound(page.products)) page = await readPage(world, query);
    if (page.kind === 'cut') return stop(page);
    if (page.kind === 'refused' && misplaced !== undefined) return stop(unwalkable);
    if (page.kind === 'refused') return stop({ kind: 'refused', at, finding: refusal(page, at) });
    const trouble = troubleIn(page, { at: at?.position, before, first, order });
    if (trouble) return stop(trouble.kind === 'repeats' && misplaced !== undefined ? unwalkable : { ...trouble, at });
    const tail = page.products.at(-1);
    if (tail === undefined) {
      const other = misplaced === undefined ? undefined : await readPage(world, { limit, checkpoint: misplaced });
      if (other?.kind === 'page' && other.products.length > 0) return stop(unwalkable);
      return stop({ kind: 'ended', last: at, exchange: page.exchange });
    }
    const next = tokens.after(tail, page.nextCheckpoint);
    at = { position: positionOf(tail), token: next.token, previous: page.products.at(-2) ?? before?.last };
    misplaced = next.misplaced;
    before = passedPage(page);
    first ??= before;
    count.pages++;
    count.products += page.products.length;
    if (visit(page.products, page.exchange) === 'enough') return stop({ kind: 'enough', last: at });
  }
};

export const restless = notExercised('the catalogue changed each time it was read again');

const unwalkable: WalkEnd = {
  kind: 'cut',
  outcome: notExercised(
    'nextCheckpoint does not name the last product of its page, so the catalogue cannot be followed',
  ),
};

const refusal = (page: Extract<Page, { kind: 'refused' }>, at: Place | undefined): Finding => ({
  message: 'A checkpoint the catalogue itself gave out is not answered with a page.',
  expected: at === undefined ? 'a page' : `the products after ${describePosition(at.position)}, or an empty page`,
  actual: page.status,
  exchanges: [page.exchange],
});
