import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { createPlatform, type PlatformEvent } from '../index.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const basket = {
  id: 'b-1',
  expiresAt: '2026-11-21T12:10:00.000+00:00',
  price: { currency: 'EUR', basketValue: 100, discounts: [] },
  deliveryOptions: [{ key: 'ELECTRONIC', cost: 0 }],
  products: [],
};

const platformWith = (...loaded: string[]) => {
  const platform = createPlatform({ clock: createManualClock(now) });
  for (const id of loaded) platform.basketChanges.loaded(id);
  const events: PlatformEvent[] = [];
  platform.subscribe((event) => event.kind !== 'exchange' && events.push(event));
  const push = async (body: unknown) => {
    const response = await platform.fetch(
      new Request('http://platform.example/merchant/v1/baskets/change', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
    return { status: response.status, text: await response.text() };
  };
  return { platform, events, push };
};

test('a change of a loaded basket is confirmed with 204 and an empty body, and told to the listeners', async () => {
  const { events, push } = platformWith('b-1');
  expect(await push(basket)).toEqual({ status: 204, text: '' });
  expect(events).toEqual([{ kind: 'basket-change', body: basket, status: 204, at: now }]);
});

test.each([
  ['not JSON', '{"id":', 'InvalidBasketException'],
  ['an unknown basket', { ...basket, id: 'b-2' }, 'InvalidBasketException'],
  ['a basket without products', { ...basket, products: undefined }, 'InvalidBasketException'],
  ['a basket without delivery options', { ...basket, deliveryOptions: undefined }, 'MissingDeliveryOptionsException'],
  [
    'a basket with no delivery option in the list',
    { ...basket, deliveryOptions: [] },
    'MissingDeliveryOptionsException',
  ],
  ['a basket that has expired', { ...basket, expiresAt: '2026-11-21T11:59:59Z' }, 'BasketExpiredException'],
])('%s is refused with 400', async (_, body, error) => {
  const { push, events } = platformWith('b-1');
  const answer = await push(body);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ error });
  expect(events).toMatchObject([{ status: 400, error }]);
});

test('a rejection on demand concerns the next push only', async () => {
  const { platform, push } = platformWith('b-1');
  platform.basketChanges.rejectNext('BasketExpiredException');
  expect(await push(basket)).toMatchObject({ status: 400 });
  expect(await push(basket)).toMatchObject({ status: 204 });
});

test('an unknown path is answered 404 and told to the listeners', async () => {
  const { platform, events } = platformWith();
  const response = await platform.fetch(new Request('http://platform.example/nowhere?x=1'));
  expect(response.status).toBe(404);
  expect(events).toEqual([{ kind: 'unknown-path', method: 'GET', path: '/nowhere', at: now }]);
});

test('a body over 16 MiB is refused with 413', async () => {
  const { push } = platformWith('b-1');
  expect(await push('x'.repeat(16 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
});
