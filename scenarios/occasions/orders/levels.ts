import { mostLines } from '../../arrange/basket/open-basket.ts';
import type { Buyer } from '../../arrange/buyer.ts';
import { freshId, freshOrderId } from '../../arrange/identity.ts';
import { deliveryTypeOf, inStorePickup } from '../../merchant/order/order-request.ts';
import type { Row } from '../covering.ts';

/** Limits: loggedUser. Of the other texts of an order no limit is stated, so they stay as long as they are in life. */
const longest = 255;
/** Ids that a database takes for one another: without case, without width, without what follows, cut off. */
export const alikeIds = (): string[] => {
  const short = `oa-${freshId().replaceAll('-', '').slice(0, 20)}-x1`;
  const long = freshOrderId();
  return [short, short.toUpperCase(), short.replace(/1$/u, '１'), `${short} `, `${long}a`, `${long}b`];
};

/** More than one digit holds. */
const dozen = 12;

const called = (firstName: string, lastName: string, city: string, street: string, notes: string): Partial<Buyer> => ({
  firstName,
  lastName,
  city,
  street,
  notes,
  companyName: `${lastName}, ${city}`,
});

/** What people are called, live at and write; each with something that a till, a form or a database trips over. */
const texts: Readonly<Record<string, () => Partial<Buyer>>> = {
  letters: () => called('Łucja', 'Ødegård-Şahin', 'Αθήνα', 'ул. Чехова', 'proszę dzwonić — 東門, שער, باب'),
  // The address of somebody who stays anonymous is one of a forwarding service, and those like a plus.
  marks: () => ({
    ...called("D'Arcy", "O'Neill", "L'Aquila", "Rue de l'Eglise", `"2nd" door, don't ring\nCall first\r\nThanks`),
    email: `relay+${freshId().slice(0, 8)}@example.com`,
  }),
  astral: () => called('𠮷郎', '𠮷野', '𡈽浦', '𩸽 町', 'thanks 🛒👍🏽'),
  house: () => ({ streetNo: '12a/3' }),
};

interface Level {
  /** What an order with it is, in words. */
  readonly words: string;
  /** The level a refused order is tried with instead; as the one that was confirmed has it, without. */
  readonly simpler?: string;
  /** What a refusal for it alone is called. */
  readonly cause?: string;
  /** Planned for no row: orders cost their shop something, so that one of each does, or it is no wish of ours. */
  readonly rare?: 'once' | 'never';
}

