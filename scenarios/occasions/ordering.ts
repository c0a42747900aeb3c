import { recalculate } from '../arrange/basket/basket-calls.ts';
import { hasOwnBaskets, isRenamed, openBasket, type OpenBasket, stockedLines } from '../arrange/basket/open-basket.ts';
import { codesOf, productsOf, reducedBasket } from '../arrange/basket/products.ts';
import type { ReadDeliveryOption } from '../arrange/basket/read-basket.ts';
import { someOf } from '../arrange/sampling.ts';
import type { Line, MerchantPort } from '../context/merchant.ts';
import { deliverable } from '../merchant/order/deliverable-basket.ts';
import { lossIn } from '../merchant/basket/kept-to-the-end.ts';
import type { OrderWorld } from '../merchant/order/order-echo.ts';
import { type Placed, send } from '../merchant/order/placed-order.ts';
import {
  openOrderable,
  otherDelivery,
  type OrderWish,
  prepareOrder,
  type ReadyOrder,
} from '../merchant/order/prepared-order.ts';
import { outcomeOf, unlessUnmet } from '../outcome.ts';
import type { Row, Turn } from './covering.ts';
import { kindOf, userLevel, wishOf } from './order-levels.ts';
import { codesInForce } from './plain.ts';

/** What was ordered, as the order shows it, and how that was answered. */
export interface Ordered {
  readonly row: Row;
  readonly pick: number;
  readonly placed: Placed;
  /** What became of another basket of its customer, where it is gone or holds nothing any more. */
  readonly lost: { readonly words: string; readonly exchanges: readonly number[] } | undefined;
}

/** What a basket of one product is offered. */
interface Way extends Line {
  readonly options: readonly ReadDeliveryOption[];
}

export interface Ordering {
  /** Nothing where baskets cannot be made as they are wanted. */
  readonly ways: readonly Way[];
  readonly hasCodes: boolean;
  /** The keys that baskets offered, and those of the orders that were sent. */
  readonly offered: ReadonlySet<string>;
  readonly used: ReadonlyMap<string, number>;
  order(turn: Turn): Promise<Ordered>;
}

/** So many products are tried for what they are delivered by. */
const mostProducts = 8;
/** With the one that is heard: every copy is a call of the budget. */
const copies = 3;
/** More than one, few enough for what is in stock. */
const severalPieces = 3;

