import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Operation } from './places.ts';
import { schemaOf } from '../shapes/load.ts';
import type { Basket } from '../shapes/types.gen.ts';

const [, basket] = schemaOf('basket')['examples'] as readonly [Basket, Basket];
const [product] = basket.products;
const against = (operation: Operation, body: unknown): readonly string[] =>
  judge(operation, body).flatMap(({ requirement, outcome }) => (outcome.status === 'passed' ? [] : [requirement]));

test('a full basket passes every row, and an empty one only those it speaks about', () => {
  const passed = (body: unknown): readonly string[] =>
    judge('recalculation', body)
      .filter(({ outcome }) => outcome.status === 'passed')
      .map(({ requirement }) => requirement);
  expect(passed(basket)).toHaveLength(19);
  const empty = passed({ ...basket, products: [], deliveryOptions: [], price: { ...basket.price, discounts: [] } });
  expect(passed(basket).filter((id) => !empty.includes(id))).toEqual([
    'basket/discounts',
    'basket/delivery-options',
    'basket/products',
    'basket/quantity',
    'basket/ean',
    'basket/product-error',
    'basket/policies',
    'basket/policies-omitted-when-none',
  ]);
});

test('an empty page says nothing about products or the next checkpoint', () => {
  expect(judge('catalogue', { currency: 'PLN', products: [] })).toEqual([
    { requirement: 'catalogue/page', outcome: { status: 'passed' } },
  ]);
});

test('configured delivery options replace the fifteen', () => {
  const body = { ...basket, deliveryOptions: [{ key: 'DRONE', cost: 0 }] };
  expect(
    judge('retrieval', body, { deliveryOptionKeys: ['DRONE'] }).every(({ outcome }) => outcome.status === 'passed'),
  ).toBe(true);
  expect(
    judge('retrieval', basket, { deliveryOptionKeys: ['DRONE'] }).find(({ outcome }) => outcome.status === 'failed'),
  ).toMatchObject({
    requirement: 'basket/delivery-options',
    outcome: { expected: 'DRONE', actual: '"INSTORE_PICKUP"', pointer: '/deliveryOptions/0/key' },
  });
});

test('the same defect in many places is one finding that points at the first', () => {
  const products = Array.from({ length: 50 }, (_, index) => ({
    ...product,
    error: index < 3 ? 'OUT_OF_STOCK' : 'OUT_OF_STOK',
  }));
  expect(judge('lock', { ...basket, products }).filter(({ outcome }) => outcome.status === 'failed')).toEqual([
    {
      requirement: 'basket/product-error',
      outcome: {
        status: 'failed',
        message:
          'products[3].error is not one of OUT_OF_STOCK, QUANTITY_TOO_BIG; did you mean OUT_OF_STOCK? The same is wrong in 46 more of this body.',
        expected: 'one of OUT_OF_STOCK, QUANTITY_TOO_BIG',
        actual: '"OUT_OF_STOK"',
        pointer: '/products/3/error',
        cause: '/products/*/error enum',
      },
    },
  ]);
});

test.each([
  [
    { ...basket, expiresAt: '2026-11-21T12:00:00' },
    'expiresAt is not an RFC 3339 date-time: it has no offset (Z or +01:00), so the moment is ambiguous.',
  ],
  [
    { ...basket, expiresAt: '2026-11-21 12:00:00Z' },
    'expiresAt is not an RFC 3339 date-time: there is a space where the T belongs.',
  ],
  [{ ...basket, price: { ...basket.price, basketValue: 19.98 } }, 'price.basketValue is not a whole number.'],
  [{ ...basket, products: [{ ...product, unitPrice: '9.99' }] }, 'products[0].unitPrice is a string, not an integer.'],
  [
    { ...basket, products: [{ ...product, name: undefined, nmae: 'Mug' }] },
    'products[0] has no name, but it has nmae.',
  ],
  [{ ...basket, loggeduser: 'x' }, 'The body has "loggeduser", which does not belong there; did you mean loggedUser?'],
  [{ ...basket, id: 'x'.repeat(37) }, 'id has 37 characters; allowed is at most 36 characters.'],
])('the message says what is wrong', (body, message) => {
  expect(
    judge('retrieval', JSON.parse(JSON.stringify(body))).flatMap(({ outcome }) =>
      'message' in outcome ? [outcome.message] : [],
    ),
  ).toEqual([message]);
});

const session = { locationId: 'l', tableId: 'T1', tableNumber: '1', status: 'OPEN', openedAt: '2026-11-21T12:00:00Z' };
const snapshot = {
  tableId: 'T1',
  status: 'OPEN',
  lines: [],
  totals: {},
  payments: [],
  updatedAt: '2026-11-21T12:00:00Z',
};
const resolved = { success: true, tableSessionContext: session, tableOrderSnapshot: snapshot };
const closed = { ...session, status: 'CLOSED' };

test.each([
  [
    'ActivatePos',
    { merchantTaxId: '1', pinCode: 123456, softwareName: 's', softwareVersion: '1' },
    ['activation/body'],
  ],
  ['ReportPosHealth', [], ['health/body']],
  ['PutTipRecipientRequest', { phoneNumber: '600100200', displayName: 'Anna' }, ['tips/put-body']],
  [
    'PosOrderTypeAvailabilityChanged',
    { changes: [{ orderType: 'KIOSK', state: 'PAUSED' }] },
    ['events/order-type-availability'],
  ],
  ['TableOrderSnapshotResolutionResult', resolved, []],
  ['TableOrderSnapshotResolutionResult', { ...resolved, tableSessionContext: closed }, ['table/closed-at']],
  [
    'TableOrderSnapshotResolutionResult',
    {
      ...resolved,
      tableSessionContext: { ...session, closedAt: session.openedAt },
      tableOrderSnapshot: { ...snapshot, status: 'CLOSED' },
    },
    ['table/closed-at'],
  ],
  [
    'TableOrderSnapshotResolutionResult',
    { ...resolved, tableOrderSnapshot: { ...snapshot, status: 'open' } },
    ['table/snapshot-success'],
  ],
  ['TableOrderSnapshotResolutionResult', { success: false, reasonCode: 'X' }, ['table/snapshot-failure']],
  ['TableOrderSnapshotResolutionResult', {}, ['table/snapshot-success']],
  [
    'OrderSubmissionResult',
    { success: true, acceptedItems: [], receipt: {} },
    Array(2).fill('submission/snapshot-and-receipt'),
  ],
  ['OrderSubmissionResult', { success: false, rejectedItems: [{ reasonCode: 'GONE' }] }, ['submission/result-body']],
  ['BillPreparationResult', { success: false, reasonCode: 'NO_OPEN_BILL' }, ['bill/result-body']],
  ['BillPaymentResult', { success: true, receipt: { receiptNumber: 'R1', issuedAt: 'now' } }, ['payment/result-body']],
] as const)('%s %j is charged to %j', (operation, body, expected) => {
  expect(against(operation, body)).toEqual(expected);
});
