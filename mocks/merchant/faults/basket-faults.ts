import { type BodyChange, bodyFaults, type BodyRow } from '#mocks/faults';
import { type Json, objectsIn } from '../../json.ts';
import { basketRows } from './basket-rows.ts';
import { ago, answering, inPlace, onBody } from './decorators.ts';
import type { MerchantFault } from './merchant-fault.ts';
import { onPush } from './pushed.ts';

/** The four places a Basket is written; a mistake in one says nothing about the others. */
const places = ['retrieval', 'recalculation', 'lock', 'push'] as const;
type Place = (typeof places)[number];

/** The rows of one place. */
const at = (place: Place): Readonly<Record<string, BodyRow>> =>
  Object.fromEntries(
    Object.entries<BodyRow>(basketRows).map(([name, [title, ...row]]) => [
      `${place}:${name}`,
      [`${place}: ${title}`, ...row],
    ]),
  );
const writing =
  (place: Place) =>
  (change: BodyChange<unknown>): Pick<MerchantFault, 'front' | 'send'> =>
    place === 'push' ? { send: onPush(change) } : answering(place)(change);

// The keys are all combinations, which Object.assign cannot tell.
export const basketFaults = Object.assign(
  {},
  ...places.map((place) => bodyFaults(writing(place), at(place))),
) as Readonly<Record<`${Place}:${keyof typeof basketRows}`, MerchantFault>>;

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

export const basketMeaningFaults = {
  ...bodyFaults(answering('retrieval'), {
    'retrieval:expired': ['retrieval: expiresAt a second ago', 'basket/expires-in-future', '/expiresAt', ago(1000)],
    'retrieval:local-time-as-utc': [
      'retrieval: local time written as UTC',
      'basket/expires-in-future',
      '/expiresAt',
      ago(3_600_000),
    ],
  }),
  ...bodyFaults(answering('lock'), {
    'lock:expired': ['lock: expiresAt a second ago', 'lock/expires-in-future', '/expiresAt', ago(1000)],
    'lock:local-time-as-utc': [
      'lock: local time written as UTC',
      'lock/expires-in-future',
      '/expiresAt',
      ago(3_600_000),
    ],
  }),
  ...bodyFaults(answering('recalculation'), {
    'recalculation:foreign-request-id': [
      'recalculation: a requestId of its own',
      'basket/request-id-echo',
      '/requestId',
      'ours-1',
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
  'recalculation:policies-gone': {
    title: 'leaves policies out once a basket is recalculated or locked',
    breaks: ['basket/policies-omitted-when-none'],
    // The other shop sells nothing that is restricted.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], (body) => {
      for (const product of objectsIn(body['products'])) delete product['policies'];
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
