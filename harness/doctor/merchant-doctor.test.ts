import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant, merchantVariants } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import type { Config } from '#schemas';
import { createDispatcher } from '../client/dispatcher.ts';
import { createTriggers } from '../targets/triggers.ts';
import { examineMerchant } from './merchant-doctor.ts';
import { asFarAsNeeded, refusal } from './set-up-check.ts';

const basket = {
  id: 'b-1',
  expiresAt: '2999-01-01T00:00:00Z',
  price: { currency: 'EUR', basketValue: 100, discounts: [] },
  deliveryOptions: [],
  products: [{ id: 'v1', quantity: 1 }],
};

type Routes = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

const shop = async (routes: Routes = {}): Promise<Config> => {
  const all: Routes = {
    '/basket': () => Response.json(basket),
    '/recalculate': () => Response.json(basket),
    '/catalogue': () => Response.json({ currency: 'EUR', products: [] }),
    '/order': () => {
      throw new Error('the doctor placed an order');
    },
    ...routes,
  };
  const host = await serve(
    (request) => all[new URL(request.url).pathname]?.(request) ?? new Response(null, { status: 404 }),
  );
  onTestFinished(async () => await host[Symbol.asyncDispose]());
  return configFor(host.url);
};

const configFor = (url: string): Config => ({
  merchant: {
    basketUrl: `${url}/basket`,
    recalculateUrl: `${url}/recalculate`,
    orderUrl: `${url}/order`,
    catalogueUrl: `${url}/catalogue`,
    fixtures: { baskets: ['b-1', 'b-2'] },
  },
});

const examine = async (config: Config, limits = {}) => {
  const target = config.merchant ?? {};
  const dispatcher = createDispatcher(target, {});
  onTestFinished(async () => await dispatcher.destroy());
  const signal = new AbortController().signal;
  return await examineMerchant(config, target, { clock: systemClock, signal, dispatcher, env: {}, ...limits });
};

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('no', { status: code, headers });

test.each(merchantVariants)('the reference merchant %s is ready to be judged', async (variant) => {
  const merchant = createReferenceMerchant({ variant, clock: systemClock });
  const host = await serve(merchant.fetch);
  onTestFinished(async () => await host[Symbol.asyncDispose]());
  const checks = await examine(merchant.configuration(host.url), { triesFixtures: true });
  expect(checks.filter((check) => check.status !== 'ok')).toEqual([]);
});

test.each<[string, Routes, string, RegExp]>([
  ['a wrong token', { '/basket': status(401) }, 'merchant.headers', /does not accept our credentials/],
  ['unknown baskets', { '/basket': status(404) }, 'merchant.fixtures.baskets', /b-1, b-2.*merchant\.basketUrl/],
  ['a refusal of every basket', { '/basket': status(422) }, 'merchant.fixtures.baskets', /answered 422/],
  ['a retrieval address that takes no GET', { '/basket': status(405) }, 'merchant.basketUrl', /405/],
  [
    'a redirect',
    { '/basket': status(302, { location: 'https://elsewhere/' }) },
    'merchant.basketUrl',
    /elsewhere.*give the final URL/,
  ],
  ['an unknown recalculation address', { '/recalculate': status(404) }, 'merchant.recalculateUrl', /404/],
  ['a recalculation that wants other credentials', { '/recalculate': status(403) }, 'merchant.headers', /403/],
  ['an unknown catalogue address', { '/catalogue': status(404) }, 'merchant.catalogueUrl', /404/],
  [
    'a web page for a catalogue',
    { '/catalogue': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }) },
    'merchant.catalogueUrl',
    /web page/,
  ],
])('%s is a set-up problem', async (_, routes, key, message) => {
  const failed = (await examine(await shop(routes))).filter((check) => check.status === 'failed');
  expect(failed).toEqual([
    {
      name: expect.any(String),
      status: 'failed',
      key,
      message: expect.stringMatching(message),
      addresses: expect.any(Array),
    },
  ]);
});

