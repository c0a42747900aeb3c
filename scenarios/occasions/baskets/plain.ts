import type { CheckOutcome } from '#schemas';
import { reductionOf } from '#traffic/laws';
import { recalculate, type Reply } from '../../arrange/basket/basket-calls.ts';
import {
  hasOwnBaskets,
  mostLines,
  openBasket,
  type OpenBasket,
  stockedLines,
  unanswered,
} from '../../arrange/basket/open-basket.ts';
import { type Asked, oneLess, type Product, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { inWords, isAsAsked, lineOutcome } from '../../arrange/basket/reflection.ts';
import type { Shortage } from '../../arrange/basket/shortages.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { isSameJson } from '../../arrange/json-compare.ts';
import { failed, Unmet, unlessUnmet } from '../../outcome.ts';
import type { Row, Turn } from '../covering.ts';

/** What the same products came to with nothing odd beside them. */
export interface Plain {
  readonly supplied: readonly Asked[];
  readonly basketValue: number | undefined;
  /** What codes in force took off it. */
  readonly reduction: number;
}

const unknown: Plain = { supplied: [], basketValue: undefined, reduction: 0 };

const byId = (products: readonly Asked[]): readonly Asked[] =>
  products.toSorted((one, other) => one.id.localeCompare(other.id));

/** Products that were never in a basket need not be added by a recalculation. */
export const addsProducts = async (
  world: MerchantWorld<never>,
  { basketId, basket }: OpenBasket,
  held: readonly Asked[],
): Promise<boolean> => {
  const id = world.fixtures.products?.inStock?.find((one) => basket.lines?.every((line) => line.id !== one));
  if (id === undefined) return false;
  const added = { id, quantity: 1 };
  const request = reducedBasket(basketId, basket, { products: [...held, added] });
  const replied = await recalculate(world, request, { expect: 'any' });
  return replied.kind === 'replied' && isAsAsked(replied.basket, added);
};

/** Few enough that with a shortage beside them it is seldom a matter of how many lines there are. */
const fewLines = 3;

/** Rows of one kind are asked of one basket. */
export const kindOf = ({ user, lines, made }: Row): string =>
  `${user} ${lines === 'many' ? 'many' : 'few'}${made === 'coded' ? ' coded' : ''}`;

/** The baskets that rows are asked of, and what they come to with nothing odd. */
export const createPlains = (world: MerchantWorld<never>, wanted: readonly Shortage[]) => {
  const own = hasOwnBaskets(world);
  const isWanted = (id: string): boolean => wanted.some((one) => one.id === id);
  const linesOf = (most = fewLines) => stockedLines(world, most).filter(({ variantId }) => !isWanted(variantId));
  const baskets = new Map<string, Promise<OpenBasket>>();
  /** One user has two of them. */
  const loggedUser = freshId();
  const make = async (row: Row, isFirst: boolean, most = mostLines): Promise<OpenBasket> => {
    const { user, lines, made: how } = row;
    const isShared = isFirst && lines !== 'many';
    const owner = user?.startsWith('own') ? { loggedUser: isShared ? loggedUser : freshId() } : {};
    const few = user === 'own beside' ? linesOf(1) : linesOf(lines === 'many' ? most : undefined);
    // The same contents with a code and without look like a mix-up.
    const beside = few.map((line) => (how === 'coded' ? { ...line, quantity: line.quantity + 1 } : line));
    const short = user === 'own beside' ? [] : wanted;
    const all = [...beside, ...short.map(({ id }) => ({ variantId: id, quantity: 1 }))];
    const codes = how === 'coded' && { discountCodes: world.fixtures.discountCodes?.valid?.slice(0, 1) ?? [] };
    const wish = { lines: all, linesRequired: true, ...owner, ...codes };
    const made = own ? await unlessUnmet(openBasket(world, wish)) : undefined;
    // For how many there is room is not stated.
    if (made === undefined && own && lines === 'many' && most / 2 > fewLines) return await make(row, isFirst, most / 2);
    return made ?? (await openBasket(world, { lines: beside, ...owner }));
  };
  const open = async (row: Row, used: Map<string, Promise<OpenBasket>>): Promise<OpenBasket> => {
    const kind = kindOf(row);
    const opened = used.get(kind) ?? make(row, used === baskets);
    used.set(kind, opened);
    return await opened;
  };
  const paidOf = ({ basket }: OpenBasket): readonly Product[] =>
    productsOf(basket).filter(({ id, free }) => !free && !isWanted(id));
  const plains = new Map<string, Plain>();
  let asScanned: Reply | undefined;
  const plainOf = async (opened: OpenBasket, { quantity, lines }: Row, products: readonly Asked[]): Promise<Plain> => {
    // Of a basket that may have stayed with its first user nobody else is told anything.
    const nobodys = await open({ user: 'none', lines: lines ?? '' }, baskets);
    // Baskets of the configuration need not hold the same, and of what another holds nothing is known.
    if (!isSameJson(byId(products), byId(wholeOf(nobodys, { quantity: quantity ?? '' })))) return unknown;
    const kind = `${lines === 'many'} ${quantity === 'fewer'}`;
    const known = plains.get(kind);
    if (known !== undefined) return known;
    const request = reducedBasket(nobodys.basketId, nobodys.basket, { products });
    // Somebody may have locked one that is not of its own.
    const replied = await recalculate(world, request, nobodys.origin === 'fixture' ? { expect: 'any' } : {});
    if (replied.kind === 'not-replied')
      throw new Unmet(unanswered('the plain request was not answered', replied.answer));
    if (lines !== 'many' && quantity !== 'fewer') asScanned = replied;
    const { basketValue, discounts = [] } = replied.basket;
    const isPaid = (one: Asked): boolean => paidOf(opened).some(({ id }) => id === one.id);
    const supplied = products.filter((one) => isPaid(one) && isAsAsked(replied.basket, one));
    const plain = { supplied, basketValue, reduction: reductionOf(discounts) };
    plains.set(kind, plain);
    return plain;
  };
  const wholeOf = (opened: OpenBasket, { quantity }: Row): readonly Asked[] =>
    (quantity === 'fewer' ? oneLess(opened.basket) : productsOf(opened.basket)).filter(({ id }) => !isWanted(id));
  /** What is asked for in a smaller quantity than it was scanned with. */
  const fewerOf = (opened: OpenBasket, asked: readonly Asked[]): Asked | undefined =>
    asked.find((one) => paidOf(opened).some(({ id, quantity }) => id === one.id && one.quantity < quantity));
  /** One that is made with just so many; undefined where none can be made. */
  const madeWith = async ({ id, quantity }: Asked): Promise<OpenBasket | undefined> =>
    own
      ? await unlessUnmet(openBasket(world, { lines: [{ variantId: id, quantity }], linesRequired: true }))
      : undefined;
  const sells = async (one: Asked): Promise<boolean | undefined> => {
    const opened = await madeWith(one);
    if (opened === undefined) return undefined;
    const replied = await recalculate(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
    return replied.kind === 'replied' && isAsAsked(replied.basket, one);
  };
  /**
   * Resources › BasketProduct › error: set where a request cannot be accommodated. As many as were scanned can be, where another basket
   * is made with them.
   */
  const refusedAsScanned = async (): Promise<CheckOutcome | undefined> => {
    const { basket, exchange } = asScanned ?? {};
    const held = paidOf(await open({ user: 'none' }, baskets));
    const one = basket && held.find(({ id, quantity }) => lineOutcome(basket, id, quantity).kind === 'reported');
    const other = one && (await madeWith(one));
    if (!other || !isAsAsked(other.basket, one) || exchange === undefined) return undefined;
    const fate = lineOutcome(basket, one.id, one.quantity);
    return failed({
      expected: `"${one.id}" with quantity ${one.quantity} and no error, as a basket with it was made`,
      actual: inWords(one.id, fate),
      pointer: 'pointer' in fate ? fate.pointer : '/products',
      exchanges: [other.exchange, exchange],
      cause: 'error on an available quantity',
    });
  };
  /** Whether a basket takes many lines. A shop that has no room for them says so elsewhere. */
  const takesMany = async (): Promise<boolean> => {
    const few = linesOf().length;
    if (!own || linesOf(mostLines).length <= few) return false;
    const many = { user: 'none', lines: 'many' };
    const opened = await open(many, baskets);
    const whole = wholeOf(opened, many);
    return whole.length > few && (await plainOf(opened, many, whole)).supplied.length === whole.length;
  };
  return { baskets, open, paidOf, wholeOf, fewerOf, plainOf, sells, refusedAsScanned, takesMany };
};

/** Pages of 20 or 25 are usual. */
export const moreThanAPage = 26;
const huge = 2 ** 31;

/** More than anybody's usual limit, than two digits, than a byte and than two bytes with a sign hold. */
export const manyPieces = [12, 30, 300, 40_000] as const;

/** How many pieces a row asks for, where that is very many. */
export const muchOf = (opened: OpenBasket, asked: Asked, { row, pick }: Turn): number | undefined =>
  ({ huge: pastLimit(opened, asked), more: manyPieces[pick % manyPieces.length] })[row['shortage'] ?? ''];

/** So many that their price is more than a whole number of 32 bits holds. */
const pastLimit = ({ basket }: OpenBasket, { id }: Asked): number => {
  const price = basket.lines?.find((line) => line.id === id && line.unitPrice !== undefined)?.unitPrice ?? 1;
  return Math.min(huge - 1, Math.ceil(huge / Math.max(1, price)));
};
