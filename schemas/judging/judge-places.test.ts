import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import { type Operation, placesOf as allPlaces } from './places.ts';
import { isRequirementId } from '../requirements/index.ts';
import { schemaOf } from '../shapes/load.ts';
import type { ShapeName } from '../shapes/names.ts';

/** The fullest example of a shape: every optional property is there. */
const full = (shape: ShapeName): unknown =>
  (schemaOf(shape)['examples'] as readonly unknown[])[shape === 'order-confirmation' ? 0 : 1];
const bodies = {
  retrieval: full('basket'),
  order: full('order-confirmation'),
  catalogue: full('catalogue-page'),
} as const;

const absent = Symbol('absent');
/** A copy of the body with another value at the pointer. */
const mutated = (body: unknown, pointer: string, value: unknown): unknown => {
  const [key, ...rest] = pointer.split('/').slice(1);
  if (key === undefined) return value;
  const copy: Record<string, unknown> = Object.assign(Array.isArray(body) ? [] : {}, body);
  if (rest.length === 0 && value === absent) delete copy[key];
  else copy[key] = mutated(copy[key], ['', ...rest].join('/'), value);
  return copy;
};

const against = (operation: Operation, body: unknown): readonly string[] =>
  judge(operation, body)
    .filter(({ outcome }) => outcome.status !== 'passed')
    .map(({ requirement, outcome }) =>
      outcome.status === 'failed' ? requirement : `${requirement} ${outcome.status}`,
    );

const long = (length: number): string => 'x'.repeat(length);
const minor = 'basket/amounts-are-minor-units';

