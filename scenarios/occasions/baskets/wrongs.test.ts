import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { Replied } from '../../arrange/basket/basket-calls.ts';
import { plainRow } from './levels.ts';
import { type Tried, wrongsOf } from './wrongs.ts';

const answered = (quantity: number, price: object = {}, error?: string): Replied => ({
  kind: 'replied',
  basket: readBasket({
    price: { currency: 'EUR', basketValue: 1000, discounts: [], ...price },
    products: [{ id: 'v1', quantity, unitPrice: 5, linePrice: 5 * quantity, error }],
  }),
  exchange: 1,
  isValid: true,
});

const plain: Tried = {
  replied: answered(2),
  before: undefined,
  judged: plainRow,
  known: [],
  limit: undefined,
  short: [],
  split: undefined,
  unknown: undefined,
  isMuch: false,
  excess: undefined,
  fewer: undefined,
  none: [],
  bad: [],
  good: [],
  left: [],
  plain: undefined,
  isAsFirst: false,
};
const told = (tried: Partial<Tried>): readonly string[] => wrongsOf({ ...plain, ...tried }).map(({ cause }) => cause);

test('many pieces come back as asked or with an error, and what belongs to another product may go', () => {
  const excess = { id: 'v1', quantity: 300, mayGo: false };
  expect(told({ excess, replied: answered(300) })).toEqual([]);
  expect(told({ excess, replied: answered(99, {}, 'QUANTITY_TOO_BIG') })).toEqual([]);
  expect(told({ excess, replied: answered(99) })).toEqual(['quantity differs']);
  expect(told({ excess, replied: answered(0) })).toEqual(['quantity differs']);
  expect(told({ excess: { ...excess, mayGo: true }, replied: answered(0) })).toEqual([]);
});

test('fewer than were scanned come back without an error, unless there is no room for something else', () => {
  const fewer = { id: 'v1', quantity: 1 };
  const replied = answered(1, {}, 'QUANTITY_TOO_BIG');
  expect(told({ fewer, replied: answered(1) })).toEqual([]);
  expect(told({ fewer, replied })).toEqual(['error on fewer than were scanned']);
  expect(told({ fewer, replied, isMuch: true })).toEqual([]);
  expect(told({ fewer, replied: answered(2) })).toEqual(['quantity differs']);
});

test('the same request is answered alike, at once and after others', () => {
  const detour = { ...plainRow, repeat: 'detour' };
  expect(told({ before: answered(2) })).toEqual([]);
  expect(told({ before: answered(2, { basketValue: 900 }) })).toEqual(['basketValue recalculated otherwise']);
  expect(told({ before: answered(3), judged: detour })).toEqual(['product otherwise after other requests']);
});

test('a valid code that applied is refused with INVALID only beside something else', () => {
  const replied = answered(2, { discounts: [{ code: 'A', value: 0, error: 'INVALID' }] });
  expect(told({ replied, good: ['A'] })).toEqual([]);
  expect(told({ replied, good: ['A'], isAsFirst: true })).toEqual(['valid code INVALID']);
  expect(told({ replied, good: ['A'], isAsFirst: true, bad: [{ code: 'B' }] })).toEqual(['bad code dropped']);
});

test('a value that is lower without a code, at the same quantities, is what a code left behind', () => {
  const known = [{ id: 'v1', quantity: 2 }];
  const replied = answered(2, { basketValue: 900 });
  const before = { basketValue: 1000, reduction: 0 };
  expect(told({ replied, known, plain: before })).toEqual(['reduction of a code left out still counts']);
  expect(told({ replied, known, plain: { ...before, basketValue: 900 } })).toEqual([]);
  expect(told({ replied, known, plain: before, left: ['A'] })).toEqual(['reduction of a code left out still counts']);
});
