import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

const prices: Readonly<Record<string, number>> = { tea: 899, mug: 1999 };
/** What is asked for, and what of it comes back, with so much on top. */
const asked = (quantities: Readonly<Record<string, number>>, more = 0, discounts: readonly object[] = []): Said => {
  const lines = Object.entries(quantities).map(([id, quantity]) => ({ id, quantity }));
  const products = lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, quantity }) => {
      const unitPrice = prices[id] ?? 0;
      return { id, quantity, unitPrice, linePrice: quantity * unitPrice };
    });
  const basketValue = products.reduce((sum, { linePrice }) => sum + linePrice, more);
  return {
    name: 'recalculation',
    request: { id: 'b', products: lines },
    answer: { id: 'b', price: { currency: 'PLN', basketValue, discounts }, products },
  };
};

test('a product of which none is asked for, and that is charged, is told', () => {
  expect(failedIn(asked({ tea: 1, mug: 1 }), asked({ tea: 1 }), asked({ tea: 1, mug: 0 }, 1999))).toEqual([
    'failed 1 2 3',
  ]);
});

test('another difference, one without a twin, and one beside a code say nothing', () => {
  expect(failedIn(asked({ tea: 1, mug: 1 }), asked({ tea: 1 }), asked({ tea: 1, mug: 0 }, 500))).toEqual([]);
  expect(failedIn(asked({ tea: 1, mug: 1 }), asked({ tea: 2 }), asked({ tea: 1, mug: 0 }, 1999))).toEqual([]);
  expect(failedIn(asked({ tea: 1, mug: 1 }), asked({ tea: 1 }), asked({ tea: 1 }, 1999))).toEqual([]);
  expect(failedIn(asked({ tea: 1, mug: 1 }), asked({ tea: 1 }), asked({ tea: 1, mug: 0 }))).toEqual([]);
  const codes = [{ code: 'C', value: 5, error: 'EXPIRED' }];
  expect(failedIn(asked({ tea: 1, mug: 1 }), asked({ tea: 1 }), asked({ tea: 1, mug: 0 }, 1999, codes))).toEqual([]);
});