type Row = readonly [Operation & keyof typeof bodies, string, readonly unknown[], string | undefined];
const rows: readonly Row[] = [
  ['retrieval', '', [null, [], 'text', 1, true], 'basket/retrieval-answers'],
  ['retrieval', '/id', [absent], 'basket/required-fields'],
  ['retrieval', '/id', [1, null, {}, long(37)], 'basket/id'],
  ['retrieval', '/id', ['', '🍵'.repeat(36)], undefined],
  ['retrieval', '/requestId', [1, null, long(37)], 'basket/request-id'],
  ['retrieval', '/requestId', [absent, ''], undefined],
  ['retrieval', '/expiresAt', [absent], 'basket/required-fields'],
  [
    'retrieval',
    '/expiresAt',
    [1, null, 'soon', '2026-11-21', '2026-11-21T12:00:00', '2026-02-30T12:00:00Z'],
    'basket/expires-at',
  ],
  ['retrieval', '/expiresAt', ['2026-11-21t12:00:00.123456z', '2026-11-21T12:00:00-05:30'], undefined],
  ['retrieval', '/oaOrderId', [1, null], 'basket/oa-order-id'],
  ['retrieval', '/oaOrderId', [absent, long(500)], undefined],
  ['retrieval', '/price', [absent], 'basket/required-fields'],
  ['retrieval', '/price', [1, null, []], 'basket/price'],
  ['retrieval', '/price/currency', [absent, 1, null], 'basket/price'],
  ['retrieval', '/price/currency', ['', 'zł'], undefined],
  ['retrieval', '/price/basketValue', [absent, -1], 'basket/price'],
  ['retrieval', '/price/basketValue', ['12', 12.5, -1.5, null], minor],
  ['retrieval', '/price/basketValue', [0, 12.0, 1e2], undefined],
  ['retrieval', '/price/discounts', [absent, null, {}], 'basket/price'],
  ['retrieval', '/price/discounts/0', [null, 'OK10'], 'basket/discounts'],
  ['retrieval', '/price/discounts/0/code', [absent, 1, long(37)], 'basket/discounts'],
  ['retrieval', '/price/discounts/0/value', [absent, -1], 'basket/discounts'],
  ['retrieval', '/price/discounts/0/value', ['1', 1.5], minor],
  ['retrieval', '/price/discounts/0/error', ['used', 1, null], 'basket/discounts'],
  ['retrieval', '/price/discounts/0/error', [absent, 'EXPIRED', 'INVALID', 'NOT_APPLICABLE'], undefined],
  ['retrieval', '/price/extra', [1], undefined],
  ['retrieval', '/deliveryOptions', [absent], 'basket/required-fields'],
  ['retrieval', '/deliveryOptions', [null, {}], 'basket/delivery-options'],
  ['retrieval', '/deliveryOptions', [[]], undefined],
  ['retrieval', '/deliveryOptions/0/key', [absent, 'POST', 1, null], 'basket/delivery-options'],
  ['retrieval', '/deliveryOptions/0/cost', [absent], 'basket/delivery-options'],
  ['retrieval', '/deliveryOptions/0/cost', ['0', 9.9, null], minor],
  ['retrieval', '/deliveryOptions/0/cost', [-100], undefined],
  ['retrieval', '/deliveryOptions/0/timing', [1, null, long(41)], 'basket/delivery-options'],
  ['retrieval', '/deliveryOptions/0/timing', [absent, long(40)], undefined],
  ['retrieval', '/products', [absent], 'basket/required-fields'],
  ['retrieval', '/products', [null, {}], 'basket/products'],
  ['retrieval', '/products', [[]], undefined],
  ['retrieval', '/products/0', [null, 'v1'], 'basket/products'],
  ['retrieval', '/products/0/id', [absent, 1, long(37)], 'basket/products'],
  ['retrieval', '/products/0/name', [absent, 1, null], 'basket/products'],
  ['retrieval', '/products/0/images', [absent, null, 'a', [1]], 'basket/products'],
  ['retrieval', '/products/0/images', [[], ['not a url']], undefined],
  ['retrieval', '/products/0/quantity', [absent], 'basket/products'],
  ['retrieval', '/products/0/quantity', ['2', 1.5, -1, -1.5, null], 'basket/quantity'],
  ['retrieval', '/products/0/quantity', [0], undefined],
  ...['unitPrice', 'linePrice', 'originalUnitPrice', 'originalLinePrice'].flatMap((price): readonly Row[] => [
    ['retrieval', `/products/0/${price}`, [absent], 'basket/products'],
    ['retrieval', `/products/0/${price}`, ['9.99', 9.99, null, {}], minor],
    ['retrieval', `/products/0/${price}`, [-1, 0, 1e12], undefined],
  ]),
  ['retrieval', '/products/0/ean', [1, null, long(37)], 'basket/ean'],
  ['retrieval', '/products/0/ean', [absent, ''], undefined],
  ['retrieval', '/products/0/error', ['SOLD_OUT', 'out_of_stock', 1, null], 'basket/product-error'],
  ['retrieval', '/products/0/error', [absent, 'OUT_OF_STOCK'], undefined],
  ['retrieval', '/products/0/policies', [null, {}, [null], [{ type: 'AGE' }]], 'basket/policies'],
  ['retrieval', '/products/0/policies/1', [{ type: 'AGE', criteria: { minAge: 21 } }], 'basket/policies'],
  ['retrieval', '/products/0/policies', [[]], 'basket/policies-omitted-when-none'],
  ['retrieval', '/products/0/policies', [absent], undefined],
  ['retrieval', '/products/0/policies/0/type', ['SEX', 1], 'basket/policies'],
  ['retrieval', '/products/0/policies/0/criteria/minAge', [absent, -1, 17.5, '18', null], 'basket/policies'],
  ['retrieval', '/products/0/extra', [1], undefined],
  ['retrieval', '/invoiceAddressMandatory', ['false', 0, null], 'basket/invoice-address-mandatory'],
  ['retrieval', '/loggedUser', [1, null, long(256)], 'basket/logged-user'],
  ['retrieval', '/loggedUser', [absent, long(255)], undefined],
  ['retrieval', '/extra', [1, null], 'basket/no-extra-top-level'],
  ['order', '', [null, [], 'ok'], 'order/confirmed'],
  ['order', '/oaOrderId', [absent, 1, null], 'order/confirmation-fields'],
  ['order', '/shopOrderId', [absent, 1, null], 'order/confirmation-fields'],
  ['order', '/returnPolicy', [absent, 14, null], 'order/confirmation-fields'],
  ['order', '/returnPolicy/maxReturnDays', [absent, '14', 1.5, null], 'order/confirmation-fields'],
  ['order', '/extra', [1], undefined],
  ['catalogue', '', [null, []], 'catalogue/page'],
  ['catalogue', '/currency', [absent, 1, null], 'catalogue/page'],
  ['catalogue', '/products', [absent, null, {}], 'catalogue/page'],
  ['catalogue', '/nextCheckpoint', [absent, null, 1], 'catalogue/next-checkpoint-present'],
  ['catalogue', '/products/0', [null], 'catalogue/product'],
  ['catalogue', '/products/0/id', [absent, 1], 'catalogue/product'],
  ['catalogue', '/products/0/name', [absent, null], 'catalogue/product'],
  ['catalogue', '/products/0/updatedAt', [absent], 'catalogue/product'],
  [
    'catalogue',
    '/products/0/updatedAt',
    [1732190400000, null, '2026-11-21T12:00:00Z', '2026-11-21'],
    'catalogue/updated-at-milliseconds',
  ],
  ['catalogue', '/products/0/updatedAt', ['2026-11-21T12:00:00.000'], 'catalogue/updated-at-milliseconds warned'],
  ['catalogue', '/products/0/updatedAt', ['20261121T120000.5+0100', '2026-11-21T12:00:00,123456Z'], undefined],
  ...['description', 'brandName', 'categories', 'images', 'url'].flatMap((field): readonly Row[] => [
    ['catalogue', `/products/0/${field}`, [1, null, [1]], 'catalogue/product'],
    ['catalogue', `/products/0/${field}`, [absent], undefined],
  ]),
  ['catalogue', '/products/0/status', [absent], 'catalogue/product'],
  ['catalogue', '/products/0/status', ['active', 1, null], 'catalogue/status'],
  ['catalogue', '/products/0/variants', [absent], 'catalogue/product'],
  ['catalogue', '/products/0/variants', [[], null, {}, [null]], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/id', [absent, 1], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/name', [1, null], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/ean', [1, null], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/unitPrice', [absent, '1', 1.5], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/originalUnitPrice', ['1', 1.5, null], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/stock', [absent, true, null], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/stock/isAvailable', [absent, 'yes', 1], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/stock/availableQuantity', ['3', null], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/stock/availableQuantity', [absent, 0, 1.5], undefined],
  ['catalogue', '/products/0/variants/0/measurement', [1, null], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/measurement/type', [1], 'catalogue/variant'],
  ['catalogue', '/products/0/variants/0/measurement/type', ['LENGTH'], undefined],
  ['catalogue', '/products/0/variants/0/measurement/quantityValue', ['330'], 'catalogue/variant'],
  ['catalogue', '/extra', [1], undefined],
];

const cases = rows.flatMap(([operation, pointer, values, expected]) =>
  values.map((value) => ({ operation, pointer, value, expected })),
);

test.each(cases)(
  '$operation $pointer = $value is charged to $expected alone',
  ({ operation, pointer, value, expected }) => {
    const found = against(operation, mutated(bodies[operation], pointer, value));
    expect(found).toEqual(expected === undefined ? [] : [expected]);
  },
);

/** Every place of the body, so that the table cannot forget one. */
const placesOf = (value: unknown, pointer = ''): readonly string[] => {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [pointer, ...below.flatMap(([key, item]) => placesOf(item, `${pointer}/${key}`))];
};

test.each(['retrieval', 'order', 'catalogue'] as const)(
  'each place of %s refuses a value of another type',
  (operation) => {
    const places = placesOf(bodies[operation]);
    const accepted = places.filter((place) => against(operation, mutated(bodies[operation], place, null)).length !== 1);
    expect(accepted).toEqual([]);
  },
);

test('every place is answered for by a requirement of the register', () => {
  const owners = [...allPlaces.values()].flatMap(({ places, seen, failure }) => [
    ...Object.values(places).flatMap((place) => (typeof place === 'string' ? place : Object.values(place))),
    ...Object.keys(seen),
    ...(failure === undefined ? [] : [failure]),
  ]);
  expect(owners.filter((owner) => !isRequirementId(owner))).toEqual([]);
});
