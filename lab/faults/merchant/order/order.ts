import { jsonOf, refusal, raceWindow } from '#mocks/faults';
import { isObject, type JsonObject, textOf, objectsIn } from '#mocks/json';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { inFrontOf, idOf, onBody } from '#mocks/merchant/faults/decorators';
import { meanwhile, renamed, repeated, seenBefore } from '#mocks/merchant/faults/order';

/** Refuses the orders that `objects` says it cannot take. */
export const picky = (status: number, objects: (order: JsonObject) => boolean): FrontDecorator =>
  inFrontOf('order', (next) => async (request) => (objects(await jsonOf(request)) ? refusal(status) : next(request)));

export const detailsOf = (order: JsonObject): JsonObject =>
  isObject(order['deliveryDetails']) ? order['deliveryDetails'] : {};

/** What becomes of an order whose caller hung up before the answer was ready. */
const afterHangUp = (retry: (response: Response) => Promise<Response>): FrontDecorator =>
  inFrontOf('order', (next, kit) => {
    const abandoned = new Set<string>();
    return async (request) => {
      const id = idOf(await jsonOf(request));
      const response = await next(request);
      if (abandoned.has(id)) return retry(response);
      await raceWindow(kit.clock);
      if (request.signal.aborted) abandoned.add(id);
      return response;
    };
  });

