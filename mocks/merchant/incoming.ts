import type { OrderPlacement, ReducedBasket } from '#schemas';
import { isObject, type JsonObject } from '#traffic';

/** The body of a recalculation or lock; undefined when it is none. */
export const readReducedBasket = async (request: Request): Promise<ReducedBasket | undefined> => {
  const body = await readObject(request);
  const lines = body?.['products'];
  const fine =
    typeof body?.['id'] === 'string' &&
    Array.isArray(lines) &&
    lines.every((line) => typeof line?.id === 'string' && Number.isSafeInteger(line.quantity) && line.quantity >= 0);
  return fine ? (body as unknown as ReducedBasket) : undefined;
};

/** The body of an order placement; undefined when it is none. */
export const readOrderPlacement = async (request: Request): Promise<OrderPlacement | undefined> => {
  const body = await readObject(request);
  const basket = body?.['basket'] as Partial<OrderPlacement['basket']> | undefined;
  const fine =
    typeof body?.['oaOrderId'] === 'string' &&
    typeof basket?.id === 'string' &&
    Array.isArray(basket.products) &&
    typeof body['deliveryDetails'] === 'object';
  return fine ? (body as unknown as OrderPlacement) : undefined;
};

export const readObject = async (request: Request): Promise<JsonObject | undefined> => {
  const body: unknown = await request.json().catch(() => undefined);
  return isObject(body) ? body : undefined;
};
