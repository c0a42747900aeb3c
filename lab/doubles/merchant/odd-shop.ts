import { createHash } from 'node:crypto';
import { serve } from '#mocks/hosting';
import { createWarpClock } from '#mocks/time';
import { type Config, decodeCheckpoint, encodeCheckpoint, type RunResult } from '#schemas';
import { run } from '#harness/run/session';
import { createTriggers } from '#harness/targets/triggers';

type Json = Record<string, unknown>;
interface Line {
  readonly id: string;
  readonly quantity: number;
}

/** The freedoms a shop takes; the plainest shop without any. */
export interface Oddity {
  readonly ids?: readonly string[];
  readonly baskets?: readonly string[];
  readonly trigger?: boolean;
  /** Baskets are made for users. */
  readonly users?: boolean;
  /** Changes to the basket before it goes out. */
  readonly basket?: (
    basket: Json & { products: Json[] },
    call: 'retrieve' | 'change',
    basketId: string,
    isLock: boolean,
  ) => Json;
  /** Undefined: the recalculation is answered with 422. */
  readonly lines?: (asked: readonly Line[], held: readonly Line[]) => readonly Line[] | undefined;
  readonly order?: (confirmation: Json) => Json;
  /** Such orders are answered with 404. */
  readonly declines?: (order: Json) => boolean;
  readonly catalogue?: readonly { readonly id: string; readonly updatedAt: string }[];
  readonly pageSize?: (limit: number) => number;
  readonly page?: (page: Json & { products: Json[] }) => Json;
  readonly orderMs?: number;
  readonly lifetimeMs?: number;
  /** A basket that has expired is answered with 410. */
  readonly forgets?: boolean;
  /** The status such a call is refused with. */
  readonly refuses?: (path: string, body: Json, basketId: string) => number | undefined;
  /** Areas that are answered with this status. */
  readonly out?: Readonly<Record<string, number>>;
  readonly config?: (config: Config) => Config;
}

const isHeld = ({ lines }: { readonly lines: readonly Line[] }, { id }: Line): boolean =>
  lines.some((line) => line.id === id);

const price = (id: string): number => 100 + (createHash('md5').update(id).digest()[0] ?? 0);

