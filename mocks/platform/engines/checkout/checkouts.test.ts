import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { validate } from '#schemas';
import { createReferenceMerchant, merchantVariants } from '../../../merchant/index.ts';
import { type CheckoutChange, type Checkouts, createCheckouts, type Pay } from './index.ts';
import { createMerchantCalls } from '../calls/merchant-calls.ts';
import { sampleBasket } from '#lab/doubles/merchant/sample-basket';

const minute = 60_000;
const start = Date.UTC(2026, 5, 1, 10);

const settled = async (checkouts: Checkouts, id: string, ...names: readonly string[]) => {
  for (let round = 0; round < 1000; round += 1) {
    const phase = checkouts.find(id)?.phase;
    if (phase !== undefined && names.includes(phase.name)) return phase;
    await new Promise(setImmediate);
  }
  throw new Error(`still ${checkouts.find(id)?.phase.name}, not ${names.join(' or ')}`);
};

/** A platform beside a merchant that answers with `fetch`. */
const open = (options: { readonly fetch: (request: Request) => Promise<Response>; readonly pay?: Pay }) => {
  const clock = createManualClock(start);
  const changes: CheckoutChange[] = [];
  const sent: { readonly at: number; readonly url: string; readonly body: unknown }[] = [];
  let answer = options.fetch;
  const merchant = createMerchantCalls({
    endpoints: { basketUrl: 'http://shop/b', recalculateUrl: 'http://shop/r?x=1', orderUrl: 'http://shop/o' },
    send: async (request) => {
      const text = await request.clone().text();
      sent.push({ at: clock.now() - start, url: request.url, body: text === '' ? undefined : JSON.parse(text) });
      return answer(request);
    },
  });
  const checkouts = createCheckouts({
    clock,
    merchant,
    ...(options.pay && { pay: options.pay }),
    observe: (change) => changes.push(change),
  });
  return {
    clock,
    checkouts,
    changes,
    sent,
    orders: () => sent.filter(({ url }) => url === 'http://shop/o'),
    refunds: () => changes.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'refund')),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
};

const basketUntil = (expiresAt: number) => async () => Response.json(sampleBasket(expiresAt));
const refused = async () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};
const hanging = (request: Request) =>
  new Promise<Response>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });

test.each(merchantVariants)('a basket of %s is scanned, changed, locked, paid and ordered', async (variant) => {
  const clock = createManualClock(start);
  const shop = createReferenceMerchant({ variant, clock });
  const { merchant: target } = shop.configuration('http://shop.example');
  const bodies: unknown[] = [];
  const merchant = createMerchantCalls({
    endpoints: target ?? {},
    headers: target?.headers ?? {},
    send: async (request) => {
      if (request.method === 'POST') bodies.push(await request.clone().json());
      return shop.fetch(request);
    },
  });
  const checkouts = createCheckouts({ clock, merchant });
  const { oaOrderId } = checkouts.start({ basketId: target?.fixtures?.baskets?.[0] ?? '', lock: true });
  const first = await settled(checkouts, oaOrderId, 'open');
  if (first.name !== 'open') return;
  const product = first.offer.basket.products.find(({ unitPrice }) => unitPrice > 0);

  expect(checkouts.change(oaOrderId, { quantities: { [product?.id ?? '']: 1 } })).toMatchObject({ ok: true });
  expect(await settled(checkouts, oaOrderId, 'open')).toMatchObject({ offer: { revision: 2 } });
  expect(checkouts.confirm(oaOrderId, { revision: 1 })).toMatchObject({ ok: false });
  expect(checkouts.confirm(oaOrderId)).toMatchObject({ ok: true, checkout: { phase: { name: 'locking' } } });
  expect(await settled(checkouts, oaOrderId, 'confirmed', 'open')).toMatchObject({
    name: 'confirmed',
    confirmation: { oaOrderId },
  });
  expect(bodies.slice(0, 2).flatMap((body) => validate('reduced-basket', body))).toEqual([]);
  expect(bodies).toHaveLength(3);
  expect(validate('order-placement', bodies.at(-1))).toEqual([]);
});

