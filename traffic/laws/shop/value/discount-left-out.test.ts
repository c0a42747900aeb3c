import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

interface Seen {
  readonly id?: string;
  readonly value: number;
  readonly quantity?: number;
  readonly off?: number;
  readonly error?: string;
}

const answered = (name: 'retrieval' | 'recalculation' | 'lock', seen: Seen): Said => {
  const { id = 'b', value, quantity = 2, off = quantity === 3 ? 60 : 50, error } = seen;
  return {
    name,
    request: name === 'retrieval' ? {} : { id },
    answer: {
      id,
      price: { currency: 'EUR', basketValue: value, discounts: [{ code: 'OK', value: off, error }] },
      products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
    },
  };
};

const two = (own: number): readonly Said[] => [
  answered('recalculation', { value: 150 }),
  answered('retrieval', { id: 'c', value: 150 + own }),
  answered('lock', { id: 'd', quantity: 3, value: 240, off: 60 }),
  answered('retrieval', { id: 'd', quantity: 3, value: 240 + (own / 50) * 60, off: 60 }),
];

test('retrievals with the discounts of recalculations, and without what they take off, are told of, of two unlike contents', () => {
  expect(failedIn(...two(50))).toEqual(['failed 1 2 3 4']);
  expect(failedIn(...two(50).slice(0, 2), ...two(50).slice(0, 2))).toEqual([]);
});

test('a pushed basket is one of them', () => {
  const pushed = (quantity: number): Said => ({
    name: 'basketChange',
    sender: 'target',
    request: Object(answered('retrieval', { quantity, value: 100 * quantity }).answer) as object,
  });
  expect(failedIn(...two(0), pushed(2), pushed(3))).toEqual(['failed 2 4 5 6']);
});

test('what retrievals have on top each time may be just as much as one discount', () => {
  const [first, second] = [two(50).slice(0, 2), ['lock', 'retrieval'] as const];
  const same = second.map((name, index) => answered(name, { id: 'd', quantity: 3, value: 250 + index * 50, off: 50 }));
  expect(failedIn(...first, ...same)).toEqual([]);
});

test('fees, values that move, codes with an error and baskets that were ordered say nothing', () => {
  expect(failedIn(...two(20))).toEqual([]);
  expect(failedIn(answered('retrieval', { value: 150 }), ...two(50))).toEqual([]);
  expect(failedIn(...two(50).slice(0, 3), answered('retrieval', { quantity: 3, value: 300, error: 'USED' }))).toEqual(
    [],
  );
  const order: Said = { name: 'order', request: { oaOrderId: 'o', basket: { id: 'd' } } };
  expect(failedIn(...two(50).slice(0, 3), order, ...two(50).slice(3))).toEqual([]);
});
