import { expect, test } from 'vitest';
import { changedByHand, exchanged, numbered, openTable, settings } from '../laws/pos-stream.fixture.ts';
import type { Law } from '../laws/law.ts';
import { stream } from '../laws/shop/shop-stream.fixture.ts';
import { watch } from '../laws/watch.ts';
import { observedOfShop, observedOfTill } from './observed.ts';

const observedIn = <Seen>(law: (observe: (...said: string[]) => void) => Law<Seen>, all: readonly Seen[]) => {
  const observed: string[] = [];
  const { see, end } = watch([law((...said) => void observed.push(said.join(': ')))], settings);
  for (const seen of all) see(seen);
  end(1_000_000);
  return observed;
};

const basket = (prices: readonly number[], value: number, discount: number) => ({
  id: 'b1',
  expiresAt: '2030-01-01T00:00:00Z',
  price: { currency: 'PLN', basketValue: value, discounts: [{ code: 'OK10', value: discount }] },
  deliveryOptions: [],
  products: prices.map((unitPrice, index) => ({
    id: `v${index}`,
    quantity: 1,
    unitPrice,
    linePrice: unitPrice,
  })),
});

test('says how often a shop did what, where the specification leaves it open', () => {
  const products = [500, 40].map((unitPrice, index) => ({
    id: `p${index}`,
    updatedAt: '2026-01-01T00:00:00.000Z',
    variants: [{ id: `v${index}`, unitPrice }],
  }));
  const seen = stream(
    { name: 'retrieval', method: 'GET', url: 'http://shop/?basketId=b1', answer: basket([500, 4000], 4400, 100) },
    { name: 'retrieval', method: 'GET', url: 'http://shop/?basketId=b1', answer: basket([500, 4000], 4500, 100) },
    { name: 'catalogue', method: 'GET', answer: { currency: 'PLN', products, nextCheckpoint: 'c' } },
    { name: 'order', request: { oaOrderId: 'o1', basket: { id: 'b1' } }, status: 201, answer: { oaOrderId: 'o1' } },
    { name: 'lock', request: { id: 'b1' }, status: 409, answer: { error: 'x' } },
  );
  expect(observedIn(observedOfShop, seen)).toEqual([
    'assume/response-times: within 8 s in 3 of 3',
    'assume/currency-format: PLN in 2 of 2',
    'assume/basket-value: the lines less discounts in 1 of 2; the lines, not less discounts, in 1 of 2',
    'assume/catalogue-price-unit: the same in catalogue and basket in 1 of 2; a hundredth in 1 of 2',
    'assume/order-success-status: 201 in 1 of 1',
  ]);
});

test('says the same of a till', () => {
  const failure = { success: false, reasonCode: 'GONE', retryable: false };
  const seen = numbered([
    ...openTable('2026-01-01T00:00:00Z', {}),
    ...openTable('2026-01-01T00:00:00Z', { status: 'CLOSED' }),
    ...exchanged('TableOrderSnapshotRequested', { tableId: 'T1' }, failure),
    changedByHand(),
  ]);
  expect(observedIn(observedOfTill, seen)).toEqual([
    'assume/table-status-transitions: OPEN to CLOSED in 1 of 1',
    'assume/open-reason-codes: GONE (TableOrderSnapshotRequested) in 1 of 1',
    'assume/event-paths: no identifier in 1 of 1',
  ]);
});
