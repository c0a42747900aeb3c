import { refusal } from '#mocks/faults';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { codesIn } from '../recalculation/several-codes.ts';

/** Of the shop's own for whoever has not logged in. */
const guest = 'guest';

export const isUser = ({ loggedUser }: JsonObject): boolean => loggedUser !== undefined && loggedUser !== guest;

/** Baskets of users who have logged in. */
export const userFaults = {
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
  'recalculation:crashes-for-nobody': {
    title: 'answers 500 to a recalculation in which there is no user, no discount code and nothing short',
    breaks: ['recalculation/answers'],
    // The other shop takes every user, and knows one for each basket.
    variants: ['willow'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      const isPlain = objectsIn(body['products']).every(({ error }) => error === undefined);
      return isPlain && !isUser(request) && codesIn(request).length === 0 ? refusal(500) : body;
    }),
  },
  'basket:crashes-for-users': {
    title: 'answers 500 where the basket of a user is retrieved',
    breaks: ['basket/retrieval-answers'],
    // The other shop makes no baskets for users.
    variants: ['granite'],
    front: onBody(['retrieval'], () => (body) => (isUser(body) ? refusal(500) : body)),
  },
  'recalculation:crashes-for-strangers': {
    title: 'answers 500 to a recalculation with a user it does not know',
    breaks: ['recalculation/logged-user'],
    variants: ['willow'],
    front: onBody(
      ['recalculation'],
      () =>
        (body, { request }) =>
          isUser(request) ? refusal(500) : body,
    ),
  },
  'recalculation:shortage-silent-for-users': {
    title: 'tells nobody who has logged in of a shortage',
    breaks: ['recalculation/shortage-reported'],
    variants: ['granite'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      if (isUser(request)) for (const product of objectsIn(body['products'])) delete product['error'];
      return body;
    }),
  },
  'retrieval:codes-of-the-last': {
    title: 'shows a basket without codes with those that were sent last, whoever sent them',
    breaks: ['basket/answers-the-asked'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      let last: Json[] = [];
      return (body, { url }) => {
        const price = isObject(body['price']) ? body['price'] : {};
        const discounts = objectsIn(price['discounts']);
        if (!url.searchParams.has('basketId')) last = discounts.filter(({ error }) => error === undefined);
        else if (discounts.length === 0) price['discounts'] = last;
        return body;
      };
    }),
  },
  'basket:user-of-the-last': {
    title: 'shows whoever has not logged in with the user who was recalculated for last',
    breaks: ['basket/answers-the-asked'],
    front: onBody(['retrieval', 'recalculation'], () => {
      let last: Json | undefined;
      return (body, { request }) => {
        if (isUser(request)) last = request['loggedUser'];
        return last === undefined || isUser(body) ? body : { ...body, loggedUser: last };
      };
    }),
  },
  'recalculation:user-of-the-last': {
    title: 'answers a recalculation for nobody with the user who was recalculated for last',
    breaks: ['basket/answers-the-asked'],
    front: onBody(['recalculation'], () => {
      let last: Json | undefined;
      return (body, { request }) => {
        if (isUser(request)) last = request['loggedUser'];
        return last === undefined || isUser(body) ? body : { ...body, loggedUser: last };
      };
    }),
  },
  'basket:user-in-64-characters': {
    title: 'keeps the first 64 characters of a user',
    breaks: ['basket/answers-the-asked'],
    // The other shop names no user.
    variants: ['granite'],
    front: onBody(
      ['retrieval', 'recalculation', 'lock'],
      () => (body) => (isUser(body) ? { ...body, loggedUser: textOf(body['loggedUser']).slice(0, 64) } : body),
    ),
  },
  'basket:user-of-the-one-before': {
    title: 'shows whoever has not logged in with the user whose basket was retrieved last',
    breaks: ['basket/answers-the-asked'],
    // The other shop makes no baskets for users.
    variants: ['granite'],
    front: onBody(['retrieval'], () => {
      let last: Json | undefined;
      return (body) => {
        if (isUser(body)) last = body['loggedUser'];
        return last === undefined ? body : { ...body, loggedUser: last };
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
