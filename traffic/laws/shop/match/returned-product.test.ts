import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

type Line = string | readonly [id: string, more: object];

const asked = (id: string, request: readonly string[], answer: readonly Line[] = request): Said => ({
  name: 'recalculation',
  request: { id, price: { discounts: [] }, products: request.map((product) => ({ id: product, quantity: 1 })) },
  answer: {
    id,
    products: answer.map((line) => {
      const [product, more] = typeof line === 'string' ? [line, {}] : line;
      return { id: product, quantity: 1, unitPrice: 100, linePrice: 100, ...more };
    }),
  },
});
const of = (...said: readonly Said[]) => told(stream(...said))['recalculation/change-reflected'];
const back = (id: string, more: object = {}) => [
  asked(id, ['v', 'w']),
  asked(id, ['v']),
  asked(id, ['v'], ['v', ['w', more]]),
];

test('a product that comes back though the same request was answered without it is told the second time', () => {
  expect(of(...back('a'), ...back('b'))).toEqual(['failed 2 3 5 6']);
  expect(of(...back('a'))).toBeUndefined();
});

test('what comes with another product, is free, has an error or was never asked for is the shop’s own', () => {
  expect(of(...['a', 'b'].flatMap((id) => back(id, { unitPrice: 0, linePrice: 0 })))).toBeUndefined();
  expect(of(...['a', 'b'].flatMap((id) => back(id, { error: 'OUT_OF_STOCK' })))).toBeUndefined();
  const deposit = (id: string) => [asked(id, ['v', 'w']), asked(id, ['v'], ['v', 'w']), asked(id, ['v'], ['v', 'w'])];
  expect(of(...deposit('a'), ...deposit('b'))).toBeUndefined();
  const added = (id: string) => [asked(id, ['v']), asked(id, ['v'], ['v', 'bag'])];
  expect(of(...added('a'), ...added('b'))).toBeUndefined();
  const pushed = (id: string): Said => ({ name: 'basketChange', sender: 'target', request: { id } });
  const between = (id: string) => [...back(id).slice(0, 2), pushed(id), ...back(id).slice(2)];
  expect(of(...between('a'), ...between('b'))).toBeUndefined();
});
