import { parseTimestamp } from '#schemas';
import { isObject, type Json, type JsonObject, objectOf, textIn } from '../json.ts';
import type { WantedItem } from './restaurant/orders.ts';

/** Where an order belongs, as far as a till cares. */
export type Station =
  | { readonly kind: 'TABLE' | 'KIOSK'; readonly stationId: string }
  | { readonly kind: 'PICKUP' | 'DELIVERY' };

export const stationOf = (payload: JsonObject): Station => {
  const { type, stationId, stationKind } = objectOf(payload['orderContext']);
  if (type === 'PICKUP' || type === 'DELIVERY') return { kind: type };
  return { kind: stationKind === 'KIOSK' ? 'KIOSK' : 'TABLE', stationId: textIn(stationId) };
};

/** Order items are not finalised; that these tills look at a price is agreed (assume/unfinalised-shapes). */
export const agreedShapes = {
  'order-item': {
    type: 'object',
    required: ['listingId', 'quantity'],
    properties: {
      listingId: { type: 'string' },
      quantity: { type: 'number' },
      unitPrice: { type: 'object', required: ['value', 'currency'] },
    },
  },
};

export const wantedItems = (payload: JsonObject): readonly WantedItem[] =>
  listIn(payload['items']).map((item) => {
    const { listingId, quantity, unitPrice } = objectOf(item);
    const { value } = objectOf(unitPrice);
    return {
      listingId: textIn(listingId),
      quantity: typeof quantity === 'number' && quantity > 0 ? quantity : 1,
      ...(typeof value === 'number' && { unitPrice: value }),
    };
  });

/** The platform's number of a payment; undefined when the order is postpaid. */
export const paymentIdOf = (payload: JsonObject): string | undefined =>
  isObject(payload['payment']) ? textIn(payload['payment']['oaPaymentId']) : undefined;

/** The lines a bill is wanted for, however they are named; undefined when it is for all. */
export const wantedLines = (payload: JsonObject): readonly string[] | undefined =>
  payload['items'] === undefined ? undefined : listIn(payload['items']).map(lineIdOf);

const lineIdOf = (selector: Json): string => {
  if (!isObject(selector)) return typeof selector === 'string' ? selector : JSON.stringify(selector);
  return textIn(selector['lineId'] ?? selector['id'] ?? selector['posLineId']);
};

export const momentOf = (value: unknown): number | undefined => parseTimestamp(textIn(value))?.epochMs;

const listIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);
