import { isFree, type ReadBasket, type ReadLine } from './read-basket.ts';

/** What an answer made of one product that was asked for. */
export type Fate =
  | { readonly kind: 'as-asked' }
  /** An error code stands on it. `carries`: the quantity on those lines, where it can be read. */
  | {
      readonly kind: 'reported';
      readonly error: string;
      readonly pointer: string;
      readonly carries: number | undefined;
    }
  | { readonly kind: 'differs'; readonly carries: number; readonly pointer: string }
  | { readonly kind: 'missing' }
  /** The fields that would say so cannot be read, which is judged elsewhere. */
  | { readonly kind: 'unreadable' };

/**
 * Lines may be split, reordered and joined by gifts, so quantities are compared per product, with and without the lines
 * that cost nothing: a gift of the same product is not what was asked for.
 */
export const lineOutcome = (basket: ReadBasket, id: string, quantity: number): Fate => {
  const { lines } = basket;
  if (lines === undefined) return { kind: 'unreadable' };
  const own = lines.filter((line) => isSame(line.id, id));
  const [first] = own;
  if (first === undefined) return { kind: lines.some((line) => line.id === undefined) ? 'unreadable' : 'missing' };
  const reported = own.filter((line) => line.error !== undefined);
  const [worst] = reported;
  if (worst?.error !== undefined)
    return { kind: 'reported', error: worst.error, pointer: worst.pointer, carries: sumOf(reported) };
  const all = sumOf(own);
  const paid = sumOf(own.filter((line) => !isFree(line)));
  if (all === undefined || paid === undefined) return { kind: 'unreadable' };
  if (all === quantity || paid === quantity) return { kind: 'as-asked' };
  return { kind: 'differs', carries: all, pointer: `${first.pointer}/quantity` };
};

interface Wanted {
  readonly id: string;
  readonly quantity: number;
}

export const isAsAsked = (basket: ReadBasket, { id, quantity }: Wanted): boolean =>
  lineOutcome(basket, id, quantity).kind === 'as-asked';

export const isLost = (basket: ReadBasket, { id, quantity }: Wanted): boolean => {
  const { kind } = lineOutcome(basket, id, quantity);
  return kind === 'missing' || kind === 'differs';
};

/** The line on which a product that was left out is still sold, if there is one. Gifts may stay. */
export const stillSold = (basket: ReadBasket, id: string): ReadLine | undefined =>
  basket.lines?.find(
    (line) => isSame(line.id, id) && line.error === undefined && (line.quantity ?? 0) > 0 && !isFree(line),
  );

/** A fate in words, for the `actual` of a finding. */
export const inWords = (id: string, fate: Fate): string => {
  switch (fate.kind) {
    case 'as-asked':
      return `"${id}" as asked, without an error`;
    case 'reported':
      return `"${id}" with error ${fate.error}${fate.carries === undefined ? '' : ` and quantity ${fate.carries}`}`;
    case 'differs':
      return `"${id}" with quantity ${fate.carries} and no error`;
    case 'missing':
      return `no "${id}" among the products`;
    case 'unreadable':
      return `"${id}" cannot be read`;
    default:
      return fate satisfies never;
  }
};

/** Nothing is said of how the letters of an id are composed, and no two products differ in that alone. */
const isSame = (one: string | undefined, id: string): boolean =>
  one === id || (one !== undefined && one.normalize('NFC') === id.normalize('NFC'));

const sumOf = (lines: readonly ReadLine[]): number | undefined =>
  lines.reduce<number | undefined>(
    (sum, line) => (sum === undefined || line.quantity === undefined ? undefined : sum + line.quantity),
    0,
  );
