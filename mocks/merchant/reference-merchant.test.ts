import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createManualClock } from '#mocks/time';
import { type Judgement, judge, type MerchantTarget, type Operation } from '#schemas';
import { createReferenceMerchant, type MerchantVariant, merchantVariants } from './index.ts';

const minute = 60_000;

/** A shop in process, with the five calls and its triggers. */
const open = (variant: MerchantVariant, catalogueSize?: number) => {
  const clock = createManualClock(Date.UTC(2026, 5, 1, 10));
  const pushed: unknown[] = [];
  const merchant = createReferenceMerchant({
    variant,
    clock,
    ...(catalogueSize === undefined ? {} : { catalogueSize }),
    send: async (request) => {
      pushed.push({ url: request.url, body: await request.json() });
      return new Response(null, { status: 204 });
    },
  });
  const { merchant: target = {}, triggers = {} } = merchant.configuration('http://shop.example');
  const send = async (url: string, body?: unknown) => {
    const response = await merchant.fetch(
      new Request(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: target.headers ?? {},
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const json = /\bjson\b/u.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: json ? JSON.parse(text) : text };
  };
  const add = (url: string | undefined, query: string) => `${url}${url?.includes('?') ? '&' : '?'}${query}`;
  return {
    clock,
    pushed,
    merchant,
    target,
    retrieve: (id: string) => send(add(target.basketUrl, `basketId=${encodeURIComponent(id)}`)),
    recalculate: (body: object) => send(target.recalculateUrl ?? '', body),
    lock: (body: object) => send(add(target.recalculateUrl, 'lock=true'), body),
    order: (body: object) => send(target.orderUrl ?? '', body),
    catalogue: (limit: number, checkpoint?: string) =>
      send(
        add(target.catalogueUrl, `limit=${limit}${checkpoint ? `&checkpoint=${encodeURIComponent(checkpoint)}` : ''}`),
      ),
    trigger: async (name: keyof typeof triggers, variables: Readonly<Record<string, unknown>>) => {
      const { http } = triggers[name] ?? {};
      const url = (http?.url ?? '').replaceAll(/\{\{(\w+)\}\}/gu, (_, key) =>
        encodeURIComponent(String(variables[key])),
      );
      const body = JSON.stringify(http?.body, (_, value) =>
        typeof value === 'string' && value.startsWith('{{') ? variables[value.slice(2, -2)] : value,
      );
      const response = await merchant.fetch(
        new Request(url, { method: http?.method ?? 'POST', ...(body && { body }) }),
      );
      return { status: response.status, text: await response.text() };
    },
  };
};

const faultless = (operation: Operation, body: unknown): readonly Judgement[] =>
  judge(operation, body).filter(({ outcome }) => outcome.status !== 'passed');

const placement = (
  oaOrderId: string,
  basket: { id: string; price: object; products: object[]; deliveryOptions: { key: string }[] },
) => ({
  oaOrderId,
  basket: { id: basket.id, price: { ...basket.price, deliveryCost: 0 }, products: basket.products },
  deliveryDetails: { type: 'COURIER', method: basket.deliveryOptions[0]?.key },
  billingDetails: { companyName: 'X' },
  paymentDetails: { currency: 'PLN', amount: 1 },
  consents: [],
});

const inStock = (target: MerchantTarget, index: number) => target.fixtures?.products?.inStock?.[index] ?? '';
const basketId = (target: MerchantTarget, index: number) => target.fixtures?.baskets?.[index] ?? '';
const lastUnit = (target: MerchantTarget) => target.fixtures?.products?.limited?.find(({ max }) => max === 1)?.id ?? '';

test.each(merchantVariants)('%s: every call answers with a flawless body', async (variant) => {
  const shop = open(variant);
  const id = basketId(shop.target, 0);
  const basket = await shop.retrieve(id);
  expect(basket.status).toBe(200);
  expect(faultless('retrieval', basket.body)).toEqual([]);
  const request = { id, requestId: 'r-1', products: [{ id: inStock(shop.target, 1), quantity: 5 }] };
  expect(faultless('recalculation', (await shop.recalculate(request)).body)).toEqual([]);
  const locked = await shop.lock(request);
  expect(faultless('lock', locked.body)).toEqual([]);
  const ordered = await shop.order(placement('o-1', locked.body));
  expect(ordered.status).toBeLessThan(300);
  expect(faultless('order', ordered.body)).toEqual([]);
  expect(faultless('catalogue', (await shop.catalogue(100)).body)).toEqual([]);
});

test.each(merchantVariants)('%s: a call without the token is refused', async (variant) => {
  const { merchant, target } = open(variant);
  expect((await merchant.fetch(new Request(target.catalogueUrl ?? ''))).status).toBe(401);
});

test.each(merchantVariants)('%s: every product is in the walk once, whatever the limit', async (variant) => {
  const shop = open(variant);
  const walk = async (limit: number) => {
    const ids: string[] = [];
    for (let checkpoint: string | undefined; ; ) {
      const { body } = await shop.catalogue(limit, checkpoint);
      if (body.products.length === 0) return ids;
      ids.push(...body.products.map((product: { id: string }) => product.id));
      checkpoint = body.nextCheckpoint;
    }
  };
  const whole = await walk(100);
  expect(new Set(whole).size).toBe(whole.length);
  expect(whole.length).toBeGreaterThan(40);
  for (const limit of [1, 2, 7]) expect(await walk(limit)).toEqual(whole);
});

test.each(merchantVariants)('%s: a change comes in the next synchronisation, a removal shows', async (variant) => {
  const shop = open(variant);
  let checkpoint: string | undefined;
  let first = '';
  for (let done = false; !done; ) {
    const { body } = await shop.catalogue(50, checkpoint);
    first ||= body.products[0].id;
    done = body.products.length === 0;
    checkpoint = body.nextCheckpoint ?? checkpoint;
  }
  expect((await shop.trigger('changeProduct', { productId: first })).status).toBeLessThan(300);
  const { body: changed } = await shop.catalogue(50, checkpoint);
  expect(changed.products.map(({ id }: { id: string }) => id)).toEqual([first]);
  await shop.trigger('removeProduct', { productId: first });
  const { body: removed } = await shop.catalogue(50, changed.nextCheckpoint);
  expect(removed.products.map(({ status }: { status: string }) => status)).toEqual(
    variant === 'granite' ? ['DELISTED'] : [],
  );
});

test.each(merchantVariants)(
  '%s: what is short is reported, and the last unit goes to one lock only',
  async (variant) => {
    const shop = open(variant);
    const [one, two] = [basketId(shop.target, 0), basketId(shop.target, 1)];
    const wish = (id: string, quantity: number) => ({ id, products: [{ id: lastUnit(shop.target), quantity }] });
    const lineOf = ({ body }: { body: { products: { id: string; quantity: number; error?: string }[] } }) =>
      body.products.find(({ id }) => id === lastUnit(shop.target));
    expect(lineOf(await shop.recalculate(wish(one, 2)))).toMatchObject({ quantity: 1, error: 'QUANTITY_TOO_BIG' });
    expect(lineOf(await shop.lock(wish(one, 1)))).not.toHaveProperty('error');
    expect(lineOf(await shop.lock(wish(two, 1)))).toMatchObject({ quantity: 0, error: expect.any(String) });
    shop.clock.advance(60 * minute);
    expect(lineOf(await shop.lock(wish(two, 1)))).not.toHaveProperty('error');
  },
);

test.each(merchantVariants)(
  '%s: an order is placed once, up to 3 minutes after expiresAt, and uses up stock',
  async (variant) => {
    const shop = open(variant);
    const id = basketId(shop.target, 0);
    const locked = await shop.lock({ id, products: [{ id: lastUnit(shop.target), quantity: 1 }] });
    shop.clock.advance(Date.parse(locked.body.expiresAt) - shop.clock.now() + 3 * minute);
    const answers = await Promise.all([1, 2, 3].map(() => shop.order(placement('o-1', locked.body))));
    expect(new Set(answers.map(({ body }) => body.shopOrderId)).size).toBe(1);
    shop.clock.advance(24 * 60 * minute);
    expect((await shop.order(placement('o-1', locked.body))).body.shopOrderId).toBe(answers[0]?.body.shopOrderId);
    const other = await shop.retrieve(basketId(shop.target, 1));
    const sold = { ...other.body, products: [{ id: lastUnit(shop.target), quantity: 1 }] };
    expect((await shop.order(placement('o-2', sold))).status).toBeGreaterThanOrEqual(400);
  },
);

test.each(merchantVariants)('%s: an order later than 3 minutes after expiresAt is refused', async (variant) => {
  const shop = open(variant);
  const { text } = await shop.trigger('createShortLivedBasket', { seconds: 5 });
  const made = /"(?:basketId|id)":"([^"]+)"/u.exec(text)?.[1] ?? '';
  const { body } = await shop.retrieve(made);
  expect(Date.parse(body.expiresAt)).toBe(shop.clock.now() + 5000);
  shop.clock.advance(5000 + 3 * minute + 1);
  expect((await shop.order(placement('o-1', body))).status).toBeGreaterThanOrEqual(400);
});