test('an order nobody answers is sent again with the same oaOrderId, given up after 5 minutes and refunded', async () => {
  const { clock, checkouts, orders, refunds, answerWith } = open({ fetch: basketUntil(start + minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await settled(checkouts, oaOrderId, 'open');
  answerWith(hanging);
  clock.advance(minute);
  expect(checkouts.confirm(oaOrderId)).toMatchObject({ ok: true });
  await settled(checkouts, oaOrderId, 'ordering');
  clock.advance(8000);
  await settled(checkouts, oaOrderId, 'waiting');
  answerWith(refused);
  for (let passed = 0; passed < 5 * minute - 8001; passed += 1) {
    clock.advance(1);
    if (checkouts.find(oaOrderId)?.phase.name === 'ordering') await settled(checkouts, oaOrderId, 'waiting');
  }
  expect(checkouts.find(oaOrderId)?.phase.name).toBe('waiting');
  clock.advance(1);
  expect(checkouts.find(oaOrderId)?.phase).toMatchObject({
    name: 'rolled-back',
    refunded: true,
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  expect(new Set(orders().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(orders().map(({ at }) => at - minute)).toEqual(
    [0, 9, 11, 15, 23, 39, 69, 99, 129, 159, 189, 219, 249, 279].map((s) => s * 1000),
  );
  expect(refunds()).toEqual([{ kind: 'refund', payment: 2, paid: { currency: 'PLN', amount: 2008 } }]);
});

test('a merchant that comes back during the outage gets the order, and nothing is refunded', async () => {
  const { clock, checkouts, refunds, answerWith } = open({ fetch: basketUntil(start + minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await settled(checkouts, oaOrderId, 'open');
  answerWith(async () => new Response('<h1>maintenance', { status: 503 }));
  checkouts.confirm(oaOrderId);
  await settled(checkouts, oaOrderId, 'waiting');
  answerWith(async () =>
    Response.json({ oaOrderId, shopOrderId: 's-1', returnPolicy: { maxReturnDays: 14 } }, { status: 202 }),
  );
  clock.advance(1000);
  await settled(checkouts, oaOrderId, 'confirmed');
  clock.advance(10 * minute);
  expect(refunds()).toEqual([]);
});

test('a merchant that says no to an order is not asked again', async () => {
  const { checkouts, orders, refunds, answerWith } = open({ fetch: basketUntil(start + minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await settled(checkouts, oaOrderId, 'open');
  answerWith(async () => new Response('sold out', { status: 409 }));
  checkouts.confirm(oaOrderId);
  expect(await settled(checkouts, oaOrderId, 'rolled-back')).toMatchObject({
    reason: 'the shop answered 409: sold out',
  });
  expect([orders().length, refunds().length]).toEqual([1, 1]);
});

test('the confirmation of another order is none', async () => {
  const { checkouts, answerWith } = open({ fetch: basketUntil(start + minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await settled(checkouts, oaOrderId, 'open');
  answerWith(async () => Response.json({ oaOrderId: 'o', shopOrderId: 's', returnPolicy: { maxReturnDays: 1 } }));
  checkouts.confirm(oaOrderId);
  expect(await settled(checkouts, oaOrderId, 'waiting', 'confirmed')).toMatchObject({
    name: 'waiting',
    problem: expect.stringContaining('another oaOrderId'),
  });
});

test('a payment that takes longer than 3 minutes is called off, and given back should it come through after all', async () => {
  let accept = () => {};
  const pay: Pay = () => new Promise((resolve) => (accept = () => resolve({ accepted: true })));
  const { clock, checkouts, orders, refunds } = open({ fetch: basketUntil(start + minute), pay });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await settled(checkouts, oaOrderId, 'open');
  clock.advance(minute);
  checkouts.confirm(oaOrderId);
  clock.advance(3 * minute);
  expect(checkouts.find(oaOrderId)?.phase.name).toBe('paying');
  clock.advance(1);
  expect(checkouts.find(oaOrderId)?.phase).toMatchObject({ name: 'rolled-back', refunded: false });
  accept();
  await new Promise(setImmediate);
  expect(refunds()).toHaveLength(1);
  expect(orders()).toEqual([]);
});

test('a user cannot confirm a basket once it has expired', async () => {
  const { clock, checkouts } = open({ fetch: basketUntil(start + minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await settled(checkouts, oaOrderId, 'open');
  clock.advance(minute + 1);
  expect(checkouts.confirm(oaOrderId)).toMatchObject({
    ok: false,
    checkout: { phase: { name: 'ended', why: 'expired' } },
  });
});

test('a pushed change is shown in the open checkouts of that basket and takes the place of a running lock', async () => {
  const { checkouts, answerWith, sent } = open({ fetch: basketUntil(start + minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1', lock: true });
  await settled(checkouts, oaOrderId, 'open');
  answerWith(hanging);
  checkouts.confirm(oaOrderId);
  await new Promise(setImmediate);
  const changed = sampleBasket(start + 2 * minute, { invoiceAddressMandatory: true });
  expect(checkouts.pushed({ ...changed, id: 'another' })).toEqual([]);
  expect(checkouts.pushed(changed)).toMatchObject([
    { phase: { name: 'open', offer: { revision: 2 }, notice: { about: 'changed-by-merchant' } } },
  ]);
  expect(sent.at(-1)?.url).toBe('http://shop/r?x=1&lock=true');
  expect(checkouts.confirm(oaOrderId, { revision: 1 })).toMatchObject({ ok: false });
});

test('a lock that gives less than confirmed asks the user, whose yes buys the locked basket', async () => {
  const { checkouts, answerWith, orders } = open({ fetch: basketUntil(start + minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1', lock: true });
  await settled(checkouts, oaOrderId, 'open');
  const dearer = sampleBasket(start + minute, { price: { currency: 'PLN', basketValue: 2500, discounts: [] } });
  answerWith(async () => Response.json(dearer));
  checkouts.confirm(oaOrderId);
  expect(await settled(checkouts, oaOrderId, 'open')).toMatchObject({
    offer: { locked: true },
    notice: { about: 'not-accommodated', text: 'basketValue: 1998 PLN became 2500 PLN' },
  });
  answerWith(async () => Response.json({ oaOrderId, shopOrderId: 's', returnPolicy: { maxReturnDays: 1 } }));
  checkouts.confirm(oaOrderId);
  await settled(checkouts, oaOrderId, 'confirmed');
  expect(orders()).toMatchObject([{ body: { paymentDetails: { amount: 2510 } } }]);
});

test('a basket that is not one ends the checkout with the first thing that is wrong with it', async () => {
  const { checkouts } = open({ fetch: async () => Response.json({ id: 'b-1' }) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  expect(await settled(checkouts, oaOrderId, 'ended')).toMatchObject({
    why: 'unavailable',
    reason: expect.stringContaining('cannot be used'),
  });
});

test('the last call is sent again with the same body, and given up when told to, while the checkout stays as it is', async () => {
  const { checkouts, clock, sent, answerWith } = open({ fetch: basketUntil(start + 10 * minute) });
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await settled(checkouts, oaOrderId, 'open');
  checkouts.lock(oaOrderId);
  await settled(checkouts, oaOrderId, 'open');
  const signals: AbortSignal[] = [];
  answerWith((request) => {
    signals.push(request.signal);
    return hanging(request);
  });
  expect(checkouts.repeat(oaOrderId, 5)).toMatchObject({ ok: true, checkout: { phase: { name: 'open' } } });
  await expect.poll(() => signals.length).toBe(1);
  expect(sent.at(-1)).toEqual({ ...sent.at(-2), at: expect.any(Number) });
  expect(signals[0]?.aborted).toBe(false);
  clock.advance(5);
  expect(signals[0]?.aborted).toBe(true);
});
