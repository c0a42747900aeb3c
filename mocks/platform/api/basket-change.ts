import { type Basket, type BasketChangeError, firstViolation, parseTimestamp, type ShapeSettings } from '#schemas';
import { type Answer, refusal } from '../calls/answer.ts';
import type { Memory } from '../state/retention.ts';

// Errors › Basket change errors: three names, all 400.
export const basketChangeErrors = {
  InvalidBasketException: 'The body is not a valid basket, or not of a basket the platform has loaded.',
  MissingDeliveryOptionsException: 'The basket offers no delivery option.',
  BasketExpiredException: 'The basket expired before it arrived.',
} as const satisfies Readonly<Record<BasketChangeError, string>>;

/** Which baskets the platform shows to a user, and what it will answer to the next change of one. */
export type BasketChanges = ReturnType<typeof createBasketChanges>;

/** `known`: the ids of the baskets a user is shown. */
export const createBasketChanges = (known: Memory<true>, shapes: ShapeSettings = {}) => {
  const rejections: BasketChangeError[] = [];
  return {
    /** The platform has loaded this basket, so that its merchant may push changes of it. */
    loaded(basketId: string) {
      known.set(basketId, true);
    },
    /** Answer the next push with a 400 of this name, whatever it says. */
    rejectNext(error: BasketChangeError) {
      rejections.push(error);
    },
    judge: (body: unknown, now: number) => rejections.shift() ?? findError(body, { known, now, shapes }),
  };
};

const findError = (
  body: unknown,
  { known, now, shapes }: { readonly known: Memory<true>; readonly now: number; readonly shapes: ShapeSettings },
): BasketChangeError | undefined => {
  const isValid = firstViolation('basket', body, shapes) === undefined;
  if (!isValid) {
    const { id: named, deliveryOptions: offered } = Object(body);
    const isKnown = typeof named === 'string' && known.has(named);
    return isKnown && offered === undefined ? 'MissingDeliveryOptionsException' : 'InvalidBasketException';
  }
  const { id, expiresAt, deliveryOptions } = body as Basket;
  if (!known.has(id)) return 'InvalidBasketException';
  if ((parseTimestamp(expiresAt)?.epochMs ?? 0) <= now) return 'BasketExpiredException';
  return deliveryOptions.length === 0 ? 'MissingDeliveryOptionsException' : undefined;
};

export const basketChangeRefusal = (error: BasketChangeError): Answer => refusal(400, error, basketChangeErrors[error]);
