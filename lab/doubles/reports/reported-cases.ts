import type { Exchange, RequirementId, RequirementResult } from '#schemas';
import type { Reported } from '#reports';
import { exchange, sample, violation } from './reported.ts';

const order = (n: number, shopOrderId: string): Exchange =>
  exchange(n, {
    scenario: 'merchant/order',
    operation: 'order',
    durationMs: 412,
    request: {
      method: 'POST',
      url: 'https://shop.example/oa/order?source=app&tenant=[pl]',
      headers: { Authorization: 'Bearer «redacted»', 'Content-Type': 'application/json', 'Content-Length': '211' },
      body: JSON.stringify({
        oaOrderId: 'oa-5b1e',
        basket: { id: 'demo-1', price: { currency: 'PLN', basketValue: 12900 } },
        deliveryDetails: { type: 'ELECTRONIC', method: 'ELECTRONIC', email: "o'hara@relay.example" },
      }),
    },
    response: {
      status: 201,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ oaOrderId: 'oa-5b1e', shopOrderId, returnPolicy: { maxReturnDays: 14 } }),
    },
  });

export const conformant = (): Reported =>
  sample({
    rows: {
      'recalculation/logged-user': { status: 'not-applicable', reason: 'capability merchant.loggedUser is false' },
    },
  });

/** Two broken musts, a warning, a known failure, open rows, text that tries to break out, and odd traffic. */
export const failing = (): Reported =>
  sample({
    verdict: 'non-conformant',
    exitCode: 1,
    rows: {
      'catalogue/strictly-after-checkpoint': { status: 'failed', violations: [violation({ count: 7 })] },
      'basket/product-error': {
        status: 'failed',
        violations: [
          violation({
            scenario: 'merchant/basket',
            message:
              'products[0].error is none of the values the specification lists; use one of them or leave it out.',
            expected: 'OUT_OF_STOCK or QUANTITY_TOO_BIG',
            actual: '"<script>alert(1)</script>\u202E\u0007"',
            pointer: '/products/0/error',
            exchanges: [20],
            replay: 'conformance run merchant --only basket/product-error --seed 4711',
          }),
        ],
      },
      'order/idempotent': {
        status: 'failed',
        violations: [
          violation({
            scenario: 'merchant/order',
            message:
              'The same oaOrderId gave a second order. Look the order up by oaOrderId first, and answer with the one that is there.',
            expected: 'shopOrderId "SO-1001" both times',
            actual: 'shopOrderId "SO-1002" the second time',
            pointer: '/shopOrderId',
            exchanges: [30, 31],
            replay: 'conformance run merchant --replay conformance-results/replays/order-idempotent.json',
          }),
        ],
      },
      'basket/expires-in-future': {
        status: 'warning',
        violations: [
          violation({
            scenario: 'merchant/basket',
            message: 'The basket has already expired when it arrives; check the time zone.',
            expected: 'expiresAt after 2026-07-01T10:00:00Z',
            actual: 'expiresAt 2026-07-01T08:00:00Z',
            pointer: '/expiresAt',
            exchanges: [20],
          }),
        ],
      },
      'order/every-delivery-option': {
        status: 'expected-failure',
        reason: 'ticket 123, until 2027-01-31',
        violations: [violation({ scenario: 'merchant/order', exchanges: [30], pointer: '' })],
      },
      'basket/invoice-address-mandatory': {
        status: 'not-applicable',
        checks: 0,
        reason: 'the target does not claim merchant.invoice',
      },
      ...unexercised('triggers.createBasket', [
        'recalculation/change-reflected',
        'recalculation/shortage-reported',
        'lock/shortage-reported',
        'lock/last-unit-once',
      ]),
      ...unexercised('merchant.fixtures.discountCodes', [
        'recalculation/bad-discount-reported',
        'recalculation/good-discount-applied',
      ]),
    },
    scenarios: [
      { id: 'merchant/basket', status: 'done', durationMs: 1204 },
      { id: 'merchant/catalogue', status: 'done', durationMs: 38_120 },
      { id: 'merchant/order', status: 'done', durationMs: 9430 },
      { id: 'merchant/basket-change', status: 'omitted', durationMs: 0, reason: 'needs triggers.pushBasketChange' },
    ],
    exchanges: [
      exchange(1),
      exchange(13),
      exchange(14),
      exchange(20, {
        scenario: 'merchant/basket',
        operation: 'retrieval',
        response: {
          status: 200,
          headers: { 'Content-Type': 'application/json' },
          body: '{"id":"demo-1","products":[{"id":"v1","quantity":1.0,"unitPrice":12345678901234567890,"error":"<script>alert(1)</script>\u202E","policies":[]}]}',
        },
      }),
      order(30, 'SO-1001'),
      order(31, 'SO-1002'),
    ],
    unexpected: [{ what: 'POST /merchant/v1/basket/changed: no such endpoint, answered 404', exchange: 1 }],
  });

export const incomplete = (): Reported =>
  sample({
    verdict: 'incomplete',
    exitCode: 4,
    rows: {
      ...unexercised('triggers.createBasket', [
        'recalculation/change-reflected',
        'recalculation/shortage-reported',
        'lock/orderable',
        'order/idempotent-concurrently',
        'order/every-delivery-option',
      ]),
      ...unexercised('triggers.changeProduct', ['catalogue/change-bumps-updated-at', 'catalogue/change-during-walk']),
      ...unexercised('triggers.removeProduct', ['catalogue/removal-visible']),
      'catalogue/checkpoint-decoding': {
        status: 'not-exercised',
        checks: 0,
        reason: 'the catalogue is empty, so there was no checkpoint to send back',
      },
    },
  });

export const harnessError = (): Reported =>
  sample({
    verdict: 'harness-error',
    exitCode: 5,
    reason: 'scenario merchant/order broke: TypeError: cannot read “price” of undefined',
    rows: unexercised(undefined, ['order/confirmed', 'order/idempotent']),
    scenarios: [
      { id: 'merchant/basket', status: 'done', durationMs: 1204 },
      { id: 'merchant/order', status: 'broken', durationMs: 12, reason: 'TypeError: cannot read “price” of undefined' },
    ],
  });

export const notJudged = (): Reported =>
  sample({
    verdict: 'not-judged',
    exitCode: 3,
    reason: 'https://shop.example/oa/basket refused the connection (ECONNREFUSED)',
    everyRow: { status: 'not-exercised', checks: 0, reason: 'the target was not judged' },
    scenarios: [],
    exchanges: [],
  });

function unexercised(
  unlock: string | undefined,
  ids: readonly RequirementId[],
): Readonly<Partial<Record<RequirementId, Partial<RequirementResult>>>> {
  const reason = unlock === undefined ? 'its scenario broke' : `needs ${unlock}, which is not configured`;
  return Object.fromEntries(
    ids.map((id) => [
      id,
      { status: 'not-exercised' as const, checks: 0, reason, ...(unlock === undefined ? {} : { unlock }) },
    ]),
  );
}