export const createOrdering = async (world: OrderWorld): Promise<Ordering> => {
  const offered = new Set<string>();
  const used = new Map<string, number>();
  const ways: Way[] = [];
  let codes: readonly string[] = [];
  const known = hasOwnBaskets(world) ? stockedLines(world, mostProducts) : [];
  for (const { variantId } of someOf(world, 'products with their deliveries', known)) {
    const made = await unlessUnmet(openBasket(world, { lines: [{ variantId, quantity: 1 }], linesRequired: true }));
    const opened = made && (await deliverable(world, made));
    const options = opened?.basket.deliveryOptions ?? [];
    const [product] = opened ? productsOf(opened.basket) : [];
    if (opened === undefined || product?.id !== variantId || options.length === 0) continue;
    for (const { key } of options) offered.add(key);
    if (ways.length === 0) codes = await codesInForce(world, opened, productsOf(opened.basket));
    ways.push({ variantId, quantity: product.quantity, options });
  }

  const linesOf = ({ row: { delivery = '', cost, lines }, pick }: Turn): readonly Line[] => {
    const all = ways.map((_, index) => ways[(index + pick) % ways.length]).filter((way) => way !== undefined);
    const fits = all.filter(({ options }) => options.some(({ key }) => isOf(key, delivery)));
    const first = fits.find(({ options }) => options.some((one) => isOf(one.key, delivery) && costOf(one) === cost));
    const [one = first, ...others] = [first ?? fits[0], ...fits].filter((way) => way !== undefined);
    if (one === undefined) return [];
    const other = others.find(({ variantId }) => variantId !== one.variantId);
    if (lines === 'pieces') return [{ ...one, quantity: one.quantity * severalPieces }];
    return lines === 'two' && other ? [one, other] : [one];
  };
  const open = async (turn: Turn, { loggedUser }: OrderWish): Promise<OpenBasket> => {
    const lines = linesOf(turn).map(({ variantId, quantity }) => ({ variantId, quantity }));
    const opened =
      lines.length === 0
        ? await openOrderable(world)
        : await openBasket(world, { lines, linesRequired: true, toOrder: true, loggedUser });
    for (const { key } of opened.basket.deliveryOptions ?? []) offered.add(key);
    return opened;
  };
  const withCode = async (opened: OpenBasket, pick: number): Promise<OrderWish> => {
    const code = codes[pick % codes.length];
    if (code === undefined) return { opened };
    const request = reducedBasket(opened.basketId, opened.basket, { codes: [...codesOf(opened.basket), code] });
    const replied = await recalculate(world, request, { expect: 'any' });
    if (replied.kind === 'not-replied' || isRenamed(opened, replied.basket)) return { opened };
    return { opened: { ...opened, basket: replied.basket }, retrieved: opened.basket };
  };
  /** Of the options of a kind those that were ordered least. */
  const choose =
    ({ delivery = '', cost }: Row): NonNullable<OrderWish['delivery']> =>
    (options) => {
      const uses = ({ key }: ReadDeliveryOption): number => used.get(key) ?? 0;
      const fits = options.filter(({ key }) => isOf(key, delivery)).toSorted((a, b) => uses(a) - uses(b));
      return fits.find((option) => costOf(option) === cost) ?? fits[0];
    };
  const prepare = async (turn: Turn): Promise<ReadyOrder> => {
    const { row, pick } = turn;
    const wish = wishOf(row);
    const begun = await open(turn, wish);
    const settled = row['code'] === 'valid' ? await withCode(begun, pick) : { opened: begun };
    const ready = await prepareOrder(world, {
      ...wish,
      ...settled,
      delivery: choose(row),
      ...(row['lock'] === 'none' && { lock: false }),
    });
    used.set(ready.delivery, (used.get(ready.delivery) ?? 0) + 1);
    return ready;
  };
  const order = async (turn: Turn): Promise<Ordered> => {
    const { row, pick } = turn;
    const ready = await outcomeOf(prepare(turn));
    if ('status' in ready) {
      // A lock may offer less than the answer before it; without one that answer is the last.
      if (ready === otherDelivery && row['lock'] !== 'none' && world.claims.lock)
        return await order({ ...turn, row: { ...row, lock: 'none' } });
      return { row, pick, placed: { kind: 'undecided', outcome: ready }, lost: undefined };
    }
    const { loggedUser } = ready.order.basket;
    const beside =
      row['afterwards'] === 'beside'
        ? await unlessUnmet(openBasket(world, { lines: stockedLines(world, 2), linesRequired: true, loggedUser }))
        : undefined;
    if (row['sent'] === 'copies') {
      const copy = async (merchant: MerchantPort) => await merchant.order(ready.order, { expect: 'any' });
      await world.merchant.atOnce(Array.from({ length: copies - 1 }, () => copy));
    }
    const placed = await send(world, ready);
    if (row['afterwards'] === 'retrieved')
      await world.merchant.retrieve(ready.scannedAs ?? ready.order.basket.id, { expect: 'any' });
    const lost = beside && placed.kind === 'confirmed' ? await lossOf(world, beside, placed.exchange) : undefined;
    return { row: asOrdered(row, ready), pick, placed, lost };
  };
  return { ways, hasCodes: codes.length > 0, offered, used, order };
};

/** Its customer has another basket, that was there before the order. */
const lossOf = async (
  world: OrderWorld,
  { basketId, basket, exchange }: OpenBasket,
  ordered: number,
): Promise<Ordered['lost']> => {
  if (productsOf(basket).length === 0) return undefined;
  const answer = await world.merchant.retrieve(basketId, { expect: 'any' });
  const words = lossIn(answer);
  return words === undefined || !('exchange' in answer)
    ? undefined
    : { words, exchanges: [exchange, ordered, answer.exchange] };
};

const isOf = (key: string, delivery: string): boolean => ['', key, kindOf(key)].includes(delivery);
const costOf = ({ cost }: ReadDeliveryOption): string => (cost === 0 ? 'free' : 'paid');

const asOrdered = (row: Row, { order, delivery, locked }: ReadyOrder): Row => ({
  ...row,
  delivery,
  cost: order.basket.price.deliveryCost === 0 ? 'free' : 'paid',
  invoice: order.billingDetails === undefined ? 'without' : 'with',
  user: userLevel(order.basket.loggedUser),
  code: order.basket.price.discounts.length > 0 ? 'valid' : 'none',
  lock: locked ? (row['lock'] ?? 'once') : 'none',
});
