import { bodyFaults, jsonOf, raceWindow } from '#mocks/faults';
import { type JsonObject, textOf } from '../../json.ts';
import { answering, idOf, inFrontOf, onBody } from './decorators.ts';
import type { FaultKit, FrontDecorator, MerchantFault } from './merchant-fault.ts';

/** Gives a repeated order another shopOrderId, or another answer, when `forgotten` says so. */
export const repeated = (
  make: (kit: FaultKit) => (order: JsonObject) => boolean,
  answer: (body: JsonObject, times: number) => JsonObject | Response = (body, times) => ({
    ...body,
    shopOrderId: `${textOf(body['shopOrderId'])}-${times}`,
  }),
): FrontDecorator =>
  onBody(['order'], (kit) => {
    const forgotten = make(kit);
    let times = 0;
    return (body, { request }) => (forgotten(request) ? answer(body, ++times) : body);
  });

export const seenBefore = (): ((order: JsonObject) => boolean) => {
  const seen = new Set<string>();
  return (order) => {
    const known = seen.has(idOf(order));
    seen.add(idOf(order));
    return known;
  };
};

/** Another answer for the copies that come while the first is under way and its caller is still there. */
export const meanwhile = (copies: (body: Response, count: number) => Promise<Response>): FrontDecorator =>
  inFrontOf('order', (next, kit) => {
    const underWay = new Map<string, Set<Request>>();
    return async (request) => {
      const id = idOf(await jsonOf(request));
      const copiesOf = underWay.get(id) ?? new Set();
      const ahead = [...copiesOf].filter(({ signal }) => !signal.aborted).length;
      underWay.set(id, copiesOf.add(request));
      const response = await next(request);
      await raceWindow(kit.clock);
      copiesOf.delete(request);
      return ahead === 0 ? response : copies(response, ahead);
    };
  });

export const renamed = async (response: Response, suffix: string): Promise<Response> => {
  const body = (await response.json()) as JsonObject;
  return Response.json(
    { ...body, shopOrderId: `${textOf(body['shopOrderId'])}-${suffix}` },
    { status: response.status },
  );
};

export const orderFaults = {
  'order:never-idempotent': {
    title: 'places every copy anew',
    breaks: ['order/idempotent', 'order/idempotent-concurrently', 'order/retry-after-silence'],
    front: repeated(seenBefore),
  },
  'order:remembers-only-the-last': {
    title: 'remembers the last oaOrderId only',
    breaks: ['order/idempotent'],
    front: repeated(() => {
      let last: string | undefined;
      const known = seenBefore();
      return (order) => {
        const again = known(order) && last !== idOf(order);
        last = idOf(order);
        return again;
      };
    }),
  },
  'order:slow': {
    title: 'takes 8.5 seconds',
    breaks: ['order/answers-in-8-seconds'],
    front: inFrontOf('order', (next, { clock }) => async (request) => {
      await clock.sleep(8500);
      return next(request);
    }),
  },
  'order:copies-race': {
    title: 'looks the oaOrderId up before and stores it after its work',
    breaks: ['order/idempotent-concurrently'],
    front: meanwhile((response, count) => renamed(response, String(count))),
  },
  'order:one-shop-order-id': {
    title: 'gives every order the same shopOrderId',
    breaks: ['order/distinct-orders'],
    front: onBody(['order'], () => (body) => ({ ...body, shopOrderId: 'DEMO' })),
  },
  ...bodyFaults(answering('order'), {
    'order:no-shop-order-id': ['no shopOrderId', 'order/confirmation-fields', '/shopOrderId'],
    'order:cut-echo': [
      'oaOrderId cut to a database column',
      'order/oa-order-id-echo',
      '/oaOrderId',
      (old) => textOf(old).slice(0, -1),
    ],
  }),
} as const satisfies Readonly<Record<string, MerchantFault>>;
