import { jsonOf, raceWindow, refusal } from '#mocks/faults';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { idOf, inFrontOf, onBody } from '#mocks/merchant/faults/decorators';
import { picky } from './order.ts';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** What a basket shows as its order, by the basket, once it was ordered. */
const showingOrder = (
  shown: (oaOrderId: string, ordered: ReadonlyMap<string, string>) => string | number,
): FrontDecorator =>
  onBody(['order', 'retrieval'], () => {
    const ordered = new Map<string, string>();
    return (body, { request, url }) => {
      const { basket } = request;
      const oaOrderId = ordered.get(url.searchParams.get('basketId') ?? '');
      if (isObject(basket)) ordered.set(textOf(basket['id']), idOf(request));
      else if (oaOrderId !== undefined) body['oaOrderId'] = shown(oaOrderId, ordered);
      return body;
    };
  });

/** Orders that go another way through the shop, one that does not look whether it knows them. */
const placedAnew = (goesAnotherWay: (order: JsonObject) => boolean): FrontDecorator =>
  onBody(['order'], () => {
    const seen = new Map<string, number>();
    return (body, { request }) => {
      const times = seen.get(idOf(request)) ?? 0;
      seen.set(idOf(request), times + 1);
      return times > 0 && goesAnotherWay(request)
        ? { ...body, shopOrderId: `${textOf(body['shopOrderId'])}-${times}` }
        : body;
    };
  });

const basketOf = ({ basket }: JsonObject): JsonObject => (isObject(basket) ? basket : {});

const linesOf = (order: JsonObject): readonly JsonObject[] => objectsIn(basketOf(order)['products']);

const isBulk = (order: JsonObject): boolean => linesOf(order).some(({ quantity }) => Number(quantity) >= 10);

/** Long enough to notice that a caller hung up. */
const mostWindows = 4;

