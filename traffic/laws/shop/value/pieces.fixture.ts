import { type Said, stream, told } from '../shop-stream.fixture.ts';

/** An answer with so many pieces at 100, worth what they come to unless another value is given. */
export const pieces = (
  name: 'retrieval' | 'recalculation',
  id: string,
  quantity: number,
  value = 100 * quantity,
): Said => ({
  name,
  request: { id },
  answer: {
    id,
    price: { currency: 'EUR', basketValue: value, discounts: [] },
    products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
  },
});

/** What is failed of values, with the exchanges that rests on. */
export const failedIn = (...all: readonly Said[]): readonly string[] =>
  told(stream(...all))['basket/value-follows']?.filter((one) => one.startsWith('failed')) ?? [];
