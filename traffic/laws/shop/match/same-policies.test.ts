import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface Line {
  readonly minAge?: number;
  readonly quantity?: number;
  readonly error?: string;
  readonly policies?: unknown;
}

const basket = (line: Line, more: object = {}): object => {
  const { minAge, quantity = 1, ...rest } = line;
  const policies = minAge === undefined ? {} : { policies: [{ type: 'AGE', criteria: { minAge } }] };
  return { id: 'b1', price: { discounts: [] }, products: [{ id: 'v1', quantity, ...policies, ...rest }], ...more };
};
const shown = (line: Line, more?: object): Said => ({ name: 'retrieval', answer: basket(line, more) });
const recalculated = (line: Line, request: object = {}): Said => ({
  name: 'recalculation',
  request: { id: 'b1', ...request },
  answer: basket(line),
});
const failures = (...said: readonly Said[]) =>
  (told(stream(...said))['basket/policies-omitted-when-none'] ?? []).filter((one) => one.startsWith('failed'));

test('policies that a recalculation has lost, added or changed, and a later retrieval has as before, are told', () => {
  const [adult, anybody] = [{ minAge: 18 }, {}];
  for (const [first, other] of [
    [adult, anybody],
    [anybody, adult],
    [adult, { minAge: 16 }],
  ] as const)
    expect(failures(shown(first), recalculated(other), shown(first), recalculated(other))).toEqual(['failed 1 2 3 4']);
});

test('a lock with other policies is told, one without is one of the two, and no more', () => {
  const [right, changed] = [shown({ minAge: 18 }), recalculated({})];
  const locked = { ...changed, name: 'lock' } as const;
  expect(failures(right, changed, right, locked)).toEqual(['failed 1 2 3 4']);
  expect(failures(right, locked, right, locked, right, changed)).toEqual(['failed 1 2 3 4 5 6']);
  expect(failures(right, locked, right, locked)).toEqual([]);
  const older = { ...recalculated({ minAge: 21 }), name: 'lock' } as const;
  expect(failures(right, older, right, older)).toEqual(['failed 1 2 3 4']);
});

test('once, or changed since, nothing is told', () => {
  const [adult, anybody] = [{ minAge: 18 }, {}];
  expect(failures(shown(adult), recalculated(anybody), recalculated(anybody), recalculated(anybody))).toEqual([]);
  expect(failures(shown(adult), recalculated(anybody), shown(anybody), recalculated(anybody))).toEqual([]);
  expect(failures(shown(adult), recalculated(anybody), shown(anybody), recalculated(adult))).toEqual([]);
  const beside = { ...recalculated(anybody), beside: true } as const;
  expect(failures(shown(adult), beside, shown(adult), beside)).toEqual([]);
});

test('other quantities, another user, a code, a shortage and what is no policy are no reason', () => {
  const right = shown({ minAge: 18 });
  for (const other of [
    recalculated({ quantity: 2 }),
    recalculated({}, { loggedUser: 'somebody of age' }),
    recalculated({ error: 'OUT_OF_STOCK' }),
    recalculated({ policies: null }),
    recalculated({ policies: [{ type: 'AGE', criteria: {} }] }),
    { ...recalculated({}), answer: basket({}, { price: { discounts: [{ code: 'OF-AGE', value: 0 }] } }) },
    { ...recalculated({}), request: { id: 'b2' } },
  ])
    expect(failures(right, other, right, other)).toEqual([]);
});

test('of a product that is split into lines one may say it', () => {
  const [line, restricted] = [{ id: 'v1', quantity: 1 }, { policies: [{ type: 'AGE', criteria: { minAge: 18 } }] }];
  const [both, one] = [
    [
      { ...line, ...restricted },
      { ...line, ...restricted },
    ],
    [{ ...line, ...restricted }, line],
  ];
  const right = shown({}, { products: both });
  const other = { ...recalculated({}), answer: basket({}, { products: one }) };
  expect(failures(right, other, right, other)).toEqual([]);
});
