import { type MerchantCall, calls, type Config } from '#schemas';
import { type Context, Hono } from 'hono';
import { readObject, readOrderPlacement, readReducedBasket } from '../incoming.ts';
import { type Labels, createAssortment, type Assortment } from '../inventory/assortment.ts';
import type { Product } from '../inventory/inventory.ts';
import type { ShopKind, ShopParts } from '../shop.ts';
import { type BasketService, createBasketService } from './basket-service.ts';
import { fixtureProducts } from '../fixtures.ts';
import { willowCodes, toMicroseconds } from './calculation.ts';

/** Whatever limit is asked for: a limit is a maximum. */
const largestPage = 7;
const shopJson = { 'content-type': 'application/vnd.shop+json', connection: 'close' };
const html = { 'content-type': 'text/html', connection: 'close' };

/** Willow, the stateless shop, by a young team: answers worked out from the request with nothing optional in them, ids in every script. */
export const statelessShop: ShopKind = {
  defaultSize: 41,
  assortment: (size) => createAssortment(size, willowLabels),
  open: (parts) => {
    const service = createBasketService(parts);
    const first = parts.inventory.after(undefined, 10).flatMap(({ variantIds }) => variantIds.slice(0, 1));
    const lines = new Map([0, 1, 8].flatMap((index) => (first[index] === undefined ? [] : [[first[index], 1]])));
    for (const id of willowBaskets) service.open(id, lines, []);
    const app = new Hono();
    app.use('/api/*', async (context, next) =>
      context.req.header('x-shop-token') === willowToken ? next() : refuse(context, 401),
    );
    mountCheckout(app, service);
    mountItems(app, parts);
    mountTestControl(app, service, parts, lines);
    return {
      fetch: async (request) => app.fetch(request),
      operationOf,
      configuration: (baseUrl) => willowConfiguration(baseUrl, parts.assortment),
    };
  },
};

const operationOf = (url: URL): MerchantCall | undefined => {
  if (url.pathname === '/api/orders/') return 'order';
  if (url.pathname === '/api/items') return 'catalogue';
  if (url.pathname !== '/api/checkout') return undefined;
  if (url.searchParams.get('part') === 'basket') return 'retrieval';
  return url.searchParams.get('lock') === 'true' ? 'lock' : 'recalculation';
};

const refuse = (context: Context, status: 400 | 401 | 404 | 409 | 410 | 422) =>
  context.body(`<!doctype html><title>${status}</title><p>Niestety.`, status, html);

const mountCheckout = (app: Hono, service: BasketService) => {
  app.get('/api/checkout', (context) => {
    const basket = service.retrieve(context.req.query('basketId') ?? '');
    return basket ? context.body(JSON.stringify(basket), 200, shopJson) : refuse(context, 410);
  });

  app.post('/api/checkout', async (context) => {
    const request = await readReducedBasket(context.req.raw);
    if (!request) return refuse(context, 400);
    const basket = service.recalculate(request, context.req.query('lock') === 'true');
    return basket ? context.body(JSON.stringify(basket), 200, shopJson) : refuse(context, 410);
  });

  app.post('/api/orders/', async (context) => {
    const placement = await readOrderPlacement(context.req.raw);
    if (!placement) return refuse(context, 400);
    const placed = service.order(placement);
    if (placed.kind === 'refused') return refuse(context, placed.status);
    const confirmation = {
      shopOrderId: placed.order.shopOrderId,
      oaOrderId: placement.oaOrderId,
      returnPolicy: { maxReturnDays: 0, note: 'bez zwrotów' },
    };
    return context.body(JSON.stringify(confirmation), placed.kind === 'new' ? 201 : 200, shopJson);
  });
};

const mountItems = (app: Hono, { catalogue, inventory }: ShopParts) => {
  const write = ({ id, updatedAt, index, unitPrice, variantIds }: Product) => ({
    id,
    updatedAt: toMicroseconds(updatedAt, index % 2 === 1),
    name: `Koszyk wiklinowy nr ${index} 🧺`,
    status: 'ACTIVE',
    variants: variantIds.map((variantId) => ({
      id: variantId,
      unitPrice: inventory.variant(variantId)?.unitPrice ?? unitPrice,
      stock: { isAvailable: (inventory.variant(variantId)?.stock ?? 0) > 0, warehouse: { city: 'Łódź' } },
    })),
  });
  app.get('/api/items', (context) => {
    const text = catalogue.read(new URL(context.req.url));
    const position = text === undefined ? undefined : catalogue.decode(text);
    const limit = Number(context.req.query('limit') ?? largestPage);
    if ((text !== undefined && !position) || !(limit >= 1)) return refuse(context, 400);
    // Some pages are shorter, long before the end.
    const most = position && position.epochMs % 4 === 0 ? 3 : largestPage;
    const page = catalogue.select(position, Math.min(limit, most));
    const last = page.at(-1);
    // An empty page repeats the checkpoint that led to it.
    const nextCheckpoint = last ? catalogue.encode(last) : text;
    const body = {
      products: page.map(write),
      currency: 'zł',
      ...(nextCheckpoint === undefined ? {} : { nextCheckpoint }),
    };
    return context.body(JSON.stringify(body), 200, shopJson);
  });
};

