import { problem } from '../problem.ts';

// Errors › Basket change errors: three names, all 400.
export const basketChangeErrors = {
  InvalidBasketException: 'The body is not a valid basket, or not of a basket the platform has loaded.',
  MissingDeliveryOptionsException: 'The basket offers no delivery option.',
  BasketExpiredException: 'The basket expired before it arrived.',
} as const;
export type BasketChangeError = keyof typeof basketChangeErrors;

/** Which baskets the platform shows to a user, and what it will answer to the next change of one. */
export interface BasketChanges {
  /** The platform has loaded this basket, so that its merchant may push changes of it. */
  loaded(basketId: string): void;
  /** Answer the next push with a 400 of this name, whatever it says. */
  rejectNext(error: BasketChangeError): void;
  judge(body: unknown, now: number): BasketChangeError | undefined;
}

export const createBasketChanges = (): BasketChanges => {
  const known = new Set<string>();
  const rejections: BasketChangeError[] = [];
  return {
    loaded(basketId) {
      known.add(basketId);
    },
    rejectNext(error) {
      rejections.push(error);
    },
    judge: (body, now) => rejections.shift() ?? findError(body, known, now),
  };
};

const findError = (body: unknown, known: ReadonlySet<string>, now: number): BasketChangeError | undefined => {
  if (!isObject(body) || typeof body['id'] !== 'string' || !known.has(body['id'])) return 'InvalidBasketException';
  const { deliveryOptions, expiresAt, price, products } = body;
  if (deliveryOptions === undefined) return 'MissingDeliveryOptionsException';
  if (!Array.isArray(deliveryOptions) || !Array.isArray(products) || !isObject(price)) return 'InvalidBasketException';
  const expiry = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  if (Number.isNaN(expiry)) return 'InvalidBasketException';
  if (expiry <= now) return 'BasketExpiredException';
  return deliveryOptions.length === 0 ? 'MissingDeliveryOptionsException' : undefined;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const basketChangeRefusal = (error: BasketChangeError): Response =>
  problem(400, error, basketChangeErrors[error]);