test.each<[string, Routes]>([
  ['an error on every retrieval', { '/basket': status(500) }],
  ['a body that is no JSON', { '/basket': () => new Response('{"id":') }],
  ['a basket without its fields', { '/basket': () => Response.json({ id: 'b-1' }) }],
  ['a basket that is null', { '/basket': () => Response.json(null) }],
  ['an error on recalculation', { '/recalculate': status(500) }],
  ['an error on the catalogue', { '/catalogue': status(503) }],
  ['a limit on our rate', { '/basket': status(429) }],
])('%s is for the suite to judge', async (_, routes) => {
  expect(refusal(await examine(await shop(routes)))).toBeUndefined();
});

test('a basket shown under another id is recalculated only where no other is there, and a 404 then is for the suite', async () => {
  const baskets = ({ url }: Request) =>
    Response.json({ ...basket, id: `shown-as-${new URL(url).searchParams.get('basketId')}` });
  const checks = await examine(await shop({ '/basket': baskets, '/recalculate': status(404) }));
  expect(refusal(checks)).toBeUndefined();
  expect(checks.map(({ message }) => message)).toContain(
    'The basket b-1 is shown as shown-as-b-1, and a recalculation of that was answered 404, which the run will judge.',
  );
});

test('one address that never answers is for the suite to judge', async () => {
  const silent = await shop({ '/basket': () => new Promise<Response>(() => undefined) });
  // The others have to answer within it on a machine with other work.
  expect(refusal(await examine(silent, { answerLimitMs: 1000 }))).toBeUndefined();
});

test('a shop that has to wake up first is given the time', async () => {
  const wakesAt = Date.now() + 600;
  const asleep = () => sleep(wakesAt - Date.now(), Response.json(basket));
  const routes = { '/basket': asleep, '/recalculate': asleep, '/catalogue': asleep };
  expect(refusal(await examine(await shop(routes), { answerLimitMs: 300 }))).toBeUndefined();
});

test('an error of the merchant is told, and not ticked', async () => {
  const checks = await examine(await shop({ '/basket': status(500), '/catalogue': status(503) }));
  expect(checks.filter((check) => check.status !== 'ok').map(({ name, status: told }) => [name, told])).toEqual([
    ['basket retrieval', 'hint'],
    ['catalogue', 'hint'],
  ]);
});

test('a shop without a catalogue is told how to say so, and a run that needs none goes on', async () => {
  const checks = await examine(await shop({ '/catalogue': status(404) }));
  expect(refusal(checks)).toMatch(/capabilities\.merchant\.catalogue: false/);
  expect(refusal(asFarAsNeeded(checks, new Set(['merchant.basketUrl'])))).toBeUndefined();
  expect(refusal(asFarAsNeeded(checks, new Set(['merchant.catalogueUrl'])))).toBeDefined();
});

test('a product said to be in stock that cannot be had is a hint', async () => {
  const products = [...basket.products, { id: 'v9', quantity: 0, error: 'OUT_OF_STOCK' }];
  const config = await shop({ '/recalculate': () => Response.json({ ...basket, products }) });
  const fixtures = { ...config.merchant?.fixtures, products: { inStock: ['v9'] } };
  expect(await examine({ ...config, merchant: { ...config.merchant, fixtures } })).toContainEqual({
    name: 'fixtures',
    status: 'hint',
    key: 'merchant.fixtures.products.inStock',
    message: expect.stringContaining('v9'),
  });
});

test('before a run whose fixtures are not to be tried, one product is asked for', async () => {
  const asked: string[] = [];
  const config = await shop({
    '/recalculate': async (request) => {
      asked.push(await request.text());
      return Response.json(basket);
    },
  });
  const fixtures = { ...config.merchant?.fixtures, products: { inStock: ['v8', 'v9'], outOfStock: ['v7'] } };
  await examine({ ...config, merchant: { ...config.merchant, fixtures } });
  expect(asked.map((text) => JSON.parse(text).products.at(-1).id)).toEqual(['v1', 'v8']);
});

