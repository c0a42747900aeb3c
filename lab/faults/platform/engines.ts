import { randomUUID } from 'node:crypto';
import { jsonOf } from '#mocks/faults';
import type { Fetch, MerchantCalls, PlatformFault } from '#mocks/platform/faults/platform-fault';

const catalogue = ['platform/catalogue-sync'] as const;
const checkout = ['platform/checkout'] as const;

type AskCatalogue = MerchantCalls['catalogue'];
type PlaceOrder = MerchantCalls['order'];
type Page = Awaited<ReturnType<AskCatalogue>>;

const isEnd = (page: Page): boolean => page.kind !== 'answered' || page.body.products.length === 0;

/** Around every catalogue call, with what the one before came to. */
const catalogueFault =
  (ask: (sound: AskCatalogue, before: Page | undefined, ...call: Parameters<AskCatalogue>) => Promise<Page>) =>
  (calls: MerchantCalls): MerchantCalls => {
    let before: Page | undefined;
    return {
      ...calls,
      async catalogue(...call) {
        before = await ask(calls.catalogue, before, ...call);
        return before;
      },
    };
  };

const orderFault =
  (place: (sound: PlaceOrder, attempt: number, ...call: Parameters<PlaceOrder>) => ReturnType<PlaceOrder>) =>
  (calls: MerchantCalls): MerchantCalls => {
    let attempt = 0;
    return {
      ...calls,
      order(...call) {
        attempt += 1;
        return place(calls.order, attempt, ...call);
      },
    };
  };

const refused = { kind: 'refused', status: 400, reason: 'given up' } as const;

/** The catalogue and checkout engines. */
export const engineFaults = {
  'catalogue:always-full': {
    title: 'every synchronisation starts from the beginning',
    breaks: catalogue,
    calls: catalogueFault((sound, before, { checkpoint, limit }, signal) =>
      sound({ limit, ...(checkpoint !== undefined && before && !isEnd(before) && { checkpoint }) }, signal),
    ),
  },
  'catalogue:full-after-failure': {
    title: 'after a failed synchronisation the stored checkpoint is not used',
    breaks: catalogue,
    calls: catalogueFault((sound, before, { checkpoint, limit }, signal) =>
      sound({ limit, ...(checkpoint !== undefined && before?.kind === 'answered' && { checkpoint }) }, signal),
    ),
  },
  'catalogue:gives-up': {
    title: 'after a failure the catalogue is never asked for again',
    breaks: catalogue,
    calls: catalogueFault(async (sound, before, ...call) =>
      before !== undefined && before.kind !== 'answered' ? before : sound(...call),
    ),
  },
  'catalogue:first-page-only': {
    title: 'a synchronisation ends with its first page',
    breaks: catalogue,
    calls: catalogueFault(async (sound, before, ...call) =>
      before?.kind === 'answered' && before.body.products.length > 0
        ? { kind: 'answered', body: { ...before.body, products: [] } }
        : sound(...call),
    ),
  },
  'catalogue:checkpoint-stuck': {
    title: 'the checkpoint of the first synchronisation is kept for ever',
    breaks: catalogue,
    products: (store) => ({
      ...store,
      setCheckpoint: (checkpoint) => {
        if (store.checkpoint() === undefined) store.setCheckpoint(checkpoint);
      },
    }),
  },
  'checkout:no-retry': {
    title: 'an order that failed once is given up',
    breaks: checkout,
    calls: orderFault(async (sound, _, ...call) => {
      const answer = await sound(...call);
      return answer.kind === 'answered' ? answer : refused;
    }),
  },
  'checkout:gives-up-early': {
    title: 'an order is given up after three attempts',
    breaks: checkout,
    calls: orderFault(async (sound, attempt, ...call) => {
      const answer = await sound(...call);
      return answer.kind !== 'answered' && attempt >= 3 ? refused : answer;
    }),
  },
  'checkout:new-order-id': {
    title: 'every attempt to order has an oaOrderId of its own',
    breaks: checkout,
    calls: orderFault(async (sound, _, placement, signal) => {
      const answer = await sound({ ...placement, oaOrderId: randomUUID() }, signal);
      return answer.kind === 'answered'
        ? { kind: 'answered', body: { ...answer.body, oaOrderId: placement.oaOrderId } }
        : answer;
    }),
  },
  'checkout:ordered-twice': {
    title: 'an order is sent twice',
    breaks: checkout,
    calls: orderFault(async (sound, _, ...call) => {
      await sound(...call);
      return sound(...call);
    }),
  },
  'checkout:no-refund': {
    title: 'a transaction is rolled back without a refund',
    breaks: checkout,
    control:
      (next): Fetch =>
      async (request) => {
        const response = await next(request);
        if (!/^\/shops\/[^/]+\/checkouts\/[^/]+$/.test(new URL(request.url).pathname)) return response;
        const body = await jsonOf(response);
        return Response.json(
          { ...body, phase: { ...Object(body['phase']), refunded: false } },
          { status: response.status },
        );
      },
  },
} satisfies Readonly<Record<string, PlatformFault>>;