/** What is right for the plain order, and wrong for orders of one kind or once there is an order. */
export const orderWayFaults = {
  'basket:order-of-another': {
    title: 'shows baskets that were not ordered with the order that came last',
    breaks: ['order/oa-order-id-echo'],
    front: onBody(['order', 'retrieval', 'recalculation', 'lock'], () => {
      let last: string | undefined;
      return (body, { request }) => {
        if (isObject(request['basket'])) last = idOf(request);
        else if (last !== undefined) body['oaOrderId'] ??= last;
        return body;
      };
    }),
  },
  'order:shown-of-the-next': {
    title: 'writes an order into the basket that was ordered before it',
    breaks: ['order/oa-order-id-echo'],
    front: onBody(['order', 'retrieval'], () => {
      const ordered = new Map<string, string>();
      let last: string | undefined;
      return (body, { request, url }) => {
        const basketId = textOf(basketOf(request)['id']);
        const shown = ordered.get(url.searchParams.get('basketId') ?? '');
        if (shown !== undefined) body['oaOrderId'] = shown;
        if (!isObject(request['basket']) || ordered.has(basketId)) return body;
        if (last !== undefined) ordered.set(last, idOf(request));
        ordered.set(basketId, idOf(request));
        last = basketId;
        return body;
      };
    }),
  },
  'order:forgets-who-hung-up': {
    title: 'takes the products of an order whose caller hung up from the stock once more with the retry',
    breaks: ['order/retry-after-silence'],
    // The other shop does not count its stock.
    variants: ['granite'],
    front: inFrontOf('order', (next, { clock, inventory }) => {
      const abandoned = new Set<string>();
      return async (request) => {
        const order = await jsonOf(request);
        for (const line of abandoned.delete(idOf(order)) ? linesOf(order) : [])
          inventory.take(textOf(line['id']), Number(line['quantity']));
        const response = await next(request);
        for (let window = 0; window < mostWindows && !request.signal.aborted; window++) await raceWindow(clock);
        if (request.signal.aborted) abandoned.add(idOf(order));
        return response;
      };
    }),
  },
  'order:full-after-eight': {
    title: 'has room for eight orders, and crashes on every new one from then on',
    breaks: ['order/confirmed'],
    front: inFrontOf('order', (next) => {
      const known = new Set<string>();
      return async (request) => {
        const id = idOf(await jsonOf(request));
        if (!known.has(id) && known.size >= 8) return refusal(500);
        known.add(id);
        return next(request);
      };
    }),
  },
  'order:crashes-for-who-has-ordered': {
    title: 'crashes on the second order of a logged-in user',
    breaks: ['order/confirmed'],
    front: inFrontOf('order', (next) => {
      const first = new Map<Json, string>();
      return async (request) => {
        const order = await jsonOf(request);
        const { loggedUser = '' } = basketOf(order);
        if (loggedUser === '') return next(request);
        if (!first.has(loggedUser)) first.set(loggedUser, idOf(order));
        return first.get(loggedUser) === idOf(order) ? next(request) : refusal(500);
      };
    }),
  },
  'order:some-remembered': {
    title: 'remembers the last 20 orders, and places an earlier one anew when it comes again',
    breaks: ['order/idempotent'],
    front: onBody(['order'], () => {
      const last: string[] = [];
      const seen = new Set<string>();
      return (body, { request }) => {
        const id = idOf(request);
        const isForgotten = seen.has(id) && !last.includes(id);
        if (!last.includes(id)) last.push(id);
        if (last.length > 20) last.shift();
        seen.add(id);
        return isForgotten ? { ...body, shopOrderId: `${textOf(body['shopOrderId'])}-anew` } : body;
      };
    }),
  },
  'order:one-remembered-per-user': {
    title: 'remembers the last order of each logged-in user, and places an earlier one anew when it comes again',
    breaks: ['order/idempotent'],
    front: onBody(['order'], () => {
      const last = new Map<Json, string>();
      const seen = new Set<string>();
      return (body, { request }) => {
        const { loggedUser = '' } = basketOf(request);
        const id = idOf(request);
        const isForgotten = loggedUser !== '' && seen.has(id) && last.get(loggedUser) !== id;
        seen.add(id);
        last.set(loggedUser, id);
        return isForgotten ? { ...body, shopOrderId: `${textOf(body['shopOrderId'])}-again` } : body;
      };
    }),
  },
  'order:invoices-anew': {
    title: 'places every copy of an order with billingDetails anew',
    breaks: ['order/idempotent', 'order/idempotent-concurrently'],
    front: placedAnew((order) => order['billingDetails'] !== undefined),
  },
  'order:consents-anew': {
    title: 'places every copy of an order with consents anew',
    breaks: ['order/idempotent', 'order/idempotent-concurrently'],
    front: placedAnew((order) => objectsIn(order['consents']).length > 0),
  },
  'order:discounts-anew': {
    title: 'places every copy of an order with a discount anew',
    breaks: ['order/idempotent', 'order/idempotent-concurrently'],
    // Every basket of the other shop has a discount.
    variants: ['granite'],
    front: placedAnew((order) => objectsIn(Object(Object(order['basket']).price).discounts).length > 0),
  },
  'order:second-code-refused': {
    title: 'has room for one discount code, and answers 422 to an order with more',
    breaks: ['order/confirmed'],
    // At the other shop a code is part of every basket, so that no order has one alone.
    variants: ['granite'],
    front: picky(422, (order) => objectsIn(Object(basketOf(order)['price']).discounts).length > 1),
  },
  'order:one-for-each-basket': {
    title: 'answers every order of a basket with the confirmation of its first one',
    breaks: ['order/oa-order-id-echo', 'order/distinct-orders'],
    front: inFrontOf('order', (next) => {
      const first = new Map<string, Response>();
      return async (request) => {
        const basket = textOf(basketOf(await jsonOf(request))['id']);
        const answer = first.get(basket) ?? (await next(request));
        if (answer.ok) first.set(basket, answer);
        return answer.clone();
      };
    }),
  },
  'order:three-lines-at-most': {
    title: 'has room for three lines, and crashes on an order of more',
    breaks: ['order/confirmed'],
    front: picky(500, (order) => linesOf(order).length > 3),
  },
  'order:bulk-anew': {
    title: 'places every copy of an order of ten pieces and more anew',
    breaks: ['order/idempotent'],
    front: placedAnew(isBulk),
  },
  'order:bulk-refused': {
    title: 'has one digit for the pieces of a line: 422 for ten and more',
    breaks: ['order/confirmed'],
    front: picky(422, isBulk),
  },
  'order:second-consent-crashes': {
    title: 'has room for one consent, and crashes on more',
    breaks: ['order/optional-parts'],
    front: picky(500, (order) => objectsIn(order['consents']).length > 1),
  },
  'order:later-products-without-days': {
    title: 'leaves maxReturnDays out where a product is not one of its first five',
    breaks: ['order/confirmation-fields'],
    front: onBody(['order'], ({ inventory }) => (body, { request }) => {
      const isLater = linesOf(request).some(({ id }) => (inventory.variant(textOf(id))?.product.index ?? 0) > 4);
      return isLater ? { ...body, returnPolicy: {} } : body;
    }),
  },
  'retrieval:order-number-once-ordered': {
    title: 'shows the oaOrderId of a basket that has been ordered as a number',
    breaks: ['basket/oa-order-id'],
    front: showingOrder((_, { size }) => size),
  },
  'retrieval:first-order-of-all': {
    title: 'shows a basket that has been ordered with the oaOrderId of the first order there was',
    breaks: ['order/oa-order-id-echo'],
    front: showingOrder((_, ordered) => [...ordered.values()][0] ?? ''),
  },
  'retrieval:order-id-cut': {
    title: 'shows the oaOrderId of a basket that has been ordered cut to a database column',
    breaks: ['order/oa-order-id-echo'],
    front: showingOrder((oaOrderId) => oaOrderId.slice(0, 32)),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
