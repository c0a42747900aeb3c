import { type MerchantCall, calls, type Config, type CatalogueProduct } from '#schemas';
import { Hono } from 'hono';
import { readObject, readOrderPlacement, readReducedBasket } from '../incoming.ts';
import { type Labels, createAssortment, type Assortment } from '../inventory/assortment.ts';
import type { ShopKind, ShopParts } from '../shop.ts';
import { type BasketService, createBasketService } from './basket-service.ts';
import { type Line, graniteCodes } from './baskets.ts';
import { fixtureProducts } from '../fixtures.ts';
import type { Goods, Product } from '../inventory/inventory.ts';

const largestPage = 100;
const json = { 'content-type': 'application/json; charset=utf-8' };

const operations: Readonly<Record<string, MerchantCall>> = {
  '/oa/basket': 'retrieval',
  '/oa/recalculate': 'recalculation',
  '/oa/order': 'order',
  '/oa/catalogue': 'catalogue',
};

/** Granite, the stateful shop, by an old-school team: one server-side basket per customer, every field filled in, ASCII ids. */
export const statefulShop: ShopKind = {
  defaultSize: 43,
  assortment: (size) => createAssortment(size, graniteLabels),
  open: (parts) => {
    const service = createBasketService(parts);
    const stock = parts.inventory.after(undefined, 10);
    const variants = stock.flatMap(({ variantIds }) => variantIds);
    const lines = (...positions: number[]): Line[] =>
      positions.map((position, index) => ({ id: variants[position] ?? '', quantity: index + 1 }));
    for (const id of graniteBaskets) service.open({ id, lines: lines(0, 1), codes: [] });

    const app = new Hono();
    app.use('/oa/*', async (context, next) => {
      if (context.req.header('authorization') !== `Bearer ${graniteToken}`)
        return context.json({ message: 'who are you?' }, 401, json);
      return next();
    });
    mountCalls(app, service, parts);
    mountTestControl(app, service, parts, lines(0, 4));
    return {
      fetch: async (request) => app.fetch(request),
      operationOf,
      configuration: (baseUrl) => graniteConfiguration(baseUrl, parts.assortment),
    };
  },
};

const operationOf = (url: URL): MerchantCall | undefined =>
  url.searchParams.get('lock') === 'true' ? 'lock' : operations[url.pathname];

const mountCalls = (app: Hono, service: BasketService, { catalogue, inventory }: ShopParts) => {
  app.get('/oa/basket', (context) => {
    const basket = service.show(context.req.query('basketId') ?? '');
    return basket ? context.json(basket, 200, json) : context.json({ error: 'NO_BASKET' }, 404, json);
  });

  app.post('/oa/recalculate', async (context) => {
    const request = await readReducedBasket(context.req.raw);
    if (!request) return context.json({ error: 'BAD_REQUEST' }, 400, json);
    const basket = service.change(request, context.req.query('lock') === 'true');
    return basket ? context.json(basket, 200, json) : context.json({ error: 'NO_BASKET' }, 404, json);
  });

  app.post('/oa/order', async (context) => {
    const placement = await readOrderPlacement(context.req.raw);
    if (!placement) return context.json({ error: 'BAD_REQUEST' }, 400, json);
    const answer = service.order(placement);
    return 'refused' in answer
      ? context.json({ error: answer.refused }, 409, json)
      : context.json(answer.confirmation, 200, json);
  });

  app.get('/oa/catalogue', (context) => {
    const text = catalogue.read(new URL(context.req.url));
    const position = text === undefined ? undefined : catalogue.decode(text);
    const limit = Number(context.req.query('limit') ?? largestPage);
    if ((text !== undefined && !position) || !Number.isSafeInteger(limit) || limit < 1)
      return context.json({ error: 'BAD_REQUEST' }, 400, json);
    const page = catalogue.select(position, Math.min(limit, largestPage));
    const last = page.at(-1);
    return context.json(
      {
        currency: 'PLN',
        products: page.map((product) => writeProduct(product, inventory.variant)),
        ...(last ? { nextCheckpoint: catalogue.encode(last) } : {}),
      },
      200,
      json,
    );
  });
};

/** What the triggers of the configuration call. */
const mountTestControl = (
  app: Hono,
  service: BasketService,
  { inventory, send }: ShopParts,
  shortLived: readonly Line[],
) => {
  app.post('/test/baskets', async (context) => {
    const { lines, discountCodes, loggedUser } = ((await readObject(context.req.raw)) ?? {}) as {
      lines?: readonly { variantId: string; quantity: number }[];
      discountCodes?: readonly string[];
      loggedUser?: string;
    };
    const basketId = service.open({
      lines: (lines ?? []).map(({ variantId, quantity }) => ({ id: variantId, quantity })),
      ...(discountCodes ? { codes: discountCodes } : {}),
      ...(loggedUser === undefined ? {} : { loggedUser }),
    });
    return context.json({ basketId });
  });
  app.post('/test/short-baskets', async (context) => {
    const seconds = Number((await readObject(context.req.raw))?.['seconds']);
    return context.json({ basketId: service.open({ lines: shortLived, seconds }) });
  });
  app.post('/test/push', async (context) => {
    const { basketId, platformUrl } = (await readObject(context.req.raw)) ?? {};
    const basket = service.addOne(String(basketId));
    if (!basket) return context.json({ error: 'NO_BASKET' }, 404);
    const body = JSON.stringify(basket);
    const answer = await send(
      new Request(`${String(platformUrl)}${calls.basketChange.path}`, { method: 'POST', body, headers: json }),
    );
    return context.json({ platformAnswered: answer.status });
  });
  app.post('/test/cancel', async (context) => {
    service.cancel(String((await readObject(context.req.raw))?.['oaOrderId']));
    return context.json({ done: true });
  });
  for (const change of ['price', 'delist'] as const)
    app.post(change === 'price' ? '/test/change' : '/test/remove', async (context) => {
      const productId = String((await readObject(context.req.raw))?.['productId']);
      return inventory.edit({ productId, change, bump: true }) ? context.json({ done: true }) : context.json({}, 404);
    });
};