test('a trigger whose host nobody listens at is told, and the shop itself is not tried twice', async () => {
  const config = await shop();
  const triggers = {
    pushBasketChange: { http: { url: 'http://127.0.0.1:1/push' } },
    changeProduct: { http: { url: `${config.merchant?.basketUrl}/{{productId}}` } },
  };
  const checks = await examine({ ...config, triggers });
  expect(checks.filter(({ name }) => name === 'triggers')).toEqual([
    {
      name: 'triggers',
      status: 'hint',
      key: 'triggers.pushBasketChange',
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: the connection was refused/),
    },
  ]);
});

test('one basket that is gone is only a hint', async () => {
  const config = await shop({
    '/basket': (request) => (request.url.includes('b-2') ? new Response(null, { status: 404 }) : Response.json(basket)),
  });
  expect(await examine(config)).toContainEqual({
    name: 'basket retrieval',
    status: 'hint',
    key: 'merchant.fixtures.baskets',
    message: expect.stringContaining('b-2'),
    addresses: ['merchant.basketUrl'],
  });
});

test('where every id has characters that are encoded, decoding them is named as a possible cause', async () => {
  const config = await shop({ '/basket': status(404) });
  const refused = async (...baskets: string[]) =>
    refusal(await examine({ ...config, merchant: { ...config.merchant, fixtures: { baskets } } }));
  expect(await refused('a/1', 'ä+2')).toMatch(/decodes basketId, and once only/);
  expect(await refused('a/1', 'b-2')).not.toMatch(/decodes/);
});

test('an address where nothing listens names the key', async () => {
  const checks = await examine(configFor('http://127.0.0.1:1'));
  expect(refusal(checks)).toMatch(
    /127\.0\.0\.1:1 cannot be reached: the connection was refused.*\(merchant\.basketUrl\)/,
  );
});

test('a host that does not exist is said to be so', async () => {
  expect(refusal(await examine(configFor('http://nowhere.invalid')))).toMatch(/host name/);
});

test('a port that accepts and never answers ends the examination', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const silent = await examine(configFor(`http://127.0.0.1:${port}`), { answerLimitMs: 200 });
  expect(refusal(silent)).toMatch(/accepts connections but does not answer.*\(merchant\.basketUrl\)/);
  const noTls = await examine(configFor(`https://127.0.0.1:${port}`), { connectLimitMs: 200 });
  expect(refusal(noTls)).toMatch(/no TLS connection could be made within 0\.2 s/);
});

