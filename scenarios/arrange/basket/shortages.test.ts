import { expect, test } from 'vitest';
import { readBasket } from './read-basket.ts';
import { lineOutcome } from './reflection.ts';
import { availableQuantity, limitOutcome, priceOfMore, shortageOutcome, shortagesOf } from './shortages.ts';

const [shortage] = shortagesOf({
  fixtures: { products: { limited: [{ id: 'v3', max: 2 }] } },
  attemptsWithinMs: undefined,
  attempted: () => undefined,
});
if (shortage === undefined) throw new Error('a limited product is a shortage');
const others = [{ id: 'v1', quantity: 1 }];
const line = (id: string, quantity: number, error?: string) => ({
  id,
  quantity,
  unitPrice: 5,
  linePrice: 5,
  ...(error && { error }),
});
const outcome = (...products: unknown[]) => shortageOutcome(readBasket({ products }), shortage, others, [1]);

test('either code will do, and the rest of the basket must be there', () => {
  expect(shortage.asked).toBe(3);
  for (const error of ['OUT_OF_STOCK', 'QUANTITY_TOO_BIG'])
    expect(outcome(line('v3', 2, error), line('v1', 1))).toEqual({ status: 'passed' });
  expect(outcome(line('v3', 2, 'QUANTITY_TOO_BIG'))).toMatchObject({ cause: 'available part missing' });
});

test('a shortage dropped, promised or quietly cut fails', () => {
  expect(outcome(line('v1', 1))).toMatchObject({ cause: 'shortage missing' });
  expect(outcome(line('v3', 3), line('v1', 1))).toMatchObject({ cause: 'shortage as-asked' });
  expect(outcome(line('v3', 2), line('v1', 1))).toMatchObject({ cause: 'shortage differs' });
});

test('an errored line carries at most what there is', () => {
  const carries = (quantity: number) =>
    availableQuantity(readBasket({ products: [line('v3', quantity, 'QUANTITY_TOO_BIG')] }), shortage, [1]);
  expect([0, 1, 2].map(carries)).toEqual([0, 1, 2].map(() => ({ status: 'passed' })));
  expect(carries(3)).toMatchObject({ status: 'failed' });
});

test('a cut line may cost anything but what was asked for', () => {
  const cut = (linePrice: number) => {
    const at = (price: number) => readBasket({ products: [{ ...line('v3', 2), linePrice: price }] });
    return priceOfMore(at(linePrice), at(2000), shortage, [1]);
  };
  expect([0, 1500, 2000, 2500].map(cut)).toEqual([undefined, undefined, undefined, undefined]);
  expect([3000, 2999].map((price) => cut(price)?.status)).toEqual(['failed', 'failed']);
});

test('as many as there are have to come, and a shop that ignores quantities is not told of a limit alone', () => {
  const limit = (...products: unknown[]) => limitOutcome(shortage, lineOutcome(readBasket({ products }), 'v3', 2), 1);
  expect(limit(line('v3', 2))).toEqual({ status: 'passed' });
  expect(limit(line('v3', 1, 'QUANTITY_TOO_BIG'))).toMatchObject({ status: 'warned', cause: 'limit reported' });
  expect(limit(line('v3', 0, 'OUT_OF_STOCK'))).toMatchObject({ status: 'not-exercised' });
  expect(limit(line('v3', 1))).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Apply the quantities of the request') as string,
  });
});
