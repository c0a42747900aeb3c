import { alter, refusal } from '#mocks/faults';
import type { MerchantCall } from '#schemas';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '../../json.ts';
import { type Asked, onBody, onRequest } from './decorators.ts';
import type { FrontDecorator, MerchantFault } from './merchant-fault.ts';

export const priceOf = (body: JsonObject): JsonObject => (isObject(body['price']) ? body['price'] : {});

export const codesOf = (body: JsonObject): readonly JsonObject[] => objectsIn(priceOf(body)['discounts']);

export const hasError = (product: Json | undefined): product is JsonObject =>
  isObject(product) && product['error'] !== undefined;

/** The answer is worked out, and refused where `objects` says so. */
export const refusing = (
  operations: readonly MerchantCall[],
  status: number,
  objects: (body: JsonObject, call: Asked) => boolean,
): FrontDecorator => onBody(operations, () => (body, call) => (objects(body, call) ? refusal(status) : body));

export const discountsOf = (body: JsonObject): readonly JsonObject[] =>
  objectsIn(isObject(body['price']) ? body['price']['discounts'] : undefined);

export const codesIn = (body: JsonObject): readonly string[] => discountsOf(body).map(({ code }) => textOf(code));

export const withDiscounts = (body: JsonObject, discounts: readonly JsonObject[]): JsonObject => ({
  ...body,
  price: { ...(isObject(body['price']) ? body['price'] : {}), discounts: [...discounts] },
});

/** The quantities of a recalculation are read as others. */
export const readAs = (read: (quantity: number) => number): FrontDecorator =>
  onRequest('recalculation', (asked) => {
    for (const line of objectsIn(asked['products'])) line['quantity'] = read(Number(line['quantity']));
    return asked;
  });

/** Of the shop's own for whoever has not logged in. */
const guest = 'guest';

export const isUser = ({ loggedUser }: JsonObject): boolean => loggedUser !== undefined && loggedUser !== guest;

export const recalculationFaults = {
  'recalculation:bad-code-refused': {
    title: 'answers 422 to a bad code',
    breaks: ['recalculation/bad-discount-reported'],
    front: refusing(['recalculation'], 422, (body) => codesOf(body).some(hasError)),
  },
  'recalculation:last-code-only': {
    title: 'answers the last code of a request only',
    breaks: ['recalculation/every-discount'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      const dropped = codesIn(request).slice(0, -1);
      return withDiscounts(
        body,
        discountsOf(body).filter(({ code }) => !dropped.includes(textOf(code))),
      );
    }),
  },
  'recalculation:zero-means-one': {
    title: 'gives one of a product that is asked for with quantity 0',
    breaks: ['recalculation/change-reflected'],
    front: readAs((quantity) => quantity || 1),
  },
  'recalculation:crashes-for-users': {
    title: 'answers 500 to a recalculation with the user that its basket shows',
    breaks: ['recalculation/answers'],
    variants: ['granite'],
    front: onBody(
      ['recalculation'],
      () =>
        (body, { request }) =>
          isUser(request) ? refusal(500) : body,
    ),
  },
  'recalculation:price-drifts': {
    title: 'prices move with every call',
    breaks: ['recalculation/repeatable', 'recalculation/path-independent'],
    front: onBody(['recalculation'], () => {
      let calls = 0;
      return (body) => {
        calls++;
        alter(body, '/products/*/unitPrice', (old) => Number(old) + calls);
        return body;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