test('a clock that is off is a hint', async () => {
  const config = await shop({
    '/catalogue': () =>
      Response.json({ currency: 'EUR', products: [] }, { headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' } }),
    '/basket': () => Response.json(basket, { headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' } }),
  });
  expect(await examine(config)).toContainEqual({
    name: 'clock',
    status: 'hint',
    message: expect.stringMatching(/\d+ s behind ours/),
  });
});

test('a catalogue that is not claimed is not asked for, and its address gets a hint', async () => {
  const config = await shop({ '/catalogue': status(404) });
  const checks = await examine({ ...config, capabilities: { merchant: { catalogue: false } } });
  expect(checks.filter((check) => check.status !== 'ok')).toEqual([
    { name: 'claims', status: 'hint', message: expect.any(String), key: 'capabilities.merchant.catalogue' },
  ]);
});

const withBasketTrigger = async (answer: () => Response, routes: Routes = {}) => {
  const config = await shop({ '/baskets': answer, ...routes });
  const url = config.merchant?.basketUrl?.replace('/basket', '/baskets') ?? '';
  const triggers = { createBasket: { http: { url, body: { lines: '{{lines}}' } }, result: '/id' } };
  const { signal } = new AbortController();
  const checks = await examine({ ...config, triggers }, { triggers: createTriggers(triggers, { signal }) });
  return checks.filter(({ name }) => name === 'triggers');
};

test('a trigger that makes a basket is tried, and the basket retrieved', async () => {
  expect(await withBasketTrigger(() => Response.json({ id: 'new' }))).toEqual([
    { name: 'triggers', status: 'ok', message: 'createBasket made the basket new' },
  ]);
});

test.each([
  ['answers 404', () => new Response('no', { status: 404 }), {}, 'it answered 404'],
  ['answers no id', () => Response.json({ id: {} }), {}, 'which is no basket id'],
  [
    'makes what cannot be retrieved',
    () => Response.json({ id: 'lost' }),
    {
      '/basket': (request: Request) =>
        request.url.endsWith('lost') ? new Response(null, { status: 404 }) : Response.json(basket),
    },
    'cannot be retrieved: it was answered 404',
  ],
])('a trigger that %s is told before a run', async (_, answer, routes, message) => {
  expect(await withBasketTrigger(answer, routes)).toEqual([
    { name: 'triggers', status: 'hint', key: 'triggers.createBasket', message: expect.stringContaining(message) },
  ]);
});

test('an order address at which nothing is ends the doctor; a shop that misses the basket does not', async () => {
  const answers = async (order: (request: Request) => Response | Promise<Response>) => {
    const checks = await examine(await shop({ '/order': order }), { triesFixtures: true });
    return checks.flatMap(({ key, status: of }) => (key === 'merchant.orderUrl' ? [of] : []));
  };
  // As the shop answers all that is not there.
  const nowhere = ({ url }: Request) => Response.json({ message: `no POST ${new URL(url).pathname}` }, { status: 404 });
  const elsewhere = { '/order-no-such-address': nowhere };
  const all = await shop({ '/order': nowhere, ...elsewhere });
  const checks = await examine(all, { triesFixtures: true });
  expect(checks).toContainEqual(expect.objectContaining({ status: 'failed', key: 'merchant.orderUrl' }));
  expect((await examine(all)).some(({ key }) => key === 'merchant.orderUrl')).toBe(false);
  expect(await answers(() => Response.json({ error: 'no such basket' }, { status: 404 }))).toEqual([]);
  expect(await answers(() => new Response(null, { status: 404 }))).toEqual([]);
  expect(await answers(() => new Response(null, { status: 400 }))).toEqual([]);
});

test('all delivery keys that nobody agreed on are named at once, with the key that lists others', async () => {
  const deliveryOptions = ['DRONE', 'CARRIER_A_COURIER', 'PIGEON', 'DRONE'].map((key) => ({ key, cost: 1 }));
  const config = await shop({ '/basket': () => Response.json({ ...basket, deliveryOptions }) });
  const told = (await examine(config)).find(({ key }) => key === 'merchant.deliveryOptionKeys');
  expect(told).toMatchObject({ status: 'hint', message: expect.stringContaining('15 agreed ones: DRONE, PIGEON.') });
});

test('a catalogue that is no JSON is told before the run', async () => {
  const config = await shop({
    '/catalogue': () => new Response('\u001f\u008b', { headers: { 'content-type': 'x/y' } }),
  });
  expect(await examine(config)).toContainEqual(
    expect.objectContaining({
      status: 'hint',
      name: 'catalogue',
      message: expect.stringContaining('(200) is not JSON'),
    }),
  );
});

test('a shop that refuses a traceparent is told how to get none, and is not judged', async () => {
  const picky = (request: Request): Response =>
    request.headers.has('traceparent') ? new Response(null, { status: 431 }) : Response.json(basket);
  const config = await shop({ '/basket': picky });
  const refused = await examine(config);
  expect(refusal(refused)).toMatch(/refused with 431 .* \(merchant\.traceparent\)/);
  const without = await examine({ merchant: { ...config.merchant, traceparent: false } });
  expect(refusal(without)).toBeUndefined();
});
