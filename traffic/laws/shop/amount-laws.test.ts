import { expect, test } from 'vitest';
import { reasons, type Said, stream, told } from './shop-stream.fixture.ts';

interface Amounts {
  readonly value: number;
  readonly lines: readonly (readonly [id: string, unitPrice: number, quantity: number])[];
  readonly off?: number;
  readonly error?: string;
}

const basket = (name: Said['name'], { value, lines, off = 0, error }: Amounts): Said => ({
  name,
  answer: {
    id: 'b1',
    price: { basketValue: value, discounts: off > 0 ? [{ code: 'A', value: off }] : [] },
    products: lines.map(([id, unitPrice, quantity]) => ({
      id,
      quantity,
      unitPrice,
      linePrice: unitPrice * quantity,
      ...(error !== undefined && { error }),
    })),
  },
});

test('prices of a hundredth are another unit, in whichever call, and the ones before stay what is compared with', () => {
  const shown = (name: Said['name'], one: number, other: number) =>
    basket(name, {
      value: 1,
      lines: [
        ['v1', one, 1],
        ['v2', other, 1],
      ],
    });
  const unit = (...said: readonly Said[]) => told(stream(...said))['basket/one-unit'];
  expect(unit(shown('retrieval', 1999, 450), shown('recalculation', 19, 4), shown('lock', 1999, 450))).toEqual([
    'failed 1 2',
    'passed',
  ]);
  expect(unit(shown('retrieval', 19, 4), shown('lock', 1999, 450))).toEqual(['failed 1 2']);
  const pushed = (one: number, other: number): Said => {
    const { answer } = shown('retrieval', one, other);
    return { name: 'basketChange', sender: 'target', request: Object(answer), answer: {} };
  };
  expect(unit(shown('retrieval', 1999, 450), pushed(19, 4), pushed(1999, 450))).toEqual(['failed 1 2', 'passed']);
  const staff = { ...shown('recalculation', 19, 4), request: { loggedUser: 'u1' } };
  expect(unit(shown('recalculation', 1999, 450), staff, shown('lock', 1999, 450))).toEqual(['passed']);
  const own = {
    ...shown('retrieval', 1999, 450),
    answer: { ...Object(shown('retrieval', 1999, 450).answer), loggedUser: 'u1' },
  };
  expect(unit(own, staff)).toEqual(['failed 1 2']);
});

test('an offer is no other unit: of one product, of one price, or only of some', () => {
  const unit = (before: Amounts['lines'], after: Amounts['lines']) =>
    told(stream(basket('retrieval', { value: 1, lines: before }), basket('lock', { value: 1, lines: after })))[
      'basket/one-unit'
    ];
  const two = (one: number, other: number): Amounts['lines'] => [
    ['v1', one, 1],
    ['v2', other, 1],
  ];
  expect(unit([['v1', 1999, 1]], [['v1', 19, 1]])).toEqual(['passed']);
  expect(unit(two(199, 150), two(1, 1))).toEqual(['passed']);
  expect(unit(two(299, 150), two(2, 1))).toEqual(['passed']);
  expect(unit(two(1999, 450), two(19, 450))).toEqual(['passed']);
  expect(unit([['v1', 1999, 1]], [['v3', 19, 1]])).toEqual(['not-exercised']);
});

const values = (...amounts: readonly Amounts[]) =>
  told(stream(...amounts.map((one) => basket('recalculation', one))))['basket/value-follows'];
const holding = (quantity: number, value: number, more: Partial<Amounts> = {}): Amounts => ({
  value,
  lines: [['v1', 100, quantity]],
  ...more,
});

test('a value that stays whatever goes in and out is no price of the basket', () => {
  expect(values(holding(2, 200), holding(5, 200), holding(1, 200))).toEqual(['failed 1 2 3']);
  expect(values(holding(2, 200), holding(5, 500))).toEqual(['passed']);
  expect(values(holding(2, 250), holding(5, 250), holding(1, 250))).toEqual(['warned 1 2 3']);
  expect(values(holding(2, 250), holding(5, 250), holding(1, 250), holding(4, 400))).toEqual([
    'passed',
    'failed 1 2 3',
  ]);
});

test('a value is right that a discount, a lowest or a highest charge makes the same, or of which too little was seen', () => {
  expect(values(holding(2, 0, { off: 900 }), holding(5, 0, { off: 900 }), holding(1, 0, { off: 900 }))).toEqual([
    'not-exercised',
  ]);
  expect(values(holding(1, 900), holding(5, 900), holding(2, 900))).toEqual(['not-exercised']);
  expect(values(holding(4, 300), holding(8, 300), holding(5, 300))).toEqual(['not-exercised']);
  expect(values(holding(2, 200), holding(5, 200))).toEqual(['not-exercised']);
  expect(values(holding(2, 200), holding(5, 200, { error: 'OUT_OF_STOCK' }), holding(1, 200))).toEqual([
    'not-exercised',
  ]);
});

test('values of 0 are said to be that, where the lines cost something', () => {
  const reasonOf = (...amounts: readonly Amounts[]) =>
    reasons(stream(...amounts.map((one) => basket('recalculation', one))))['basket/value-follows'];
  expect(reasonOf(holding(1, 0), holding(2, 0))).toMatch(/^every basketValue was 0/u);
  expect(reasonOf({ value: 0, lines: [['v1', 0, 1]] })).toMatch(/^no basket changed its contents/u);
  expect(reasonOf(holding(1, 100), holding(1, 0))).toMatch(/^no basket changed its contents/u);
});
