import { mostLines } from '../../arrange/basket/open-basket.ts';
import type { Buyer } from '../../arrange/buyer.ts';
import { freshId, freshOrderId, longestUser, longUser } from '../../arrange/identity.ts';
import { deliveryTypeOf, inStorePickup } from '../../merchant/order/order-request.ts';
import type { Row, Turn } from '../covering.ts';
import { levelsInWords } from '../level-words.ts';
import table from './levels.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };

/** Ids that a database takes for one another: without case, without width, without what follows, cut off. */
export const alikeIds = (): string[] => {
  const short = `oa-${freshId().replaceAll('-', '').slice(0, 20)}-x1`;
  const long = freshOrderId();
  return [short, short.toUpperCase(), short.replace(/1$/u, '１'), `${short} `, `${long}a`, `${long}b`];
};

interface Level {
  /** What an order with it is, in words. */
  readonly words: string;
  /** The level a refused order is tried with instead; as the one that was confirmed has it, without. */
  readonly simpler?: string;
  /** What a refusal for it alone is called. */
  readonly cause?: string;
  /** Planned for no row: orders cost their shop something, so that one of each does, or it is no wish of ours. */
  readonly rare?: true;
}

/** The first level of each factor is the plain one; what tells most comes first. */
export type OrderFactor = keyof typeof table;
export const orderFactors = Object.keys(table) as readonly OrderFactor[];
const levelsOf = (factor: OrderFactor): Readonly<Record<string, Level>> =>
  (table as Readonly<Record<OrderFactor, Readonly<Record<string, Level>>>>)[factor];

/** Of a delivery that was ordered the level is its key. */
export const orderLevel = (factor: OrderFactor, level = ''): Level =>
  levelsOf(factor)[level] ?? { words: `by ${level}` };

export const orderOccasions = levelsInWords('order', table);

const namesOf = (factor: OrderFactor, is: (level: string) => boolean): string[] =>
  Object.keys(table[factor]).filter(is);

/** A code may be for one order of each customer, and the account of one may show the basket that came last. */
export const apartOrders: readonly Row[] = [
  ...['valid', 'two'].map((code) => ({ user: 'again', code })),
  ...['retrieved', 'beside'].map((afterwards) => ({ user: 'again', afterwards })),
  // What is answered otherwise since it was locked says nothing where it is refused, and few orders are of that customer.
  ...['reloaded', 'recalculated'].map((lock) => ({ user: 'again', lock })),
];

/** The account of a customer may have one basket for all orders, which come one after the other. */
export const basketOf = ({ row, pick }: Turn): unknown => (row['user'] === 'again' ? 'again' : pick);

export const plannedOrders = (
  isThere: (factor: OrderFactor, level: string) => boolean = () => true,
): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    orderFactors.map((factor) => [
      factor,
      namesOf(factor, (level) => orderLevel(factor, level).rare === undefined && isThere(factor, level)),
    ]),
  );

export const rareOrders: readonly Row[] = [
  // Whoever knows an order by all that it holds takes copies with a part of their own for others.
  { sent: 'copies', invoice: 'with', consents: 'with', user: 'logged', code: 'valid' },
  // What was changed may be retrieved as it was made.
  { lock: 'reloaded', texts: 'house' },
  { lines: 'dozen', sent: 'together' },
  { lines: 'many' },
];

export const plainOrder: Row = Object.fromEntries(
  orderFactors.map((factor) => [factor, namesOf(factor, () => true)[0] ?? '']),
);

/** By the kind of delivery; which of the options on offer it is shows in the order. */
export const kindOf = (key: string): string =>
  key === inStorePickup
    ? 'store'
    : { COURIER: 'courier', PICKUP: 'point', ELECTRONIC: 'electronic' }[deliveryTypeOf(key)];

/** How many pieces, be it more than one digit holds, and of how many products. */
export const sizeOf = ({ lines }: Row): { readonly pieces: number; readonly products: number } => ({
  pieces: lines === 'dozen' ? 12 : 1,
  products: { two: 2, many: mostLines }[lines ?? ''] ?? 1,
});

/**
 * What of a row a prepared order has from its wish; in its texts is what a till, a form or a database trips over. Of them no limit is
 * stated, so they stay as long as they are in life.
 * @param regular the user of all orders of somebody who has ordered before
 */
export const wishOf = ({ invoice, consents, user = '', ...row }: Row, regular: string) => ({
  invoice: invoice === 'with',
  consents: consents === 'with',
  ...(user !== 'guest' && {
    loggedUser: { again: regular, longest: longUser('x'), letters: longUser('żółć') }[user] ?? freshId(),
  }),
  buyer: {
    ...(texts as Readonly<Record<string, Partial<Buyer>>>)[row['texts'] ?? ''],
    // The address of somebody who stays anonymous is one of a forwarding service, and those like a plus.
    ...(row['texts'] === 'marks' && { email: `relay+${freshId().slice(0, 8)}@example.com` }),
  },
});

export const userLevel = (user: string | undefined): string =>
  user === undefined ? 'guest' : user.length < longestUser ? 'logged' : user.endsWith('x') ? 'longest' : 'letters';
