import type { OrderPlacement } from '#schemas';
import { lock, recalculate } from '../../arrange/basket/basket-calls.ts';
import { forEach, hasOwnBaskets, openBasket, type OpenBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { asHeld, codesOf, oneLess, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import type { ReadBasket, ReadDeliveryOption } from '../../arrange/basket/read-basket.ts';
import { isSameJson } from '../../arrange/json-compare.ts';
import { isAsAsked } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import { rotate, someOf } from '../../arrange/sampling.ts';
import type { Line, MerchantWorld } from '../../context/merchant.ts';
import { deliverable } from '../../merchant/order/deliverable-basket.ts';
import {
  openOrderable,
  otherDelivery,
  type OrderWish,
  prepareOrder,
  type ReadyOrder,
} from '../../merchant/order/prepared-order.ts';
import { outcomeOf, Unmet, unlessUnmet } from '../../outcome.ts';
import type { Factors, Row, Turn } from '../covering.ts';
import { alikeIds, kindOf, plainOrder, plannedOrders, sizeOf, userLevel, wishOf } from './levels.ts';
import { codesInForce } from '../baskets/valid-codes.ts';

/** An order that can be sent, and the levels it came to. */
export interface Prepared {
  readonly ready: ReadyOrder;
  readonly row: Row;
  /** Another basket of its customer, locked since, with other products. */
  readonly beside: OpenBasket | undefined;
  /** It was answered as another one since it was locked. */
  readonly isOtherwise: boolean;
}

/** What a basket of one product is offered. */
interface Way extends Line {
  readonly basketValue: number;
  readonly options: readonly ReadDeliveryOption[];
}

export interface Ordering {
  /** The cheapest first; nothing where baskets cannot be made as they are wanted. */
  readonly ways: readonly Way[];
  /** What there is an occasion for, where an order with levels like these is confirmed. */
  levels(base: Row, isPlain: boolean): Factors;
  /** What no product is delivered by at such a cost. */
  readonly notOffered: readonly Row[];
  /** The keys that baskets offered, and how often each was chosen. */
  readonly offered: ReadonlyMap<string, number>;
  /** The ids like others that no order has yet. */
  readonly alike: readonly string[];
  prepare(turn: Turn): Promise<Prepared>;
}

/** So many products are tried for what they are delivered by. */
const mostProducts = 8;

export const createOrdering = async (world: MerchantWorld<never>): Promise<Ordering> => {
  const offered = new Map<string, number>();
  const offer = (options: readonly ReadDeliveryOption[] = []): void => {
    // A key that nobody agreed on is told as that.
    for (const { key } of options) if (world.deliveryOptionKeys.includes(key)) offered.set(key, offered.get(key) ?? 0);
  };
  const ways: Way[] = [];
  const alike = alikeIds();
  const regular = freshId();
  let codes: readonly string[] = [];
  const known = hasOwnBaskets(world) ? stockedLines(world, mostProducts) : [];
  await forEach(world, someOf(world, 'products with their deliveries', known), async ({ variantId }) => {
    const made = await unlessUnmet(openBasket(world, { lines: [{ variantId, quantity: 1 }], linesRequired: true }));
    const opened = made && (await deliverable(world, made));
    const { deliveryOptions: options = [], basketValue = 0 } = opened?.basket ?? {};
    const [product] = opened ? productsOf(opened.basket) : [];
    if (opened === undefined || product?.id !== variantId || options.length === 0) return;
    offer(options);
    ways.push({ variantId, quantity: product.quantity, basketValue, options });
    if (ways.length === 1) codes = await codesInForce(world, opened, productsOf(opened.basket));
  });
  ways.sort((one, other) => one.basketValue - other.basketValue);

  const linesOf = ({ row, pick }: Turn): readonly Line[] => {
    const { delivery = '', cost } = row;
    const fits = rotate(ways, pick).filter(({ options }) => options.some(({ key }) => isOf(key, delivery)));
    const isAsDear = ({ options }: Way): boolean =>
      options.some((one) => isOf(one.key, delivery) && costOf(one) === cost);
    const { pieces, products } = sizeOf(row);
    return [...fits.filter(isAsDear), ...fits.filter((way) => !isAsDear(way))]
      .slice(0, products)
      .map(({ variantId, quantity }) => ({ variantId, quantity: quantity * pieces }));
  };
  const open = async (turn: Turn, lines: readonly Line[], { loggedUser }: OrderWish): Promise<OpenBasket> => {
    // What is to be taken out again.
    const more = lines.map((line, at) => (at > 0 ? line : { ...line, quantity: line.quantity + 1 }));
    const held = isChanged(turn.row) ? more : lines;
    const opened =
      lines.length === 0
        ? await openOrderable(world)
        : await openBasket(world, { lines: held, linesRequired: true, toOrder: true, loggedUser });
    offer(opened.basket.deliveryOptions);
    return opened;
  };
  /** As it is ordered: with what is left of it, and its codes. */
  const settle = async ({ row, pick }: Turn, opened: OpenBasket): Promise<OrderWish> => {
    const added = rotate(codes, pick).slice(0, { valid: 1, two: 2 }[row['code'] ?? ''] ?? 0);
    if (!isChanged(row) && added.length === 0) return { opened };
    const request = reducedBasket(opened.basketId, opened.basket, {
      products: isChanged(row) ? oneLess(opened.basket) : productsOf(opened.basket),
      codes: [...codesOf(opened.basket), ...added],
    });
    const replied = await recalculate(world, request, { expect: 'any' });
    if (replied.kind === 'not-replied') return { opened };
    return { opened: { ...opened, basket: replied.basket }, retrieved: opened.basket };
  };
  /** Of the options of a kind those that were ordered least. */
  const choose =
    ({ delivery = '', cost }: Row): NonNullable<OrderWish['delivery']> =>
    (options) => {
      const uses = ({ key }: ReadDeliveryOption): number => offered.get(key) ?? 0;
      // What only a lock offers is charged to that.
      const fits = options
        .filter(({ key }) => offered.has(key) && isOf(key, delivery))
        .toSorted((a, b) => uses(a) - uses(b));
      return fits.find((option) => costOf(option) === cost) ?? fits[0];
    };
  /** What is locked once more, which the lock may be in the way of. */
  const recalculatedAgain = async ({ order, basket }: ReadyOrder): Promise<ReadBasket | undefined> => {
    const user = userOf(order);
    const replied = await recalculate(world, reducedBasket(order.basket.id, basket, user), { expect: 'any' });
    return replied.kind === 'replied' ? { ...replied.basket, ...user } : undefined;
  };
  const lockAnother = async ({ order, locked }: ReadyOrder): Promise<OpenBasket | undefined> => {
    const isOther = ({ variantId }: Line): boolean => order.basket.products.every(({ id }) => id !== variantId);
    const lines = stockedLines(world, mostProducts).filter(isOther).slice(0, 2);
    const wish = { lines, linesRequired: true, ...userOf(order) };
    const opened = lines.length === 0 ? undefined : await unlessUnmet(openBasket(world, wish));
    const request = opened && locked ? reducedBasket(opened.basketId, opened.basket, userOf(order)) : undefined;
    if (request) await lock(world, request, { expect: 'any' });
    return opened;
  };
  const prepare = async (turn: Turn): Promise<Prepared> => {
    const { row } = turn;
    const wish = wishOf(row, regular);
    const lines = linesOf(turn);
    const settled = await settle(turn, await open(turn, lines, wish));
    // A basket of several products may have other options than one of each.
    const isOffered = settled.opened?.basket.deliveryOptions?.some(({ key }) => isOf(key, row['delivery'] ?? ''));
    const how = {
      ...wish,
      ...settled,
      delivery: choose(isOffered === true ? row : { ...row, delivery: '' }),
      lock: row['lock'] !== 'none' && world.claims.lock,
    };
    const locked = await outcomeOf(prepareOrder(world, how));
    if ('status' in locked) {
      // A lock may offer less than the answer before it; without one that answer is the last.
      if (locked === otherDelivery && row['lock'] !== 'none' && world.claims.lock)
        return await prepare({ ...turn, row: { ...row, lock: 'none' } });
      throw new Unmet(locked);
    }
    const again = row['lock'] === 'recalculated' && locked.locked ? await recalculatedAgain(locked) : undefined;
    const ready = again ? await prepareOrder(world, { ...how, lockedAs: again }) : locked;
    const beside = row['afterwards'] === 'beside' ? await lockAnother(ready) : undefined;
    const isAgain = row['lock'] !== 'recalculated' || again !== undefined;
    offered.set(ready.delivery, (offered.get(ready.delivery) ?? 0) + 1);
    const { order } = ready;
    const usual = row['id'] === 'capitals' ? order.oaOrderId.toUpperCase() : order.oaOrderId;
    const oaOrderId = (row['id'] === 'alike' ? alike.pop() : undefined) ?? usual;
    return {
      ready: { ...ready, order: { ...order, oaOrderId } },
      row: asOrdered(isAgain ? row : { ...row, lock: 'once' }, ready, { lines, codes }),
      beside,
      isOtherwise: again !== undefined && !isSameJson(asHeld(again), asHeld(locked.basket)),
    };
  };
  const options = ways.flatMap((way) => way.options);
  const levels = (base: Row, isPlain: boolean): Factors =>
    plannedOrders((factor, level) => {
      if (factor === 'delivery') return options.some(({ key }) => kindOf(key) === level);
      if (factor === 'cost') return options.some((one) => costOf(one) === level);
      if (factor === 'lock') return level === 'none' || world.claims.lock;
      // What every basket comes with is no choice.
      if (level === plainOrder[factor]) return base[factor] === level || !isPlain;
      if (factor === 'invoice') return world.claims.invoice || base[factor] === level;
      if (factor === 'code') return codes.length > (level === 'two' ? 1 : 0);
      return level !== 'two' || ways.length > 1;
    });
  const notOffered = options.flatMap(({ key }) =>
    ['free', 'paid']
      .filter((cost) => !options.some((one) => kindOf(one.key) === kindOf(key) && costOf(one) === cost))
      .map((cost) => ({ delivery: kindOf(key), cost })),
  );
  return { ways, levels, notOffered, offered, alike, prepare };
};

const userOf = ({ basket: { loggedUser } }: OrderPlacement) => (loggedUser === undefined ? {} : { loggedUser });
const isChanged = ({ change = '' }: Row): boolean => ['changed', 'renamed'].includes(change);
const isOf = (key: string, delivery: string): boolean => ['', key, kindOf(key)].includes(delivery);
const costOf = ({ cost }: ReadDeliveryOption): string => (cost === 0 ? 'free' : 'paid');

/** The levels that an order came to, of which some are the shop's to give; of codes those count that nobody gets unasked. */
export const asOrdered = (
  row: Row,
  { order, delivery, locked, basket, scannedAs }: ReadyOrder,
  { lines = [], codes = [] }: { readonly lines?: readonly Line[]; readonly codes?: readonly string[] } = {},
): Row => ({
  ...row,
  delivery,
  cost: order.basket.price.deliveryCost === 0 ? 'free' : 'paid',
  invoice: order.billingDetails === undefined ? 'without' : 'with',
  consents: order.consents.length > 0 ? 'with' : 'without',
  user: row['user'] === 'again' && order.basket.loggedUser !== undefined ? 'again' : userLevel(order.basket.loggedUser),
  code: ['none', 'valid'][order.basket.price.discounts.filter(({ code }) => codes.includes(code)).length] ?? 'two',
  lines: lines.every(({ variantId, quantity }) => isAsAsked(basket, { id: variantId, quantity }))
    ? (row['lines'] ?? '')
    : 'one',
  change: scannedAs === undefined ? (row['change'] ?? '') : 'renamed',
  lock: locked ? (row['lock'] ?? '') : 'none',
});
