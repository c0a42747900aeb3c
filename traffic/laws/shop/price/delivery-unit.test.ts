import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

type Costs = readonly (readonly [key: string, cost: number])[];

const body = (costs: Costs, id = 'b') => ({
  id,
  price: { currency: 'EUR', basketValue: 5, discounts: [] },
  deliveryOptions: costs.map(([key, cost]) => ({ key, cost })),
  products: [{ id: 'v', quantity: 1, unitPrice: 5, linePrice: 5 }],
});
const offered = (name: Said['name'], costs: Costs, id?: string): Said => ({ name, answer: body(costs, id) });
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

const whole: Costs = [
  ['CARRIER_A_COURIER', 15],
  ['CARRIER_F_APM', 9],
  ['ELECTRONIC', 0],
];
const right: Costs = [
  ['CARRIER_A_COURIER', 1500],
  ['CARRIER_F_APM', 990],
  ['ELECTRONIC', 0],
];

test('deliveries that all cost a hundredth are told, in an answer and in a push, and what was first offered stays', () => {
  expect(of(offered('retrieval', right), offered('lock', whole), offered('retrieval', right))).toEqual(['failed 1 2']);
  expect(of(offered('recalculation', whole), offered('retrieval', right))).toEqual(['failed 1 2']);
  const pushed: Said = { name: 'basketChange', sender: 'target', request: body(whole) };
  expect(of(offered('retrieval', right), pushed)).toEqual(['failed 1 2']);
});

test('cheaper ones, one alone, and those of another basket are not', () => {
  for (const cheaper of [
    right.map(([key]) => [key, 0] as const),
    right.map(([key, cost]) => [key, cost / 10] as const),
    [['CARRIER_A_COURIER', 15] as const],
    [...whole.slice(0, 1), ...right.slice(1)],
    // Twice the same, at costs of their own.
    [...whole, ['CARRIER_F_APM', 8] as const],
  ])
    expect(of(offered('retrieval', right), offered('recalculation', cheaper))).toEqual([]);
  expect(of(offered('retrieval', right), offered('recalculation', whole, 'other'))).toEqual([]);
});
