import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface More {
  readonly quantity?: number;
  readonly loggedUser?: string;
  /** Of the line. */
  readonly short?: string;
}

const asked = (
  name: 'recalculation' | 'lock',
  id: string,
  error?: string,
  { quantity = 1, loggedUser, short }: More = {},
): Said => ({
  name,
  request: { id, loggedUser, price: { discounts: [{ code: 'C' }] }, products: [{ id: 'v', quantity }] },
  answer: {
    id,
    expiresAt: '1970-01-01T01:00:00Z',
    price: { currency: 'EUR', basketValue: 95, discounts: [{ code: 'C', value: error === undefined ? 5 : 0, error }] },
    products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100, error: short }],
  },
});
const of = (...said: readonly Said[]) => told(stream(...said))['lock/as-recalculated'];
const refused = (id: string, error = 'NOT_APPLICABLE', more: More = {}): readonly Said[] => [
  asked('recalculation', id, undefined, more),
  asked('lock', id, error, more),
];

test('a code that two baskets had in force when they were recalculated, and no lock has, is told of', () => {
  expect(of(...refused('a'), ...refused('b'))).toEqual(['failed 1 2 3 4']);
});

test('nor is one that was refused once, is used up, has been locked, or that a recalculation refuses too', () => {
  expect(of(...refused('a'))).toBeUndefined();
  expect(of(...refused('a'), ...refused('a'))).toBeUndefined();
  expect(of(...refused('a', 'USED'), ...refused('b', 'USED'))).toBeUndefined();
  expect(of(asked('lock', 'c'), ...refused('a'), ...refused('b'))).toBeUndefined();
  expect(of(...refused('a'), asked('lock', 'b', 'EXPIRED'), asked('lock', 'c', 'EXPIRED'))).toBeUndefined();
  expect(of(...refused('a'), asked('recalculation', 'b', 'EXPIRED'), asked('lock', 'b', 'EXPIRED'))).toBeUndefined();
});

test('nor is one of a lock for something else, for somebody else, or that is short', () => {
  const other = (more: More) => [asked('recalculation', 'b'), asked('lock', 'b', 'NOT_APPLICABLE', more)];
  for (const more of [{ quantity: 2 }, { loggedUser: 'somebody' }, { short: 'OUT_OF_STOCK' }])
    expect(of(...refused('a'), ...other(more))).toBeUndefined();
  // It may have run out between the two.
  const [before, lock] = refused('b');
  expect(
    of(...[before].flatMap((one) => one ?? []), ...refused('a'), ...[lock].flatMap((one) => one ?? [])),
  ).toBeUndefined();
});
