import type { Exchange } from '#schemas';
import { expect, test } from 'vitest';
import { createPlacedOrders } from './placed-orders.ts';
import { cancelOrders } from '../run/cancel-orders.ts';

const order = (oaOrderId: string, status?: number, body: object = {}): Exchange => ({
  n: 1,
  scenario: 'merchant/order-occasions',
  sender: 'harness',
  operation: 'order',
  at: '2026-11-29T00:00:00.000Z',
  durationMs: 1,
  request: { method: 'POST', url: 'http://shop/order', headers: {}, body: JSON.stringify({ oaOrderId }) },
  ...(status !== undefined && { response: { status, headers: {}, body: JSON.stringify(body) } }),
});

test('every order that was placed or may have been is there, by each id that the shop gave it', () => {
  const placed = createPlacedOrders();
  placed.see(order('heard', 200, { shopOrderId: 'S-1' }));
  placed.see(order('twice', 200, { shopOrderId: 'S-2' }));
  placed.see(order('twice', 200, { shopOrderId: 'S-3' }));
  placed.see(order('lost'));
  placed.see(order('crashed', 500));
  placed.see(order('declined', 409));
  placed.see(order('heard late'));
  placed.see(order('heard late', 201, { shopOrderId: 'S-4' }));
  placed.see({ ...order('of a customer', 200, { shopOrderId: 'S-9' }), operation: 'lock' });
  expect(placed.all()).toEqual([
    { shopOrderId: 'S-1', oaOrderId: 'heard' },
    { shopOrderId: 'S-2', oaOrderId: 'twice' },
    { shopOrderId: 'S-3', oaOrderId: 'twice' },
    { oaOrderId: 'lost' },
    { oaOrderId: 'crashed' },
    { shopOrderId: 'S-4', oaOrderId: 'heard late' },
  ]);
});

test('each confirmed order is cancelled once, and what could not be is said', async () => {
  const fired: unknown[] = [];
  const said: string[] = [];
  const all = () => [
    { shopOrderId: 'S-1', oaOrderId: 'a' },
    { oaOrderId: 'b' },
    { shopOrderId: 'S-2', oaOrderId: 'c' },
  ];
  const cancel = async (has: boolean) =>
    await cancelOrders(
      { all },
      {
        announce: (text) => said.push(text),
        triggers: {
          has: () => has,
          fire: async (name, input) => {
            fired.push([name, input]);
            return fired.length === 2
              ? { kind: 'unavailable', reason: 'it answered 500', unlock: 'triggers.cancelOrder' }
              : { kind: 'done', result: undefined };
          },
        },
      },
    );
  await cancel(false);
  expect(fired).toEqual([]);
  await cancel(true);
  expect(fired).toEqual([
    ['cancelOrder', { shopOrderId: 'S-1', oaOrderId: 'a' }],
    ['cancelOrder', { shopOrderId: 'S-2', oaOrderId: 'c' }],
  ]);
  expect(said).toEqual(['Orders cancelled: 1 of 2; not 1: it answered 500.']);
});