test.each(merchantVariants)('%s: a basket made by the trigger can be pushed', async (variant) => {
  const shop = open(variant);
  const lines = [{ variantId: inStock(shop.target, 0), quantity: 2 }];
  const { text } = await shop.trigger('createBasket', { lines });
  const made = /"(?:basketId|id)":"([^"]+)"/u.exec(text)?.[1] ?? '';
  await shop.trigger('pushBasketChange', { basketId: made, platformUrl: 'http://platform.example' });
  expect(shop.pushed).toMatchObject([
    { url: 'http://platform.example/merchant/v1/baskets/change', body: { id: made } },
  ]);
  expect(faultless('basketChange', (shop.pushed[0] as { body: unknown }).body)).toEqual([]);
});

test.each(merchantVariants)('%s: a million products are computed, not kept', async (variant) => {
  const shop = open(variant, 1_000_000);
  const middle = Buffer.from(`${Date.UTC(2024, 5, 1)}:x`).toString('base64');
  const { body } = await shop.catalogue(100, middle);
  expect(body.products.length).toBeGreaterThan(0);
  expect(Date.parse(body.products[0].updatedAt) || 0).toSatisfy((at: number) => at === 0 || at > Date.UTC(2024, 5, 1));
});

test.each(merchantVariants)('%s: behaves the same on a socket', async (variant) => {
  const clock = createManualClock(Date.UTC(2026, 5, 1));
  const merchant = createReferenceMerchant({ variant, clock });
  await using host = await serve(merchant.fetch);
  const { merchant: target = {} } = merchant.configuration(host.url);
  const id = basketId(target, 3);
  const address = `${target.basketUrl}${variant === 'willow' ? '&' : '?'}basketId=${encodeURIComponent(id)}`;
  const response = await fetch(address, { headers: target.headers ?? {} });
  expect(await response.json()).toMatchObject({ id });
});

test.each(merchantVariants)('%s: a cancelled order gives back what it has sold, once', async (variant) => {
  const shop = open(variant);
  const id = lastUnit(shop.target);
  const bought = async (basket: number, oaOrderId: string) => {
    const locked = await shop.lock({ id: basketId(shop.target, basket), products: [{ id, quantity: 1 }] });
    const wanted = { ...locked.body, products: [{ id, quantity: 1 }] };
    return (await shop.order(placement(oaOrderId, wanted))).status < 300;
  };
  expect([await bought(0, 'o-1'), await bought(1, 'o-2')]).toEqual([true, false]);
  for (const oaOrderId of ['o-1', 'o-1', 'unknown']) await shop.trigger('cancelOrder', { oaOrderId });
  expect([await bought(2, 'o-3'), await bought(3, 'o-4')]).toEqual([true, false]);
});
