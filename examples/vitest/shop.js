// A whole small shop: mugs, without discounts, locks or invoices. What a real one keeps in its database stands in maps here.
import { Hono } from 'hono';

const delivery = [{ key: 'CARRIER_A_COURIER', cost: 1500 }];
const validForMs = 30 * 60_000;
/** An order may come up to three minutes after its basket expired. */
const paymentMs = 3 * 60_000;

export const createShop = () => {
  const startedAt = Date.UTC(2026, 0, 1);
  /** In the order of the catalogue: by time of change, then by id. */
  const products = Array.from({ length: 12 }, (_, n) => ({
    id: `mug-${n}`,
    variant: `mug-${n}-blue`,
    name: `Mug no. ${n}`,
    price: 1000 + n,
    changedAt: startedAt + n * 1000,
    stock: n === 7 ? 0 : 1000,
  }));
  const byVariant = new Map(products.map((product) => [product.variant, product]));
  const baskets = new Map([
    ['b-1', { lines: [{ id: 'mug-1-blue', quantity: 1 }], expiresAt: 0 }],
    ['b-2', { lines: [{ id: 'mug-2-blue', quantity: 2 }], expiresAt: 0 }],
  ]);
  const orders = new Map();

  const lineOf = ({ id, quantity }) => {
    const { name, price, stock } = byVariant.get(id) ?? { name: id, price: 0, stock: 0 };
    const granted = Math.min(quantity, stock);
    return {
      id,
      name,
      images: [],
      quantity: granted,
      unitPrice: price,
      linePrice: price * granted,
      originalUnitPrice: price,
      originalLinePrice: price * granted,
      ...(granted < quantity && { error: granted === 0 ? 'OUT_OF_STOCK' : 'QUANTITY_TOO_BIG' }),
    };
  };

  /** A basket as it is answered; the lines are those of the request, or those that were put into it. */
  const show = (id, { requestId, lines, codes = [] }) => {
    const basket = baskets.get(id);
    basket.expiresAt = Date.now() + validForMs;
    const sums = new Map();
    for (const line of lines) sums.set(line.id, (sums.get(line.id) ?? 0) + line.quantity);
    const shown = [...sums].map(([variant, quantity]) => lineOf({ id: variant, quantity }));
    return {
      id,
      ...(requestId !== undefined && { requestId }),
      expiresAt: new Date(basket.expiresAt).toISOString(),
      price: {
        currency: 'PLN',
        basketValue: shown.reduce((sum, { linePrice }) => sum + linePrice, 0),
        discounts: codes.map((code) => ({ code, value: 0, error: 'INVALID' })),
      },
      deliveryOptions: delivery,
      products: shown,
    };
  };

  const app = new Hono();
  app.use('/oa/*', async (context, next) =>
    context.req.header('authorization') === 'Bearer mugs' ? next() : context.json({ error: 'who are you?' }, 401),
  );

  app.get('/oa/basket', (context) => {
    const id = context.req.query('basketId');
    const basket = baskets.get(id);
    return basket === undefined
      ? context.json({ error: 'no such basket' }, 404)
      : context.json(show(id, { lines: basket.lines }));
  });

  app.post('/oa/recalculate', async (context) => {
    const { id, requestId, products: lines, price } = await context.req.json();
    if (!baskets.has(id)) return context.json({ error: 'no such basket' }, 404);
    return context.json(show(id, { requestId, lines, codes: price?.discounts?.map(({ code }) => code) }));
  });

  app.post('/oa/order', async (context) => {
    const { oaOrderId, basket: asked } = await context.req.json();
    // The same order again is the same order.
    const known = orders.get(oaOrderId);
    if (known !== undefined) return context.json(known);
    const basket = baskets.get(asked.id);
    if (basket === undefined || Date.now() > basket.expiresAt + paymentMs)
      return context.json({ error: 'no such basket, or too late' }, 410);
    if (asked.products.some((line) => (byVariant.get(line.id)?.stock ?? 0) < line.quantity))
      return context.json({ error: 'not enough of it' }, 409);
    for (const line of asked.products) byVariant.get(line.id).stock -= line.quantity;
    const order = { oaOrderId, shopOrderId: `M-${orders.size + 1}`, returnPolicy: { maxReturnDays: 14 } };
    orders.set(oaOrderId, order);
    return context.json(order, 201);
  });

  app.get('/oa/catalogue', (context) => {
    const checkpoint = context.req.query('checkpoint');
    const limit = Number(context.req.query('limit') ?? 5);
    // base64 of "epoch milliseconds:id of the last product"
    const [, time, lastId] = /^(\d+):(.*)$/s.exec(Buffer.from(checkpoint ?? '', 'base64').toString()) ?? [];
    if (!(limit >= 1) || (checkpoint !== undefined && time === undefined))
      return context.json({ error: 'bad checkpoint or limit' }, 400);
    const isAfter = ({ changedAt, id }) =>
      time === undefined || changedAt > Number(time) || (changedAt === Number(time) && id > lastId);
    const page = products.filter(isAfter).slice(0, limit);
    const last = page.at(-1);
    return context.json({
      currency: 'PLN',
      products: page.map(({ id, name, variant, price, changedAt, stock }) => ({
        id,
        updatedAt: new Date(changedAt).toISOString(),
        name,
        status: 'ACTIVE',
        variants: [{ id: variant, unitPrice: price, stock: { isAvailable: stock > 0 } }],
      })),
      ...(last !== undefined && { nextCheckpoint: Buffer.from(`${last.changedAt}:${last.id}`).toString('base64') }),
    });
  });

  // For tests: what the shop's front end does when somebody fills a basket.
  app.post('/test/baskets', async (context) => {
    const { lines } = await context.req.json();
    const id = `b-${baskets.size + 1}`;
    baskets.set(id, { lines: lines.map(({ variantId, quantity }) => ({ id: variantId, quantity })), expiresAt: 0 });
    return context.json({ id }, 201);
  });

  return { fetch: app.fetch };
};
