import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { schemaOf } from '../shapes/load.ts';
import { shapeNames } from '../shapes/names.ts';
import { firstViolation, validate, violationsByCause, decided } from './validate.ts';

test.each(shapeNames)('%s has a title, a description and examples that hold', (shape) => {
  const { examples, title, description, $id } = schemaOf(shape) as Readonly<Record<string, unknown>>;
  expect($id).toBe(`${shape}.json`);
  expect(title).toMatch(/^[A-Z]/u);
  expect(description).toMatch(/\.$/u);
  expect(examples).toEqual(expect.arrayContaining([expect.anything()]));
  for (const example of examples as readonly unknown[]) expect(validate(shape, example)).toEqual([]);
});

test.each(shapeNames)('%s is a schema of its draft, which no process looks at again', (shape) => {
  const ajv = new Ajv2020({ validateFormats: false });
  for (const schema of [schemaOf(shape), decided(schemaOf(shape))])
    expect([ajv.validateSchema(schema as object), ajv.errors ?? []]).toEqual([true, []]);
});

const result = 'bill-preparation-result';

test('nobody is advised to say the contrary of what was said', () => {
  const [page] = schemaOf('catalogue-page')['examples'] as readonly [{ readonly products: readonly object[] }];
  const saying = (status: string) => {
    const products = page.products.map((product) => ({ ...product, status })).slice(0, 1);
    return validate('catalogue-page', { ...page, products }).map(({ message }) => message);
  };
  expect(saying('INACTIVE')).toEqual(['products[0].status is not one of ACTIVE, DELISTED.']);
  expect(saying('Active')).toEqual(['products[0].status is not one of ACTIVE, DELISTED; did you mean ACTIVE?']);
});

test.each([
  [result, { success: true }, ['The body has no bill.']],
  [result, { success: false, reasonCode: 'ORDER_CHANGED' }, ['The body has no retryable.']],
  [
    result,
    { success: false, reasonCode: 'ORDER_CHANGD', retryable: true },
    [expect.stringContaining('did you mean ORDER_CHANGED?')],
  ],
  [result, { success: 'true' }, ['success is not one of true, false.']],
  [result, {}, ['The body has no success.']],
  [result, null, ['The body is null, not an object.']],
  [
    result,
    { success: true, bill: { posBillId: 'B1', totals: {}, preparedAt: 'now' } },
    ['bill.preparedAt is not an ISO 8601 timestamp.'],
  ],
  ['order-context', { type: 'TABLE' }, ['type is not one of STATION, PICKUP, DELIVERY.']],
  ['order-context', { type: 'PICKUP' }, ['The body has no pickupDetails.']],
  [
    'table-session-context',
    { locationId: 'l', tableId: 't', tableNumber: '1', status: 'CLOSED', openedAt: '2026-11-21T12:00:00Z' },
    ['The body has no closedAt.'],
  ],
  ['product-listings-sync-requested', {}, ['The body has no checkpoint.']],
  ['product-listings-sync-requested', { checkpoint: 'x' }, ['checkpoint is a string, not an object or null.']],
  [
    'put-tip-recipient-request',
    { phoneNumber: '600 100 200', displayName: 'Anna' },
    ['phoneNumber is not a phone number in E.164 format.'],
  ],
] as const)('%s %j: only what the chosen branch asks for is reported', (shape, value, messages) => {
  expect(validate(shape, value).map(({ message }) => message)).toEqual(messages);
});

test('a shape that is not finalised is open, until an overlay narrows it', () => {
  const value = { success: true, acceptedItems: ['anything'] };
  expect(validate('order-submission-result', value)).toEqual([]);
  const overlays = { 'accepted-item': { type: 'object', required: ['listingId'] } };
  expect(validate('order-submission-result', value, { overlays }).map(({ pointer }) => pointer)).toEqual([
    '/acceptedItems/0',
  ]);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('a value that was judged is kept nowhere, whatever is wrong with it', async () => {
  const judged = (): readonly WeakRef<object>[] =>
    shapeNames.flatMap((shape) =>
      [{}, { products: [{ price: 1 }], price: {} }, { healthy: 'no', basket: { products: [1] } }].map((value) => {
        firstViolation(shape, value);
        violationsByCause(shape, value);
        return new WeakRef(value);
      }),
    );
  const values = judged();
  const kept = () => values.filter((value) => value.deref() !== undefined).length;
  // A weak reference holds until the turn of the loop in which it was made is over, and what is compiled meanwhile holds what it
  // saw last; whatever we keep is there after many turns as well.
  for (let turn = 0; turn < 50 && kept() > 0; turn++) {
    await new Promise(setImmediate);
    collect();
  }
  expect(kept()).toBe(0);
});
