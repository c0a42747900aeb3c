import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface More {
  readonly name?: 'retrieval' | 'recalculation' | 'lock';
  readonly quantity?: number;
  readonly error?: string;
}

const line = { id: 'v', unitPrice: 100, linePrice: 100 };
const answered = (codes: readonly string[], shown: readonly object[], more: More = {}): Said => {
  const { name = 'recalculation', quantity = 1, error } = more;
  return {
    name,
    request: { id: 'b', price: { discounts: codes.map((code) => ({ code })) }, products: [{ id: 'v', quantity: 1 }] },
    answer: {
      id: 'b',
      price: { currency: 'EUR', basketValue: 100, discounts: shown },
      products: [{ ...line, quantity, error }],
    },
  };
};
const [bad, good] = ['recalculation/bad-discount-reported', 'recalculation/good-discount-applied'] as const;
const of = (said: readonly Said[], valid?: readonly string[]) => {
  const all = told(stream(...said), valid);
  return [bad, good].map((id) => all[id]?.join() ?? '');
};
const twice = (said: Said): readonly Said[] => [said, said];
const inForce = (code: string) => ({ code, value: 5 });

test('a code that is neither applied nor has an error is told, once as a warning', () => {
  expect(of(twice(answered(['X'], [])))).toEqual(['failed 1 2', '']);
  expect(of([answered(['X'], [])])).toEqual(['warned 1', '']);
});

test('one that is in force elsewhere, or that the configuration says is applied, is a valid one that was dropped', () => {
  const shown = answered(['X'], [inForce('X')], { name: 'lock' });
  expect(of([shown, ...twice(answered(['X'], []))])).toEqual(['', 'failed 2 3']);
  expect(of([...twice(answered(['X'], [])), shown])).toEqual(['', '']);
  expect(of(twice(answered(['X'], [])), ['X'])).toEqual(['', 'failed 1 2']);
});

test('a discount of the shop’s own stands in no code’s place, and one that was never shown before may', () => {
  const retrieved = answered([], [inForce('ALL')], { name: 'retrieval' });
  expect(of([retrieved, ...twice(answered(['X'], [inForce('ALL')]))])).toEqual(['failed 2 3', '']);
  expect(of([answered(['Y'], [inForce('Y')]), ...twice(answered(['x'], [inForce('Y')]))])).toEqual(['', '']);
  // In its own letters, which it showed before anybody asked.
  expect(of([retrieved, ...twice(answered(['all'], [inForce('ALL')]))])).toEqual(['', '']);
});

test('codes with an error, no code, several codes, discounts that are no list, and baskets of which nothing is left are no reason', () => {
  for (const said of [
    answered(['X'], [{ code: 'X', value: 0, error: 'INVALID' }]),
    answered([' '], []),
    answered(['X', 'Y'], [inForce('Y')]),
    answered(['X'], [], { quantity: 0, error: 'OUT_OF_STOCK' }),
    answered(['X'], [], { name: 'lock' }),
    { ...answered(['X'], []), answer: { ...(answered(['X'], []).answer as object), price: { discounts: null } } },
  ])
    expect(of(twice(said))[0]).toBe('');
});
