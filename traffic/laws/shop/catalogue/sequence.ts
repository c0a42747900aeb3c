import type { Finding, Position } from '#schemas';
import { describe, describePosition, type Listed, positionOf, samePosition } from '../../../ledgers/shop/listed.ts';
import type { ListedPage, PassedPage } from './passed-page.ts';
import { isAfter, type OrderWatch } from '../../../ledgers/shop/position-order.ts';

/** What a page of a walk comes after. */
export interface Sequence {
  /** The position it was asked for. */
  readonly at: Position | undefined;
  readonly before: PassedPage | undefined;
  /** The first page of the walk. */
  readonly first: PassedPage | undefined;
  readonly order: OrderWatch;
}

export interface Trouble {
  /** `repeats`: it begins with something that is not after the position. */
  readonly kind: 'disordered' | 'repeats';
  readonly finding: Finding;
}

/** What is wrong with a page's place in the sequence. */
export const troubleIn = (page: ListedPage, { at, before, first, order }: Sequence): Trouble | undefined => {
  const head = page.products[0];
  const last = before?.last;
  const exchanges = [...(before === undefined ? [] : [before.exchange]), page.exchange];
  if (head !== undefined && at !== undefined && !isAfter(head, at)) {
    // A product not seen before is next in the target's own order, so it is that order which is wrong.
    const seen = before?.lists(head) === true || first?.lists(head) === true;
    if (!seen && last !== undefined)
      return { kind: 'disordered', finding: disorder(last, head, '/products/0', exchanges) };
    return { kind: 'repeats', finding: repeated(head, at, exchanges) };
  }
  if (head !== undefined && last !== undefined && !order.follows(last, head))
    return { kind: 'disordered', finding: disorder(last, head, '/products/0', exchanges) };
  for (let index = 1; index < page.products.length; index++) {
    const [one, other] = [page.products[index - 1], page.products[index]];
    if (one !== undefined && other !== undefined && !order.follows(one, other))
      return { kind: 'disordered', finding: disorder(one, other, `/products/${index}`, [page.exchange]) };
  }
  return undefined;
};

const repeated = (first: Listed, at: Position, exchanges: readonly number[]): Finding => ({
  expected: `a product after ${describePosition(at)}, or an empty page`,
  actual: `${describe(first)}${samePosition(positionOf(first), at) ? ', the product of the checkpoint itself' : ''}`,
  pointer: '/products/0',
  exchanges,
  cause: 'the page after a checkpoint begins with a product that is not after it',
});

const disorder = (before: Listed, after: Listed, pointer: string, exchanges: readonly number[]): Finding => ({
  cause: samePosition(before, after) ? 'one product is listed twice in a row' : 'out of order',
  expected: `a product after ${describe(before)}`,
  actual: describe(after),
  pointer,
  exchanges,
});
