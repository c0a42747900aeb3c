import { type JsonObject, objectOf } from '#mocks/json';
import { onPayload, onWork } from '#mocks/pos/faults/decorators';
import { onOrders } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { paymentIdOf, stationOf, wantedItems } from '#mocks/pos/requests';

const reasons = 'submission/rejection-reasons';

/** What a till without a look at the stock sells in one kind of order. */
const unchecked = (kind: 'DELIVERY' | 'KIOSK', when: (payload: JsonObject) => boolean = () => true): TillDecorator =>
  onWork('OrderSubmissionRequested', () => async (command, step) => {
    const result = await step(command);
    const { success, rejectedItems = [] } = Object(result) as { success?: boolean; rejectedItems?: readonly unknown[] };
    const isOut = success === false && rejectedItems.length === 1;
    return isOut && stationOf(command.payload).kind === kind && when(command.payload)
      ? { success: true, acceptedItems: [{}] }
      : result;
  });

/** What is left, or what it costs, not looked at. */
export const stockFaults = {
  'stock:delivery-unchecked': {
    title: 'takes orders for a delivery whatever is left',
    breaks: [reasons],
    decorate: unchecked('DELIVERY'),
  },
  'stock:kiosk-unchecked': {
    title: 'takes orders of a kiosk whatever is left',
    breaks: [reasons],
    decorate: unchecked('KIOSK'),
  },
  'stock:prepaid-unchecked': {
    title: 'takes orders for a delivery that are paid, whatever is left',
    breaks: [reasons],
    decorate: unchecked('DELIVERY', (payload) => paymentIdOf(payload) !== undefined),
  },
  'stock:kiosk-uncounted': {
    title: 'takes orders of a kiosk for more than there is, once there is any',
    breaks: [reasons],
    decorate: unchecked('KIOSK', ({ items }) => Array.isArray(items) && Number(objectOf(items[0])['quantity']) > 1),
  },
  'stock:item-by-item': {
    title: 'looks at each item of an order by itself, so that two of them may take more of one listing than there is',
    breaks: [reasons],
    decorate: onOrders((submit, { listings }) => (order) => {
      const wanted = order.items.flatMap((item) => {
        const listing = listings.find(item.listingId);
        return listing ? [{ item, listing }] : [];
      });
      const ordered = submit(order);
      const isOneListing = new Set(order.items.map(({ listingId }) => listingId)).size === 1;
      const isEachThere = wanted.every(({ item, listing }) => item.quantity <= (listing.stock ?? 0));
      const isTogether = order.items.length > 1 && isOneListing && ordered.rejected.length > 0;
      return isTogether && isEachThere ? { accepted: wanted, rejected: [] } : ordered;
    }),
  },
  'stock:kiosk-apart': {
    title: 'takes what a kiosk sells off no stock',
    breaks: [reasons],
    // The other till accepts what it can of each order, so that none are left to ask for.
    variants: ['copper'],
    decorate: onWork('OrderSubmissionRequested', ({ restaurant: { listings } }) => async (command, step) => {
      const result = await step(command);
      if (objectOf(result)['success'] === true && stationOf(command.payload).kind === 'KIOSK')
        for (const { listingId, quantity } of wantedItems(command.payload)) listings.take(listingId, -quantity);
      return result;
    }),
  },
  'stock:last-kept': {
    title: 'rejects an order of just as many as there are',
    breaks: [reasons],
    decorate: onOrders((submit, { listings }) => (order) => {
      const isLast = order.items.some(({ listingId, quantity }) => listings.find(listingId)?.stock === quantity);
      if (!isLast) return submit(order);
      return { accepted: [], rejected: order.items.map((item) => ({ item, reason: 'INSUFFICIENT_STOCK' })) };
    }),
  },
  'stock:eaten-by-rejections': {
    title: 'takes off the stock what it rejects for its quantity',
    breaks: [reasons],
    decorate: onOrders((submit, { listings }) => (order) => {
      const ordered = submit(order);
      for (const { item, reason } of ordered.rejected)
        if (reason === 'INSUFFICIENT_STOCK') listings.take(item.listingId, 1);
      return ordered;
    }),
  },
  'order:stale-price-paid': {
    title: 'looks at no unitPrice of an order that is paid',
    breaks: ['submission/rejection-reasons'],
    decorate: onPayload('OrderSubmissionRequested', (given, { payload }) =>
      paymentIdOf(payload) === undefined
        ? given
        : { ...payload, items: wantedItems(payload).map(({ unitPrice: _, ...item }) => item) },
    ),
  },
} satisfies Readonly<Record<string, PosFault>>;