/** A small conformant shop with an oddity, certified over a real socket; the rows that are not as they should be. */
export const certify = async (
  odd: Oddity,
): Promise<{ readonly wrong: readonly string[]; readonly result: RunResult }> => {
  const clock = createWarpClock();
  const ids = odd.ids ?? ['v1', 'v2', 'v3'];
  const baskets = new Map<string, { lines: readonly Line[]; end: number }>();
  const orders = new Map<string, Json>();
  const open = (id: string, lines: readonly Line[], forMs = odd.lifetimeMs ?? 3_600_000) =>
    baskets.set(id, { lines, end: clock.now() + forMs });
  const fixtures = odd.baskets ?? ['demo-1', 'demo-2'];
  for (const id of fixtures)
    open(
      id,
      ids.slice(0, 2).map((one, index) => ({ id: one, quantity: 2 - index })),
    );
  const listed = odd.catalogue ?? ids.map((id) => ({ id, updatedAt: '2026-01-01T00:00:00.000Z' }));

  const show = (
    id: string,
    lines: readonly Line[],
    codes: readonly string[],
    call: 'retrieve' | 'change',
    isLock: boolean,
  ) => {
    const products = lines.map((line): Json & Line => ({
      ...line,
      name: line.id,
      images: [],
      unitPrice: price(line.id),
      linePrice: price(line.id) * line.quantity,
      originalUnitPrice: price(line.id),
      originalLinePrice: price(line.id) * line.quantity,
    }));
    const basket = {
      id,
      expiresAt: new Date(baskets.get(id)?.end ?? 0).toISOString(),
      price: {
        currency: 'PLN',
        basketValue: products.reduce((sum, line) => sum + price(line.id) * line.quantity, 0),
        discounts: codes.map((code) => ({ code, value: 0, error: 'INVALID' })),
      },
      deliveryOptions: [
        { key: 'CARRIER_A_COURIER', cost: 990 },
        { key: 'ELECTRONIC', cost: 0 },
      ],
      products,
    };
    return Response.json(odd.basket?.(basket, call, id, isLock) ?? basket);
  };
  const fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = request.method === 'POST' ? ((await request.json()) as Json) : {};
    const status = odd.out?.[`${url.pathname}${url.search === '?lock=true' ? '?lock' : ''}`];
    if (status !== undefined) return new Response('out of order', { status });
    const asksFor =
      url.searchParams.get('basketId') ?? String((body['basket'] as Json | undefined)?.['id'] ?? body['id']);
    const refusal = odd.refuses?.(`${url.pathname}${url.search === '?lock=true' ? '?lock' : ''}`, body, asksFor);
    if (refusal !== undefined) return new Response('not now', { status: refusal });
    if (url.pathname === '/new') {
      const id = `basket-${baskets.size}`;
      open(
        id,
        (body['lines'] as { variantId: string; quantity: number }[]).map(({ variantId, quantity }) => ({
          id: variantId,
          quantity,
        })),
        body['seconds'] === undefined ? undefined : Number(body['seconds']) * 1000,
      );
      return Response.json({ id });
    }
    if (url.pathname === '/catalogue') return page(url);
    if (url.pathname === '/order') {
      if (odd.orderMs !== undefined) await clock.sleep(odd.orderMs);
      if (odd.declines?.(body) === true) return new Response('not found', { status: 404 });
      const id = String(body['oaOrderId']);
      const confirmation = orders.get(id) ?? {
        oaOrderId: id,
        shopOrderId: `S${orders.size}`,
        returnPolicy: { maxReturnDays: 14 },
      };
      orders.set(id, confirmation);
      return Response.json(odd.order?.(confirmation) ?? confirmation);
    }
    const id = url.searchParams.get('basketId') ?? String(body['id']);
    const held = baskets.get(id) ?? baskets.get(fixtures.find((one) => one.startsWith(id)) ?? '');
    if (held === undefined) return new Response('no such basket', { status: 404 });
    if (odd.forgets && held.end < clock.now()) return new Response('gone', { status: 410 });
    if (url.pathname === '/basket') return show(id, held.lines, [], 'retrieve', false);
    const asked = (body['products'] as readonly Line[]).map((line) => ({ id: line.id, quantity: line.quantity }));
    const lines = odd.lines ? odd.lines(asked, held.lines) : asked;
    if (lines === undefined) return new Response('unknown product', { status: 422 });
    const supplied = lines.filter(
      (line) => [...ids, ...listed.map((one) => one.id)].includes(line.id) || isHeld(held, line),
    );
    const codes = (body['price'] as { discounts: { code: string }[] }).discounts.map(({ code }) => code);
    return show(id, supplied, codes, 'change', url.search === '?lock=true');
  };
  const page = (url: URL): Response => {
    const at = decodeCheckpoint(url.searchParams.get('checkpoint') ?? '');
    const limit = Number(url.searchParams.get('limit'));
    const after = listed.filter(({ id, updatedAt }) => {
      const epochMs = Date.parse(updatedAt);
      return at === undefined || epochMs > at.epochMs || (epochMs === at.epochMs && id > at.id);
    });
    const products = after.slice(0, Math.min(limit, odd.pageSize?.(limit) ?? limit)).map((one): Json & typeof one => ({
      ...one,
      name: one.id,
      status: 'ACTIVE',
      variants: [{ id: one.id, unitPrice: price(one.id), stock: { isAvailable: true } }],
    }));
    const last = products.at(-1);
    const nextCheckpoint = last && encodeCheckpoint({ epochMs: Date.parse(last.updatedAt), id: last.id });
    const body = { currency: 'PLN', products, ...(nextCheckpoint === undefined ? {} : { nextCheckpoint }) };
    return Response.json(odd.page?.(body) ?? body);
  };

  await using host = await serve(fetch);
  const at = (path: string) => `${host.url}${path}`;
  const plain: Config = {
    capabilities: { merchant: { basketChange: false } },
    merchant: {
      basketUrl: at('/basket'),
      recalculateUrl: at('/recalculate'),
      orderUrl: at('/order'),
      catalogueUrl: at('/catalogue'),
      fixtures: { baskets: [...fixtures], products: { inStock: [...ids] } },
    },
    ...(odd.trigger === false
      ? {}
      : {
          triggers: {
            createBasket: {
              http: {
                method: 'POST',
                url: at('/new'),
                body: { lines: '{{lines}}', ...(odd.users === true && { user: '{{loggedUser}}' }) },
              },
              result: '/id',
            },
          },
        }),
  };
  const config = odd.config?.(plain) ?? plain;
  const { signal } = new AbortController();
  const result = await run({
    suite: 'merchant',
    config,
    seed: 3,
    effort: 'quick',
    clock,
    signal,
    triggers: createTriggers(config.triggers, { signal }),
    command: ['run', 'merchant'],
  });
  const wrong = result.requirements.flatMap(({ id, status, violations }) =>
    status === 'failed' || status === 'warning'
      ? [`${id}: ${violations.map(({ message, actual }) => `${message} (${actual})`).join('; ')}`]
      : [],
  );
  return { wrong, result };
};