/** Orders that are confirmed once too often, too late, or not at all. */
export const orderFaults = {
  'order:no-pickup': {
    title: 'crashes on a PICKUP delivery',
    breaks: ['order/every-delivery-option'],
    front: picky(500, (order) => detailsOf(order)['type'] === 'PICKUP'),
  },
  'order:free-courier-refused': {
    title: 'has a courier who costs nothing from 1,000.00 on, and declines orders at another cost than usual: 409',
    breaks: ['order/confirmed'],
    // The other shop has the cheapest delivery first.
    variants: ['granite'],
    front: onBody(['retrieval', 'recalculation', 'lock', 'order'], () => (body, { request }) => {
      const ordered = isObject(request['basket']) ? request['basket']['price'] : undefined;
      const isByCourier = textOf(detailsOf(request)['method']).endsWith('COURIER');
      if (isObject(ordered)) return isByCourier && ordered['deliveryCost'] === 0 ? refusal(409) : body;
      const isFree = isObject(body['price']) && Number(body['price']['basketValue']) >= 100_000;
      for (const option of isFree ? objectsIn(body['deliveryOptions']) : [])
        if (textOf(option['key']).endsWith('COURIER')) option['cost'] = 0;
      return body;
    }),
  },
  'order:billing-demanded': {
    title: 'demands billingDetails of everybody',
    breaks: ['order/optional-parts'],
    front: picky(422, (order) => order['billingDetails'] === undefined),
  },
  'order:forgets-after-seconds': {
    title: 'remembers an oaOrderId for three seconds',
    breaks: ['order/idempotent'],
    front: repeated(({ clock }) => {
      const first = new Map<string, number>();
      return (order) => {
        const at = first.get(idOf(order));
        if (at === undefined) first.set(idOf(order), clock.now());
        // Longer than all copies after a dropped connection take, which is for others to say.
        return at !== undefined && clock.now() - at > 3000;
      };
    }),
  },
  'order:repeat-crashes': {
    title: 'meets its own unique index on a repeat: 500',
    breaks: ['order/idempotent', 'order/idempotent-concurrently', 'order/retry-after-silence'],
    front: repeated(seenBefore, () => refusal(500)),
  },
  'order:repeat-at-new-price': {
    title: 'looks at the prices of an order before it looks its oaOrderId up: 409 once one has changed',
    breaks: ['order/idempotent'],
    front: repeated(
      ({ inventory }) => {
        const prices = new Map<string, string>();
        return (order) => {
          const basket = isObject(order['basket']) ? order['basket'] : {};
          const lines = objectsIn(basket['products']).map(({ id }) => inventory.variant(textOf(id))?.unitPrice);
          const [now, before] = [JSON.stringify(lines), prices.get(idOf(order))];
          prices.set(idOf(order), before ?? now);
          return before !== undefined && before !== now;
        };
      },
      () => refusal(409),
    ),
  },
  'order:repeat-takes-stock': {
    title: 'answers a repeat as the first time, and takes its products from the stock once more',
    breaks: ['order/idempotent'],
    // The other shop does not count its stock.
    variants: ['granite'],
    front: repeated(({ inventory }) => {
      const known = seenBefore();
      return (order) => {
        const again = known(order);
        const basket = isObject(order['basket']) ? order['basket'] : {};
        for (const line of again ? objectsIn(basket['products']) : [])
          inventory.take(textOf(line['id']), Number(line['quantity']));
        return false;
      };
    }),
  },
  'order:copies-crash': {
    title: 'a copy that comes meanwhile dead-locks: 500',
    breaks: ['order/idempotent-concurrently'],
    front: meanwhile(async () => refusal(500)),
  },
  'order:slow-now-and-then': {
    title: 'every second order waits 9 seconds for the warehouse',
    breaks: ['order/answers-in-8-seconds'],
    front: inFrontOf('order', (next, { clock }) => {
      let orders = 0;
      return async (request) => {
        if (++orders % 2 === 0) await clock.sleep(9000);
        return next(request);
      };
    }),
  },
  'order:id-of-the-day': {
    title: 'gives the orders of a day one shopOrderId',
    breaks: ['order/distinct-orders'],
    front: onBody(['order'], () => (body, { clock }) => ({
      ...body,
      shopOrderId: new Date(clock.now()).toISOString().slice(0, 10),
    })),
  },
  'order:second-is-the-first': {
    title: 'gives the second order it ever takes the shopOrderId of the first',
    breaks: ['order/distinct-orders'],
    front: onBody(['order'], () => {
      let first: { readonly oaOrderId: string; readonly shopOrderId: string } | undefined;
      let second: string | undefined;
      return (body, { request }) => {
        const oaOrderId = idOf(request);
        first ??= { oaOrderId, shopOrderId: textOf(body['shopOrderId']) };
        if (oaOrderId !== first.oaOrderId) second ??= oaOrderId;
        return oaOrderId === second ? { ...body, shopOrderId: first.shopOrderId } : body;
      };
    }),
  },
  'order:no-courier': {
    title: 'refuses a COURIER delivery',
    breaks: ['order/every-delivery-option'],
    front: picky(422, (order) => detailsOf(order)['type'] === 'COURIER'),
  },
  'order:discount-crashes': {
    title: 'crashes on a basket with a discount',
    breaks: ['order/confirmed'],
    front: picky(500, (order) => {
      const { price } = isObject(order['basket']) ? order['basket'] : {};
      return objectsIn(isObject(price) ? price['discounts'] : undefined).length > 0;
    }),
  },
  'order:billing-crashes': {
    title: 'crashes on billingDetails',
    breaks: ['order/optional-parts'],
    front: picky(500, (order) => order['billingDetails'] !== undefined),
  },
  'order:consent-demanded': {
    title: 'demands at least one consent',
    breaks: ['order/optional-parts'],
    front: picky(422, (order) => objectsIn(order['consents']).length === 0),
  },
  'order:consent-crashes': {
    title: 'crashes on consents',
    breaks: ['order/optional-parts'],
    front: picky(500, (order) => objectsIn(order['consents']).length > 0),
  },
  'order:stuck-in-processing': {
    title: 'an order whose caller hung up stays in processing: 409 for ever',
    breaks: ['order/retry-after-silence'],
    front: afterHangUp(async () => refusal(409)),
  },
  'order:rolled-back': {
    title: 'an order whose caller hung up is placed again by the retry',
    breaks: ['order/retry-after-silence', 'order/idempotent'],
    front: afterHangUp((response) => renamed(response, 'again')),
  },
  'order:retry-crashes': {
    title: 'the retry of an order whose caller hung up crashes',
    breaks: ['order/retry-after-silence'],
    front: afterHangUp(async () => refusal(500)),
  },
  'order:electronic-invoice-refused': {
    title: 'has no address to make an invoice out to where nothing is delivered: 422',
    breaks: ['order/every-delivery-option'],
    // The other shop delivers nothing by e-mail.
    variants: ['granite'],
    front: picky(422, (order) => detailsOf(order)['type'] === 'ELECTRONIC' && order['billingDetails'] !== undefined),
  },
  'order:guest-pickup-refused': {
    title: 'hands nothing over to whom it does not know: 422',
    breaks: ['order/every-delivery-option'],
    // Every basket of the other shop has a user.
    variants: ['willow'],
    front: picky(
      422,
      (order) => detailsOf(order)['type'] === 'PICKUP' && Object(order['basket']).loggedUser === undefined,
    ),
  },
  'order:discounted-invoice-crashes': {
    title: 'crashes on an invoice with a discount',
    breaks: ['order/optional-parts'],
    // Every basket of the other shop has a discount.
    variants: ['granite'],
    front: picky(
      500,
      (order) =>
        order['billingDetails'] !== undefined && objectsIn(Object(Object(order['basket']).price).discounts).length > 0,
    ),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
