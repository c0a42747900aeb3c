import { alter, jsonOf, refusal } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { type Asked, carrying, inFrontOf, inPlace, onBody, onRequest } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { giftId } from '#mocks/merchant/stateless-shop/calculation';

const isUnknown = ({ id }: JsonObject, { inventory }: Pick<Asked, 'inventory'>): boolean =>
  textOf(id) !== giftId && inventory.variant(textOf(id)) === undefined;

/** Another answer where a product is asked for that is not in the assortment. */
const whereUnknown = (change: (body: JsonObject, asked: Asked) => JsonObject | Response): FrontDecorator =>
  onBody(
    ['recalculation'],
    () => (body, asked) =>
      objectsIn(asked.request['products']).some((line) => isUnknown(line, asked)) ? change(body, asked) : body,
  );

/** Crashes where a basket holds a product that is not in the assortment any more. */
const whereGone = (operation: 'retrieval' | 'recalculation'): FrontDecorator =>
  onBody([operation], () => (body, { inventory }) => {
    const goods = objectsIn(body['products']).map(({ id }) => inventory.variant(textOf(id)));
    return goods.some((one) => one?.product.delisted === true) ? refusal(500) : body;
  });

/** Whatever a request leaves out stays in the basket. */
const nothingTakenOut: FrontDecorator = (next, kit) => {
  const held = new Map<string, readonly JsonObject[]>();
  const scanning = onBody(['retrieval'], () => (body) => {
    held.set(textOf(body['id']), objectsIn(body['products']));
    return body;
  })(next, kit);
  return async (request, operation) => {
    if (operation !== 'recalculation' && operation !== 'lock') return await scanning(request, operation);
    const asked = await jsonOf(request);
    const lines = objectsIn(asked['products']);
    const isLeft = ({ id }: JsonObject): boolean => lines.every((line) => line['id'] !== id);
    const left = (held.get(textOf(asked['id'])) ?? []).filter(isLeft).map(({ id, quantity }) => ({ id, quantity }));
    return await next(carrying(request, { ...asked, products: [...lines, ...left] }), operation);
  };
};

/** Ids, codes, letters and numbers of lines that a recalculation has no room for. */
export const unknownFaults = {
  'recalculation:unknown-sold': {
    title: 'takes whatever id it is asked for for a product',
    breaks: ['recalculation/shortage-reported'],
    front: whereUnknown((body, asked) => {
      for (const line of objectsIn(body['products']).filter((one) => isUnknown(one, asked))) {
        line['quantity'] = 1;
        delete line['error'];
      }
      return body;
    }),
  },
  'recalculation:unknown-empties': {
    title: 'answers an empty basket where it does not know one of the products',
    breaks: ['recalculation/shortage-reported'],
    front: whereUnknown((body) => ({ ...body, products: [] })),
  },
  'recalculation:unknown-crashes': {
    title: 'crashes where it does not know one of the products',
    breaks: ['recalculation/answers'],
    front: whereUnknown(() => refusal(500)),
  },
  'retrieval:removed-crashes': {
    title: 'crashes where a basket is retrieved with a product that has been removed since',
    breaks: ['basket/retrieval-answers'],
    // The other shop drops what is gone.
    variants: ['granite'],
    front: whereGone('retrieval'),
  },
  'recalculation:nothing-taken-out': {
    title: 'keeps every product in the basket that a request leaves out',
    breaks: ['recalculation/change-reflected'],
    front: nothingTakenOut,
  },
  'recalculation:removed-crashes': {
    title: 'crashes where a basket is recalculated with a product that has been removed since',
    breaks: ['recalculation/answers'],
    // The other shop drops what is gone.
    variants: ['granite'],
    front: whereGone('recalculation'),
  },
  'recalculation:unknown-without-name': {
    title: 'has null for the name of a product that it does not know',
    breaks: ['basket/products'],
    front: whereUnknown((body, asked) => {
      for (const line of objectsIn(body['products']).filter((one) => isUnknown(one, asked))) line['name'] = null;
      return body;
    }),
  },
  'recalculation:codes-cut-off': {
    title: 'has room for 32 characters of a discount code',
    breaks: ['recalculation/bad-discount-reported'],
    front: onBody(['recalculation'], () => (body) => {
      for (const discount of objectsIn(isObject(body['price']) ? body['price']['discounts'] : undefined))
        discount['code'] = textOf(discount['code']).slice(0, 32);
      return body;
    }),
  },
  'recalculation:five-lines': {
    title: 'reads five lines of a request',
    breaks: ['recalculation/change-reflected'],
    front: onRequest('recalculation', (asked) => ({ ...asked, products: objectsIn(asked['products']).slice(0, 5) })),
  },
  'basket:five-lines': {
    title: 'has room for five lines in every answer',
    breaks: ['recalculation/change-reflected'],
    // The other shop has gifts, which may take the room of what was asked for.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], (body) => {
      const lines = objectsIn(body['products']);
      const lost = lines.slice(5).reduce((sum, { linePrice }) => sum + Number(linePrice), 0);
      alter(body, '/price/basketValue', (old) => Number(old) - lost);
      body['products'] = lines.slice(0, 5);
    }),
  },
  'recalculation:user-in-latin': {
    title: 'writes the answer to a user with other letters than ASCII in Latin-1',
    breaks: ['recalculation/answers', 'recalculation/logged-user'],
    front: inFrontOf('recalculation', (next) => async (request) => {
      const { loggedUser } = await jsonOf(request);
      const answer = await next(request);
      const isPlain = /^[\0-\x7F]*$/u.test(textOf(loggedUser));
      return isPlain ? answer : new Response(Buffer.from(`"${textOf(loggedUser)}"`, 'latin1'), answer);
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
