import type { Buyer } from '../arrange/buyer.ts';
import { freshId } from '../arrange/identity.ts';
import { deliveryTypeOf, inStorePickup } from '../merchant/order/order-request.ts';
import type { OrderWish } from '../merchant/order/prepared-order.ts';
import type { Row } from './covering.ts';

/** Limits: loggedUser. Of the other texts of an order no limit is stated, so they stay as long as they are in life. */
const longest = 255;

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
  letters: () => called('Łucja', 'Ødegård-Şahin', 'Αθήνα', 'ул. Чехова', 'proszę dzwonić — 東門, שער, באב'),
  // The address of somebody who stays anonymous is one of a forwarding service, and those like a plus.
  marks: () => ({
    ...called("D'Arcy", "O'Neill", "L'Aquila", "Rue de l'Eglise", `"2nd" door, don't ring\nCall first\r\nThanks`),
    email: `relay+${freshId().slice(0, 8)}@example.com`,
  }),
  astral: () => called('𠮷郎', '𠮷野', '𡈽浦', '𩸽 町', 'thanks 🛒👍🏽'),
  house: () => ({ streetNo: '12a/3' }),
};

/** What an order is like, in words; the first level of each factor is the plain one. What tells most comes first. */
const table = {
  delivery: { courier: 'COURIER', point: 'PICKUP', store: inStorePickup, electronic: 'ELECTRONIC' },
  cost: { paid: 'with a delivery that costs something', free: 'with a delivery that costs nothing' },
  user: {
    guest: 'for a guest',
    logged: 'with a logged-in user',
    longest: `with a logged-in user of ${longest} characters`,
  },
  consents: { without: 'without consents', with: 'with consents' },
  invoice: { without: 'without billing details', with: 'with billing details' },
  code: { none: 'without a discount code', valid: 'with a discount code' },
  texts: {
    plain: 'in plain letters',
    letters: 'with letters outside ASCII',
    marks: 'with apostrophes, line breaks in its notes, and a plus in its address',
    astral: 'with characters beyond the basic plane',
    house: 'with a house number with a letter and a slash',
  },
  lines: { one: 'of one product', two: 'of two products', pieces: 'of several pieces of a product' },
  lock: { once: 'of a locked basket', none: 'without a lock' },
  afterwards: {
    nothing: 'with nothing after it',
    retrieved: 'whose basket is retrieved after it',
    beside: 'beside which its customer has another basket',
  },
  sent: { once: 'sent once', copies: 'sent several times at once' },
} as const;

export type OrderFactor = keyof typeof table;

/** By the kind of delivery; which of the options on offer it is shows in the order. */
export const kindOf = (key: string): string =>
  key === inStorePickup
    ? 'store'
    : { COURIER: 'courier', PICKUP: 'point', ELECTRONIC: 'electronic' }[deliveryTypeOf(key)];

export const orderFactors = Object.keys(table) as readonly OrderFactor[];

export const orderLevels = (isThere: (factor: OrderFactor, level: string) => boolean): Record<string, string[]> =>
  Object.fromEntries(
    orderFactors.map((factor) => [factor, Object.keys(table[factor]).filter((level) => isThere(factor, level))]),
  );

export const plainOrder: Row = Object.fromEntries(
  orderFactors.map((factor) => [factor, Object.keys(table[factor])[0] ?? '']),
);

/** In words; of a delivery it is its key. */
export const levelWords = (factor: OrderFactor, level: string): string => {
  const words: Readonly<Record<string, string>> = table[factor];
  return words[level] ?? `by ${level}`;
};

/** What of a row a prepared order has from its wish. */
export const wishOf = (row: Row): OrderWish => ({
  invoice: row['invoice'] === 'with',
  consents: row['consents'] === 'with',
  ...(row['user'] !== 'guest' && { loggedUser: userOf(row['user']) }),
  buyer: texts[row['texts'] ?? '']?.() ?? {},
});

const userOf = (level = ''): string => (level === 'longest' ? freshId().padEnd(longest, 'x') : freshId());

export const userLevel = (user: string | undefined): string =>
  user === undefined ? 'guest' : user.length === longest ? 'longest' : 'logged';
