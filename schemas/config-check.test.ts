import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkConfig } from './config-check.ts';

const documented = `
target: { name: Acme shop, version: "2026.11" }
capabilities:
  merchant: { lock: true, catalogue: true, basketChange: true, invoice: true, orders: true }
  pos: { STATION: true, KIOSK: true, PICKUP: true, DELIVERY: true, prepaid: true, postpaid: true, listings: true, events: true, tips: true }
merchant:
  basketUrl: https://shop.example/oa/basket
  recalculateUrl: https://shop.example/oa/recalculate
  orderUrl: https://shop.example/oa/order
  catalogueUrl: https://shop.example/oa/catalogue
  headers: { Authorization: "Bearer \${SHOP_TOKEN}" }
  deliveryOptionKeys: [CARRIER_A_COURIER]
  budget: { orders: 200, requests: 20000, concurrency: 4 }
  fixtures:
    baskets: [demo-1, demo-2]
    products: { inStock: [v1], outOfStock: [v2], limited: [{ id: v3, max: 2 }] }
    discountCodes: { valid: [OK10], EXPIRED: [OLD], INVALID: [NOPE], NOT_APPLICABLE: [], USED: [] }
pos:
  merchantTaxId: "5250000001"
  fixtures:
    tables: { open: [T1], empty: [T2], closed: [T3], closing: [T4] }
    kiosks: [K1]
    listings: { inStock: [L1], outOfStock: [L2], limited: [{ id: L3, max: 1 }], delisted: [L4] }
triggers:
  createBasket: { http: { method: POST, url: "http://shop/test/baskets", body: { lines: "{{lines}}" } }, result: /basketId }
  activatePos: { command: "till activate {{platformUrl}} {{merchantTaxId}} {{pinCode}}" }
  setLocation: { manual: "In the back office, set the location to open={{open}}" }
platform:
  listen: 127.0.0.1:0
  controlListen: 127.0.0.1:0
  publicUrl: https://tunnel.example
  paths: { basketChange: /merchant/v1/baskets/change, health: /merchant/v1/pos/health, events: "/merchant/v1/pos/events/{messageKind}" }
  signature: { mode: enforce }
  timing: { pinLifetime: 10m, healthInterval: 60s, healthTimeout: 180s, tipLinkLifetime: 7d, clockSkew: 300s }
queue: { kind: embedded, groupBatching: aws }
assumptions: {}
severity: { order/confirmation-fields: should }
expectedFailures: [{ id: order/idempotent, reason: ticket 123, expires: 2027-01-31 }]
tolerate: [catalogue/change-bumps-updated-at]
reports: { formats: [allure, html, junit, har] }
`;

test('the documented configuration is accepted as it stands', () => {
  expect(checkConfig(parse(documented))).toEqual({ ok: true, config: parse(documented) });
});

test('an empty table is accepted', () => {
  expect(checkConfig({})).toEqual({ ok: true, config: {} });
});

test.each([
  ['just text', '', 'is a string, not a table of keys', undefined],
  ['merchant: { baskeUrl: "https://a.example" }', 'merchant.baskeUrl', 'unknown key', 'basketUrl'],
  ['mercant: {}', 'mercant', 'unknown key', 'merchant'],
  ['reports: { colour: always }', 'reports.colour', 'unknown key; there is formats', undefined],
  ['merchant: { budget: { orders: many } }', 'merchant.budget.orders', 'is a string, not an integer', undefined],
  ['merchant: { basketUrl: shop.example }', 'merchant.basketUrl', 'is not an http or https address', undefined],
  [
    'merchant: { fixtures: { products: { limited: [{ id: v3 }] } } }',
    'merchant.fixtures.products.limited[0]',
    'has no max',
    undefined,
  ],
  [
    'platform: { timing: { pinLifetime: 10 minutes } }',
    'platform.timing.pinLifetime',
    'is "10 minutes", not a duration such as 500ms, 8s, 10m, 2h or 7d',
    undefined,
  ],
  ['queue: { kind: embeded }', 'queue.kind', 'is not one of embedded, localstack, elasticmq, sqs', 'embedded'],
  [
    'severity: { order/idempotnt: should }',
    'severity.order/idempotnt',
    'order/idempotnt is not a requirement',
    'order/idempotent',
  ],
  ['severity: { order/idempotent: maybe }', 'severity.order/idempotent', 'is not one of must, should', undefined],
  [
    'expectedFailures: [{ id: lock/orderabel, reason: x }]',
    'expectedFailures[0].id',
    'lock/orderabel is not a requirement',
    'lock/orderable',
  ],
  [
    'expectedFailures: [{ id: lock/orderable, reason: x, expires: 2027-02-30 }]',
    'expectedFailures[0].expires',
    'is not a date',
    undefined,
  ],
  [
    'tolerate: [everything]',
    'tolerate[0]',
    'everything is not a requirement; see `conformance list requirements`',
    undefined,
  ],
  [
    'assumptions: { assume/curency-format: x }',
    'assumptions.assume/curency-format',
    'assume/curency-format is not an assumption',
    'assume/currency-format',
  ],
  [
    'assumptions: { assume/unfinalised-shapes: { baskt: {} } }',
    'assumptions.assume/unfinalised-shapes.baskt',
    'baskt is not a shape',
    'basket',
  ],
  [
    'triggers: { createBasket: { http: { url: "http://a" }, manual: do it } }',
    'triggers.createBasket',
    'has http and manual; keep one of them',
    undefined,
  ],
  [
    'triggers: { createBasket: { comand: make } }',
    'triggers.createBasket',
    'does not say how to do it; give it one of http, command, manual',
    'command',
  ],
  [
    'triggers: { createBasket: make }',
    'triggers.createBasket',
    'is a string, not a table with one of http, command, manual',
    undefined,
  ],
  ['triggers: { createBasket: { http: { method: POST } } }', 'triggers.createBasket.http', 'has no url', undefined],
  ['triggers: { createBaskets: { manual: x } }', 'triggers.createBaskets', 'unknown key', 'createBasket'],
])('%s is refused in plain words', (yaml, path, message, suggestion) => {
  expect(checkConfig(parse(yaml))).toEqual({
    ok: false,
    problems: [{ path, message, ...(suggestion === undefined ? {} : { suggestion }) }],
  });
});

test('an overlay that is no JSON Schema is refused, one that is narrows the shape', () => {
  const overlay = (schema: unknown): unknown => ({ assumptions: { 'assume/unfinalised-shapes': { basket: schema } } });
  expect(checkConfig(overlay({ type: 'object', required: ['loggedUser'] }))).toMatchObject({ ok: true });
  expect(checkConfig(overlay({ type: 'obj' }))).toMatchObject({
    ok: false,
    problems: [{ path: 'assumptions.assume/unfinalised-shapes.basket' }],
  });
});

test('an id that YAML reads as a number is to be quoted', () => {
  const checked = checkConfig({ merchant: { fixtures: { products: { inStock: [12] } } } });
  expect(checked).toMatchObject({ problems: [{ message: 'is a number, not a string; put it in quotes' }] });
});
