import { type Command } from '../queue/command.ts';
import { isObject, type Json, type JsonObject, objectOf } from '../../json.ts';
import { paymentIdOf, stationOf, wantedItems } from '../requests.ts';
import type { Rejection } from '../restaurant/orders.ts';
import { onResult } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

const submission = 'OrderSubmissionRequested';

const rejectedIn = (result: JsonObject): JsonObject[] =>
  Array.isArray(result['rejectedItems']) ? result['rejectedItems'].filter((item) => isObject(item)) : [];

/** Changes an order of which a part is rejected. */
const onPartial = (change: (result: JsonObject, command: Command) => Json): TillDecorator =>
  onResult(submission, (result, command) => {
    const rejected = rejectedIn(result).length;
    return rejected > 0 && rejected < wantedItems(command.payload).length ? change(result, command) : undefined;
  });

const reasoning = (change: (reason: Json | undefined) => Rejection): TillDecorator =>
  onResult(submission, (result) => {
    for (const item of rejectedIn(result)) item['reasonCode'] = change(item['reasonCode']);
    return undefined;
  });

const allAccepted = (payload: JsonObject): JsonObject => ({
  success: true,
  acceptedItems: wantedItems(payload).map(({ quantity }) => ({ quantity })),
});

/** Orders taken, or refused, as they must not be. */
export const submissionFaults = {
  'order:own-reason': {
    title: 'rejects items with reasons of its own',
    breaks: ['submission/result-body'],
    decorate: onResult(submission, (result) => {
      for (const item of rejectedIn(result)) if (item['reasonCode'] === 'OUT_OF_STOCK') item['reasonCode'] = 'SOLD_OUT';
      return undefined;
    }),
  },
  'order:no-accepted-items': {
    title: 'does not say what was accepted',
    breaks: ['submission/result-body'],
    decorate: onResult(submission, (result) => {
      if (result['success'] === true) delete result['acceptedItems'];
      return undefined;
    }),
  },
  'order:none-listed': {
    title: 'accepts and lists nothing as accepted',
    breaks: ['submission/result-body'],
    decorate: onResult(submission, (result) => {
      if (result['success'] === true) result['acceptedItems'] = [];
      return undefined;
    }),
  },
  'order:first-listed': {
    title: 'lists only the first accepted item',
    breaks: ['submission/result-body'],
    decorate: onResult(submission, (result) => {
      const { success, acceptedItems } = result;
      if (success === true && Array.isArray(acceptedItems)) result['acceptedItems'] = acceptedItems.slice(0, 1);
      return undefined;
    }),
  },
  'order:rejected-listed-as-accepted': {
    title: 'lists what it rejected among what it accepted',
    breaks: ['submission/partial-is-failure'],
    decorate: onPartial((result, { payload }) => ({
      ...result,
      acceptedItems: wantedItems(payload).map(({ listingId }) => ({ listingId })),
    })),
  },
  'order:partial-success': {
    title: 'an order of which a part is accepted is a success',
    breaks: ['submission/partial-is-failure'],
    decorate: onPartial(({ rejectedItems: _, ...result }, { payload }) => ({ ...result, ...allAccepted(payload) })),
  },
  'order:partial-success-with-rejections': {
    title: 'says success, and lists what was rejected beside it',
    breaks: ['submission/partial-is-failure'],
    decorate: onPartial((result, { payload }) => ({ ...result, ...allAccepted(payload) })),
  },
  'order:one-reason': {
    title: 'whatever is wrong, the item is out of stock',
    breaks: ['submission/rejection-reasons'],
    decorate: reasoning(() => 'OUT_OF_STOCK'),
  },
  'order:stale-price-taken': {
    title: 'takes orders at a price of yesterday',
    breaks: ['submission/rejection-reasons'],
    decorate: ({ restaurant }) => {
      const { submit } = restaurant.orders;
      const withoutPrice = ({ listingId, quantity }: Parameters<typeof submit>[0]['items'][number]) => ({
        listingId,
        quantity,
      });
      return {
        restaurant: {
          ...restaurant,
          orders: {
            submit: (order: Parameters<typeof submit>[0]) => submit({ ...order, items: order.items.map(withoutPrice) }),
          },
        },
      };
    },
  },
  'order:closed-is-delisted': {
    title: 'rejects items for a closed table as delisted',
    breaks: ['submission/rejection-reasons'],
    decorate: reasoning((reason) => (reason === 'ORDER_CLOSED' ? 'DELISTED' : (reason as Rejection))),
  },
  'order:kiosk-silent': {
    title: 'says nothing about the order of a kiosk',
    breaks: ['submission/contexts'],
    decorate: onResult(submission, (_, { payload }) => (stationOf(payload).kind === 'KIOSK' ? 'none' : undefined)),
  },
  'order:postpaid-pickup-silent': {
    title: 'says nothing about a pickup that is not paid yet',
    breaks: ['submission/contexts'],
    decorate: onResult(submission, (_, { payload }) =>
      stationOf(payload).kind === 'PICKUP' && paymentIdOf(payload) === undefined ? 'none' : undefined,
    ),
  },
  'order:pickup-snapshot': {
    title: 'puts the snapshot of a table into the result of a pickup',
    breaks: ['submission/snapshot-and-receipt'],
    decorate: onResult(submission, (result, { payload }) => {
      if (result['success'] === true && stationOf(payload).kind === 'PICKUP')
        result['tableOrderSnapshot'] = {
          tableId: 'counter',
          status: 'OPEN',
          lines: [],
          totals: {},
          payments: [],
          updatedAt: '2026-01-01T00:00:00Z',
        };
      return undefined;
    }),
  },
  'order:undated-receipt': {
    title: 'the receipt of a prepaid order has no issuedAt',
    breaks: ['submission/snapshot-and-receipt'],
    decorate: onResult(submission, (result) => {
      if (isObject(result['receipt']))
        result['receipt'] = { receiptNumber: objectOf(result['receipt'])['receiptNumber'] };
      return undefined;
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
