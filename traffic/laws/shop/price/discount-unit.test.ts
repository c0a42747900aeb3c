import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const reduced = (lines: number, off: number, value: number, more: readonly object[] = []): Said => ({
  name: 'recalculation',
  request: { id: 'b' },
  answer: {
    id: 'b',
    price: { currency: 'EUR', basketValue: lines - off, discounts: [{ code: 'OK', value }, ...more] },
    products: [{ id: 'v', quantity: 1, unitPrice: lines, linePrice: lines }],
  },
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

test('discounts that take off a hundred times what they are worth are told at the third that is unlike the others', () => {
  const [one, other] = [reduced(12_281, 1228, 12), reduced(7331, 733, 7)];
  expect(of(one, other, one, reduced(12_281, 500, 5, [{ code: 'NO', value: 0, error: 'USED' }]))).toEqual([
    'failed 1 2 4',
  ]);
  expect(of(one, other, one)).toEqual([]);
  // A promotion that comes on top of a code of one value.
  expect(of(reduced(9000, 540, 5), reduced(8000, 520, 5), reduced(7500, 510, 5))).toEqual([]);
  expect(of(one, other, reduced(12_281, 500, 5, [{ code: 'OTHER', value: 5 }]))).toEqual([]);
  expect(of(one, other, reduced(12_281, 1780, 12, [{ code: 'OTHER', value: 5 }]))).toEqual(['failed 1 2 3']);
});

test('so is a percentage, and not what is a promotion besides the code', () => {
  const tenth = (lines: number, value: number) => reduced(lines, Math.floor(lines / 10), value);
  expect(of(tenth(12_281, 10), tenth(7331, 10), tenth(3998, 10))).toEqual(['failed 1 2 3']);
  expect(of(tenth(12_281, 10), tenth(7331, 10), tenth(7331, 10))).toEqual([]);
  expect(of(tenth(12_281, 10), tenth(7331, 10), tenth(250, 10))).toEqual(['failed 1 2 3']);
  expect(of(tenth(12_281, 10), tenth(290, 10), tenth(250, 10))).toEqual([]);
  expect(of(tenth(12_281, 1228), tenth(7331, 733), tenth(3998, 399))).toEqual([]);
  const besides = (lines: number) => reduced(lines, Math.floor(lines / 10) + 10, 10);
  expect(of(besides(12_281), besides(7331), besides(3998))).toEqual([]);
});