const coded = (prefix: string) => (index: number) => `${prefix}.${index.toString(36)}`;
// Numbers of different lengths, where numeric and lexicographic order are opposites.
const numbered = (rank: number) => (index: number) => `${rank}${String(index).padStart(9, '0')}${'0'.repeat(3 - rank)}`;

/** ASCII ids with punctuation that Base64 turns into `+` and `/`, and mixed case; compared by UTF-16 unit. */
const graniteLabels: Labels = {
  groups: [
    [coded('G')],
    ['A:', 'Z~', 'a?', '~>', '~~'].map(coded),
    [1, 2, 3].map(numbered),
    ['#1', '+2', '/3', '10', '9', '?', 'AB', 'aB', 'aa'].map(coded),
  ],
  // Single-variant products; every other one shares its id with the product.
  variantIds: (id, index) => [index % 2 === 0 ? id : `v/${id}`],
  parse: (id) => {
    const bare = id.replace(/^v\//u, '');
    const code = /\.([0-9a-z]+)$/u.exec(bare)?.[1];
    return code === undefined ? Number(bare.slice(1, 10)) : Number.parseInt(code, 36);
  },
  compareIds: (one, other) => (one < other ? -1 : one > other ? 1 : 0),
  delists: true,
};

const graniteToken = 'granite-4f1c9a7e';
const graniteBaskets = ['demo-1', 'Demo:2', 'b~3', 'G+4/a b?=&%', '5'.repeat(36), 'demo-6'];

const graniteConfiguration = (baseUrl: string, assortment: Assortment): Config => {
  const http = (path: string, body: object) => ({ http: { method: 'POST', url: `${baseUrl}${path}`, body } });
  return {
    target: { name: 'Granite reference shop', version: '1' },
    merchant: {
      basketUrl: `${baseUrl}/oa/basket`,
      recalculateUrl: `${baseUrl}/oa/recalculate`,
      orderUrl: `${baseUrl}/oa/order`,
      catalogueUrl: `${baseUrl}/oa/catalogue`,
      headers: { Authorization: `Bearer ${graniteToken}` },
      fixtures: {
        baskets: [...graniteBaskets],
        products: fixtureProducts(assortment),
        discountCodes: structuredClone(graniteCodes),
      },
    },
    triggers: {
      createBasket: {
        ...http('/test/baskets', {
          lines: '{{lines}}',
          discountCodes: '{{discountCodes}}',
          loggedUser: '{{loggedUser}}',
        }),
        result: '/basketId',
      },
      createShortLivedBasket: { ...http('/test/short-baskets', { seconds: '{{seconds}}' }), result: '/basketId' },
      pushBasketChange: http('/test/push', { basketId: '{{basketId}}', platformUrl: '{{platformUrl}}' }),
      changeProduct: http('/test/change', { productId: '{{productId}}' }),
      removeProduct: http('/test/remove', { productId: '{{productId}}' }),
      cancelOrder: http('/test/cancel', { oaOrderId: '{{oaOrderId}}' }),
    },
  };
};

/** Every optional field filled in; only tracked stock has a quantity. */
const writeProduct = (
  product: Product,
  goods: (variantId: string) => Goods | undefined,
): CatalogueProduct & { readonly shelf: string } => {
  const { index } = product;
  const write = (id: string) => {
    const stock = goods(id)?.stock ?? 0;
    return {
      id,
      name: `Stoneware no. ${index}`,
      ean: index % 3 === 0 ? '' : `590${String(index).padStart(10, '0')}`,
      unitPrice: product.unitPrice,
      originalUnitPrice: product.unitPrice + 100,
      stock:
        stock === Number.POSITIVE_INFINITY
          ? { isAvailable: true }
          : { isAvailable: stock > 0, availableQuantity: Math.max(0, stock) },
      measurement: { type: 'WEIGHT', quantityValue: 0.5, quantityUnit: 'KG', referenceValue: 100, referenceUnit: 'G' },
    };
  };
  const [first = product.id, ...others] = product.variantIds;
  return {
    id: product.id,
    updatedAt: new Date(product.updatedAt).toISOString(),
    name: `Stoneware no. ${index}`,
    description: 'Fired twice.',
    brandName: 'Granite',
    categories: ['Home', 'Kitchen'],
    images: [`https://granite.example/img/${index}.jpg`],
    url: `https://granite.example/p/${index}`,
    status: product.delisted ? 'DELISTED' : 'ACTIVE',
    variants: [write(first), ...others.map(write)],
    shelf: `S${index % 7}`,
  };
};