/** What the triggers of the configuration call. */
const mountTestControl = (
  app: Hono,
  service: BasketService,
  { inventory, send }: ShopParts,
  shortLived: ReadonlyMap<string, number>,
) => {
  let carts = 0;
  app.post('/test/carts', async (context) => {
    const { items, codes } = ((await readObject(context.req.raw)) ?? {}) as {
      items?: readonly { variantId: string; quantity: number }[];
      codes?: readonly string[];
    };
    const lifetime = context.req.query('lifetime');
    const id = `wózek ${++carts} 🛒`;
    const lines = new Map(items?.map(({ variantId, quantity }) => [variantId, quantity]) ?? shortLived);
    service.open(id, lines, codes ?? [], lifetime === undefined ? undefined : Number(lifetime));
    return context.json({ data: { id } }, 201);
  });
  app.put('/test/carts/:id/push', async (context) => {
    const to = String((await readObject(context.req.raw))?.['to']);
    const basket = service.retrieve(context.req.param('id'));
    if (!basket) return refuse(context, 404);
    // Accepted at once and pushed later; a platform that says no does not matter to whoever asked.
    const push = new Request(`${to}${calls.basketChange.path}`, {
      method: 'POST',
      body: JSON.stringify(basket),
      headers: shopJson,
    });
    void send(push).catch(() => undefined);
    return context.body(null, 202);
  });
  app.delete('/test/orders/:id', (context) => {
    service.cancel(context.req.param('id'));
    return context.body(null, 204);
  });
  for (const [method, change] of Object.entries({ PATCH: 'price', DELETE: 'remove' } as const))
    app.on(method, '/test/items/:id', (context) =>
      inventory.edit({ productId: context.req.param('id'), change, bump: true })
        ? context.body(null, 204)
        : refuse(context, 404),
    );
};

/** Code-point order, as a database with a binary UTF-8 collation sorts: astral characters after the whole BMP. */
const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const coded = (prefix: string) => (index: number) => `${prefix}-${index.toString(36)}`;

/** Ids in several scripts; twelve share one updatedAt, so that ties run across the border of a page of seven. */
const willowLabels: Labels = {
  groups: [
    ['A', 'Zażółć gęślą jaźń', 'a', 'ź:ó', 'ż', 'Ω', 'あ', '東京', '｡', 'ﾟ', '😀', '🛒👜'].map(coded),
    ['wierzba', 'łozina'].map(coded),
    ['~'].map(coded),
  ],
  variantIds: (id, index) => (index % 3 === 0 ? [`${id}/S`, `${id}/XL`] : [`${id}/•`]),
  parse: (id) => Number.parseInt(/-([0-9a-z]+)(\/[^/]*)?$/u.exec(id)?.[1] ?? '', 36),
  compareIds: byCodePoint,
  delists: false,
};

const willowToken = 'willow-Zm9v-c2VjcmV0';
const willowBaskets = ['koszyk-żółć', '篮子 2', '🧺3', 'k4', 'Ω'.repeat(36), 'k 6 / część'];

const willowConfiguration = (baseUrl: string, assortment: Assortment): Config => ({
  target: { name: 'Willow reference shop', version: '2' },
  merchant: {
    basketUrl: `${baseUrl}/api/checkout?shop=pl&part=basket`,
    recalculateUrl: `${baseUrl}/api/checkout?shop=pl&part=recalculation`,
    orderUrl: `${baseUrl}/api/orders/`,
    catalogueUrl: `${baseUrl}/api/items?shop=pl`,
    headers: { 'X-Shop-Token': willowToken, Authorization: 'Basic b2E6b2E=' },
    budget: { concurrency: 8 },
    fixtures: {
      baskets: [...willowBaskets],
      products: fixtureProducts(assortment),
      discountCodes: structuredClone(willowCodes),
    },
  },
  triggers: {
    createBasket: {
      http: { url: `${baseUrl}/test/carts`, method: 'POST', body: { items: '{{lines}}', codes: '{{discountCodes}}' } },
      result: '/data/id',
    },
    createShortLivedBasket: {
      http: { url: `${baseUrl}/test/carts?lifetime={{seconds}}`, method: 'POST' },
      result: '/data/id',
    },
    pushBasketChange: {
      http: { url: `${baseUrl}/test/carts/{{basketId}}/push`, method: 'PUT', body: { to: '{{platformUrl}}' } },
    },
    changeProduct: { http: { url: `${baseUrl}/test/items/{{productId}}`, method: 'PATCH' } },
    removeProduct: { http: { url: `${baseUrl}/test/items/{{productId}}`, method: 'DELETE' } },
    cancelOrder: { http: { url: `${baseUrl}/test/orders/{{oaOrderId}}`, method: 'DELETE' } },
  },
});