/** The first level of each factor is the plain one. What tells most comes first. */
const table = {
  delivery: {
    courier: { words: 'by courier' },
    point: { words: 'to a pickup point' },
    store: { words: 'to a store' },
    electronic: { words: 'by e-mail' },
  },
  cost: {
    paid: { words: 'with a delivery that costs something', cause: 'declined for what its delivery costs' },
    free: { words: 'with a delivery that costs nothing', cause: 'declined for what its delivery costs' },
  },
  user: {
    guest: { words: 'for a guest' },
    logged: { words: 'with a logged-in user' },
    longest: {
      words: `with a logged-in user of ${longest} characters`,
      simpler: 'logged',
    },
  },
  consents: { without: { words: 'without consents' }, with: { words: 'with consents' } },
  invoice: { without: { words: 'without billing details' }, with: { words: 'with billing details' } },
  code: {
    none: { words: 'without a discount code' },
    valid: { words: 'with a discount code', cause: 'discounted basket declined' },
    two: { words: 'with two discount codes', simpler: 'valid', cause: 'basket with two codes declined' },
  },
  texts: {
    plain: { words: 'in plain letters' },
    letters: { words: 'with letters outside ASCII' },
    marks: { words: 'with apostrophes, line breaks in its notes, and a plus in its address' },
    astral: { words: 'with characters beyond the basic plane' },
    house: { words: 'with a house number with a letter and a slash', rare: 'once' },
  },
  lines: {
    one: { words: 'of one product' },
    two: { words: 'of two products', cause: 'large order declined' },
    dozen: { words: `of ${dozen} pieces of a product`, cause: 'large order declined', rare: 'once' },
    many: { words: `of ${mostLines} products`, simpler: 'two', cause: 'large order declined', rare: 'once' },
  },
  change: {
    scanned: { words: 'of a basket as it was scanned' },
    changed: { words: 'of a basket that was recalculated to hold less', cause: 'changed basket declined' },
    renamed: {
      words: 'of a basket under the id that the last answer gave it',
      cause: 'ordered under the id of the recalculation',
      rare: 'never',
    },
  },
  lock: {
    once: { words: 'of a locked basket', cause: 'locked basket declined' },
    none: { words: 'of a basket that is not locked' },
    reloaded: { words: 'of a locked basket that was retrieved again', cause: 'lock lost with a retrieval' },
  },
  id: {
    usual: { words: 'under an id in small letters' },
    capitals: { words: 'under an id in capitals', cause: '5xx for the form of an id' },
    // An id is a string and nothing else is stated of it: whoever declines one is not judged, whoever mixes two up is.
    alike: { words: 'under an id like that of another order' },
  },
  afterwards: {
    nothing: { words: 'with nothing after it' },
    retrieved: { words: 'whose basket is retrieved after it' },
    beside: { words: 'beside which its customer has another basket' },
  },
  sent: {
    once: { words: 'sent once' },
    copies: { words: 'sent several times at once' },
    together: {
      words: 'sent at the same moment as another',
      cause: 'declined beside another order',
      rare: 'once',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Level>>>>;

export type OrderFactor = keyof typeof table;
export const orderFactors = Object.keys(table) as readonly OrderFactor[];
const levelsOf = (factor: OrderFactor): Readonly<Record<string, Level>> => table[factor];

/** Of a delivery that was ordered the level is its key. */
export const orderLevel = (factor: OrderFactor, level = ''): Level =>
  levelsOf(factor)[level] ?? { words: `by ${level}` };

/** For people: each level in words. */
export const orderOccasions = orderFactors.map((factor) => ({
  id: `order ${factor}`,
  levels: Object.values(levelsOf(factor)).map(({ words }) => words),
}));

const namesOf = (factor: OrderFactor, is: (level: string) => boolean): string[] =>
  Object.keys(table[factor]).filter(is);

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
  { lock: 'reloaded' },
  ...orderFactors.flatMap((factor) =>
    namesOf(factor, (level) => orderLevel(factor, level).rare === 'once').map((level) => ({ [factor]: level })),
  ),
];

export const plainOrder: Row = Object.fromEntries(
  orderFactors.map((factor) => [factor, namesOf(factor, () => true)[0] ?? '']),
);

/** By the kind of delivery; which of the options on offer it is shows in the order. */
export const kindOf = (key: string): string =>
  key === inStorePickup
    ? 'store'
    : { COURIER: 'courier', PICKUP: 'point', ELECTRONIC: 'electronic' }[deliveryTypeOf(key)];

/** How many pieces, and of how many products. */
export const sizeOf = ({ lines }: Row): { readonly pieces: number; readonly products: number } => ({
  pieces: lines === 'dozen' ? dozen : 1,
  products: { two: 2, many: mostLines }[lines ?? ''] ?? 1,
});

/** What of a row a prepared order has from its wish. */
export const wishOf = ({ invoice, consents, user, ...row }: Row) => ({
  invoice: invoice === 'with',
  consents: consents === 'with',
  ...(user !== 'guest' && { loggedUser: user === 'longest' ? freshId().padEnd(longest, 'x') : freshId() }),
  buyer: texts[row['texts'] ?? '']?.() ?? {},
});

export const userLevel = (user: string | undefined): string =>
  user === undefined ? 'guest' : user.length === longest ? 'longest' : 'logged';
