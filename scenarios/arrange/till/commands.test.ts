import { commands, type CommandKind, validate } from '#schemas';
import { expect, test } from 'vitest';
import {
  atKiosk,
  atTable,
  billingDetailsFrom,
  billPaymentCompleted,
  billPaymentFailed,
  billPreparation,
  forDelivery,
  forPickup,
  item,
  lineSelectors,
  listingsSync,
  orderSubmission,
  paymentOf,
  tableSnapshot,
} from './commands.ts';

const payment = paymentOf({ value: 1998, currency: 'PLN' }, Date.UTC(2026, 10, 21));

const made: readonly { readonly messageKind: CommandKind; readonly payload: unknown }[] = [
  listingsSync(),
  listingsSync({ timestamp: '2026-11-21T12:00:00Z', listingId: 'L1' }),
  tableSnapshot('T1'),
  tableSnapshot('T1', '2026-11-21T12:00:00Z'),
  orderSubmission(atTable('T1'), [item('L1')]),
  orderSubmission(atKiosk('K1'), [item('L1', 2, { value: 100, currency: 'PLN' })], payment),
  orderSubmission(forPickup('seed'), [item('L1')], payment),
  orderSubmission(forDelivery('seed'), [item('L1')], payment),
  billPreparation(atTable('T1')),
  billPreparation(atTable('T1'), { checkpoint: '2026-11-21T12:00:00Z', items: [{ lineId: '1' }] }),
  billPaymentCompleted('B1', payment, billingDetailsFrom('seed')),
  billPaymentFailed('B1'),
];

test.each(made)('command $messageKind has the shape the specification gives it', ({ messageKind, payload }) => {
  expect(validate(commands[messageKind].payload, payload)).toEqual([]);
});

test('the same text makes the same customer, and every payment is a new one', () => {
  expect(forDelivery('seed 1')).toEqual(forDelivery('seed 1'));
  expect(forDelivery('seed 1')).not.toEqual(forDelivery('seed 2'));
  expect(paymentOf({ value: 1, currency: 'PLN' }, 0).oaPaymentId).not.toBe(payment.oaPaymentId);
});

test('a bill is asked for with a checkpoint only where the till wrote it in ISO 8601', () => {
  const payloadFor = (checkpoint: string) => billPreparation(atTable('t1'), { checkpoint }).payload;
  expect(payloadFor('2026-05-01T12:00:00Z')).toHaveProperty('checkpoint', '2026-05-01T12:00:00Z');
  expect(payloadFor('01.05.2026 12:00:00')).not.toHaveProperty('checkpoint');
});

test('a line is selected as the till writes its identifier, be it a number', () => {
  expect(lineSelectors(['62'], [{ lineId: 61 }, { lineId: 62 }])).toEqual([{ lineId: 62 }]);
  expect(lineSelectors(['62'], [{ lineId: '62' }])).toEqual([{ lineId: '62' }]);
  expect(lineSelectors(['62'], [])).toEqual([{ lineId: '62' }]);
});
