import { expect, test } from 'vitest';
import { validate } from '#schemas';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { buyerFrom } from '../../arrange/buyer.ts';
import { deliveryDetails, deliveryTypeOf, orderable, orderOf, paidOtherwise } from './order-request.ts';

const scanned = readBasket({
  price: {
    currency: 'PLN',
    basketValue: 1000,
    discounts: [
      { code: 'OK', value: 100 },
      { code: 'OLD', value: 5, error: 'USED' },
    ],
  },
  products: [
    { id: 'v1', quantity: 2, unitPrice: 5, linePrice: 10, ean: '590' },
    { id: 'v2', quantity: 0, unitPrice: 5, linePrice: 0 },
    { id: 'v3', quantity: 1, unitPrice: 5, linePrice: 5, error: 'OUT_OF_STOCK' },
  ],
});
const assumptions = { pickupPointKey: 'both', payment: 'basket-and-delivery', consentIds: [] } as const;
const order = (extras = { invoice: false, consents: false }, assumed: Parameters<typeof orderOf>[4] = assumptions) => {
  const basket = orderable('b1', scanned);
  if ('reason' in basket) throw new Error(basket.reason);
  return orderOf(basket, { key: 'CARRIER_A_COURIER', cost: 50 }, buyerFrom('x'), extras, assumed);
};

test('an order holds what the target can supply, at its prices', () => {
  expect(order()).toMatchObject({
    basket: {
      id: 'b1',
      price: { basketValue: 1000, deliveryCost: 50, discounts: [{ code: 'OK', value: 100 }] },
      products: [{ id: 'v1', quantity: 2, unitPrice: 5, linePrice: 10, ean: '590' }],
    },
    paymentDetails: { currency: 'PLN', amount: 1050 },
    consents: [],
  });
  expect(order()).not.toHaveProperty('billingDetails');
  expect(order().oaOrderId).not.toBe(order().oaOrderId);
});

test('optional parts are there when wished for, and every form is what the platform may send', () => {
  const full = order({ invoice: true, consents: true });
  expect(full.billingDetails?.taxId).toMatch(/^\d+$/u);
  expect(full.consents).toHaveLength(2);
  for (const sent of [order(), full]) expect(validate('order-placement', sent)).toEqual([]);
});

test('what is paid follows the assumption', () => {
  const extras = { invoice: false, consents: true };
  const assumed = { ...assumptions, payment: 'minus-discounts', consentIds: ['c1'] } as const;
  expect(order(extras, assumed)).toMatchObject({ paymentDetails: { amount: 950 }, consents: [{ id: 'c1' }] });
});

test('the same can be paid as the other reading has it, under an id of its own, where discounts make a difference', () => {
  const [one] = [order()];
  const other = paidOtherwise(one);
  expect(other).toEqual({ ...one, oaOrderId: other?.oaOrderId, paymentDetails: { currency: 'PLN', amount: 950 } });
  expect(other?.oaOrderId).not.toBe(one.oaOrderId);
  expect(other && paidOtherwise(other)?.paymentDetails.amount).toBe(1050);
  const price = { ...one.basket.price, discounts: [] };
  expect(paidOtherwise({ ...one, basket: { ...one.basket, price } })).toBeUndefined();
});

test('a basket with nothing left to order says so', () => {
  expect(orderable('b1', readBasket({}))).toEqual({ reason: 'the basket to order cannot be read' });
  expect(orderable('b1', { ...scanned, lines: [] })).toEqual({
    reason: 'the basket holds nothing that can be ordered',
    isEmpty: true,
  });
});

test('the key of a delivery option tells its type', () => {
  const types = ['CARRIER_A_COURIER', 'CARRIER_B_PICKUP', 'INSTORE_PICKUP', 'CARRIER_F_APM', 'ELECTRONIC', 'DRONE'];
  expect(types.map(deliveryTypeOf)).toEqual(['COURIER', 'PICKUP', 'PICKUP', 'PICKUP', 'ELECTRONIC', 'COURIER']);
});

test('an in-store pickup names its point as assumed, any other by its id', () => {
  const buyer = buyerFrom('x');
  const point = buyer.pointId;
  expect(deliveryDetails('INSTORE_PICKUP', buyer, 'both')).toMatchObject({ id: point, pointId: point });
  expect(deliveryDetails('INSTORE_PICKUP', buyer, 'pointId')).not.toHaveProperty('id');
  expect(deliveryDetails('CARRIER_F_APM', buyer, 'pointId')).toMatchObject({ id: point, subType: 'APM' });
});

test('the same text makes the same buyer', () => {
  expect(buyerFrom('a')).toEqual(buyerFrom('a'));
  expect(buyerFrom('a')).not.toEqual(buyerFrom('b'));
});
