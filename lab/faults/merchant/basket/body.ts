import { bodyFaults, refusal } from '#mocks/faults';
import { type Json, objectsIn, textOf } from '#mocks/json';
import { ago, answering, inFrontOf, inPlace, onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { whereverWritten } from '#mocks/merchant/faults/basket';
import { basketRows } from './basket-rows.ts';

export const basketFaults = whereverWritten(basketRows);

const earlierRequest = (place: 'recalculation' | 'lock'): MerchantFault => ({
  title: `${place}: the requestId of the request before`,
  breaks: ['basket/request-id-echo'],
  front: onBody([place], () => {
    let earlier: Json | undefined;
    return (body, { request }) => {
      if (earlier !== undefined) body['requestId'] = earlier;
      earlier = request['requestId'];
      return body;
    };
  }),
});

/** The other shop reads a basket out of its code each time. */
const retrievingFirst = (most: number) =>
  ({
    breaks: ['basket/kept'],
    variants: ['granite'],
    front: inPlace(['retrieval'], (body) => {
      body['products'] = objectsIn(body['products']).slice(0, most);
    }),
  }) as const;

export const basketMeaningFaults = {
  'retrieval:head-of-lines': { title: 'shows the first three lines of a basket', ...retrievingFirst(3) },
  'retrieval:ten-lines': { title: 'shows a page of ten lines of a basket', ...retrievingFirst(10) },
  'recalculation:policies-gone': {
    title: 'leaves policies out once a basket is recalculated or locked',
    breaks: ['basket/policies-omitted-when-none'],
    // The other shop sells nothing that is restricted.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], (body) => {
      for (const product of objectsIn(body['products'])) delete product['policies'];
    }),
  },
  'retrieval:once': {
    title: 'forgets a basket once it was retrieved a second time',
    breaks: ['basket/retrieval-answers'],
    front: inFrontOf('retrieval', (next) => {
      const asked = new Set<string>();
      return (request) => {
        const isAgain = asked.has(request.url);
        asked.add(request.url);
        return isAgain ? Promise.resolve(refusal(404)) : next(request);
      };
    }),
  },
  'basket:local-time-as-utc': {
    title: 'writes local time as UTC in every answer about a basket',
    breaks: ['basket/expires-in-future', 'lock/expires-in-future'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], (body) => {
      body['expiresAt'] = new Date(Date.parse(textOf(body['expiresAt'] ?? null)) - 3_600_000).toISOString();
    }),
  },
  ...bodyFaults(answering('retrieval'), {
    'retrieval:local-time-as-utc': [
      'retrieval: local time written as UTC',
      'basket/expires-in-future',
      '/expiresAt',
      ago(3_600_000),
    ],
  }),
  ...bodyFaults(answering('lock'), {
    'lock:local-time-as-utc': [
      'lock: local time written as UTC',
      'lock/expires-in-future',
      '/expiresAt',
      ago(3_600_000),
    ],
  }),
  'recalculation:earlier-request-id': earlierRequest('recalculation'),
  ...bodyFaults(answering('lock'), {
    'lock:foreign-request-id': ['lock: a requestId of its own', 'basket/request-id-echo', '/requestId', 'ours-1'],
  }),
  'lock:earlier-request-id': earlierRequest('lock'),
  'change:policies-of-first-line': {
    title: 'has the policies of the first line alone once a basket is recalculated or locked',
    breaks: ['basket/policies-omitted-when-none'],
    // The other shop sells nothing that is restricted.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], ({ products }) => {
      for (const product of objectsIn(products).slice(1)) delete product['policies'];
    }),
  },
  'lock:older': {
    title: 'asks for another age once a basket is locked',
    breaks: ['basket/policies-omitted-when-none'],
    variants: ['granite'],
    front: inPlace(['lock'], ({ products }) => {
      for (const { policies } of objectsIn(products))
        for (const policy of objectsIn(policies)) policy['criteria'] = { minAge: 21 };
    }),
  },
  ...bodyFaults(answering('recalculation', 'lock'), {
    'recalculation:all-restricted': [
      'asks every customer for their age once a basket is recalculated or locked',
      'basket/policies-omitted-when-none',
      '/products/*/policies',
      [{ type: 'AGE', criteria: { minAge: 18 } }],
    ],
  }),
} satisfies Readonly<Record<string, MerchantFault>>;
