import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const basket = (id: string, ...lines: readonly (readonly [id: string, quantity: number, unitPrice?: number])[]) => ({
  id,
  price: { currency: 'EUR', basketValue: 100 },
  products: lines.map(([line, quantity, unitPrice = 100]) => ({
    id: line,
    quantity,
    unitPrice,
    linePrice: quantity * unitPrice,
  })),
});
type Lines = Parameters<typeof basket>[1];
const scan = (id: string, ...lines: readonly Lines[]): Said => ({
  name: 'retrieval',
  url: `http://shop/basket?basketId=${id}`,
  answer: basket(id, ...lines),
});
const push = (id: string, ...lines: readonly Lines[]): Said => ({
  name: 'basketChange',
  sender: 'target',
  request: basket(id, ...lines),
  status: 204,
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/variant-ids']?.filter((one) => one.startsWith('failed')) ?? [];

test('lines that are pushed under ids of their own are told of, two of them or the second time', () => {
  const once = [
    scan('a', ['v', 1], ['w', 1, 70]),
    push('a', ['sku-1', 2], ['w', 1, 70]),
    scan('a', ['v', 2], ['w', 1, 70]),
  ];
  const again = [push('a', ['', 3], ['w', 1, 70]), scan('a', ['v', 3], ['w', 1, 70])];
  expect(of(...once, ...again)).toEqual(['failed 2 3 5 4']);
  expect(of(...once)).toEqual([]);
  expect(of(scan('a', ['v', 1], ['w', 1]), push('a', ['1', 1], ['2', 1]), scan('a', ['v', 1], ['w', 1]))).toEqual([
    'failed 3 2',
  ]);
});

test('a product in the place of another, another amount, and one that the basket had before say nothing', () => {
  const twice = (...all: readonly Said[]) => of(...all, ...all);
  expect(twice(scan('a', ['v', 1]), push('a', ['w', 1]), scan('a', ['w', 1]))).toEqual([]);
  expect(twice(scan('a', ['v', 1]), push('a', ['w', 1]), scan('a', ['x', 1]))).toEqual([]);
  expect(twice(scan('a', ['v', 1]), push('a', ['sku-1', 2]), scan('a', ['v', 1]))).toEqual([]);
  expect(twice(scan('a', ['v', 1], ['w', 1]), push('a', ['w', 2]), scan('a', ['v', 2]))).toEqual([]);
});
