import { type BodyChange, bodyFaults, type BodyRow } from '#mocks/faults';
import { type Json, objectsIn } from '../../json.ts';
import { ago, answering, inPlace } from './decorators.ts';
import type { MerchantFault } from './merchant-fault.ts';
import { onPush } from './basket-change.ts';

/** The four places a Basket is written; a mistake in one says nothing about the others. */
const places = ['retrieval', 'recalculation', 'lock', 'push'] as const;
type Place = (typeof places)[number];

const writing =
  (place: Place) =>
  (change: BodyChange<unknown>): Pick<MerchantFault, 'front' | 'send'> =>
    place === 'push' ? { send: onPush(change) } : answering(place)(change);

/** The rows at one place. */
const at = (place: Place, rows: Readonly<Record<string, BodyRow>>): Readonly<Record<string, BodyRow>> =>
  Object.fromEntries(
    Object.entries<BodyRow>(rows).map(([name, [title, ...row]]) => [
      `${place}:${name}`,
      [`${place}: ${title}`, ...row],
    ]),
  );

/** A fault for each row and each place a Basket is written. */
export const whereverWritten = <Name extends string>(
  rows: Readonly<Record<Name, BodyRow>>,
): Readonly<Record<`${Place}:${Name}`, MerchantFault>> =>
  // The keys are all combinations, which Object.assign cannot tell.
  Object.assign({}, ...places.map((place) => bodyFaults(writing(place), at(place, rows))));

export const half = (old: Json | undefined): Json => Number(old) + 0.5;

export const basketFaults = {
  ...whereverWritten({
    'no-currency': ['no currency', 'basket/price', '/price/currency'],
    'price-as-float': ['unitPrice with a fraction', 'basket/amounts-are-minor-units', '/products/*/unitPrice', half],
  }),
  ...bodyFaults(answering('retrieval'), {
    'retrieval:expired': ['retrieval: expiresAt a second ago', 'basket/expires-in-future', '/expiresAt', ago(1000)],
  }),
  ...bodyFaults(answering('recalculation'), {
    'recalculation:foreign-request-id': [
      'recalculation: a requestId of its own',
      'basket/request-id-echo',
      '/requestId',
      'ours-1',
    ],
  }),
  'basket:unit-price-of-line': {
    title: 'writes the price of the line as the price of one',
    breaks: ['basket/one-unit'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], ({ products }) => {
      for (const line of objectsIn(products)) line['unitPrice'] = line['linePrice'] ?? 0;
    }),
  },
  'retrieval:second-is-the-first': {
    title: 'shows the first basket it was ever asked for instead of the second',
    breaks: ['basket/answers-the-asked'],
    front: (next) => {
      const asked: string[] = [];
      return async (request, operation) => {
        if (operation !== 'retrieval') return await next(request, operation);
        const url = new URL(request.url);
        const basketId = url.searchParams.get('basketId') ?? '';
        if (!asked.includes(basketId)) asked.push(basketId);
        if (asked.indexOf(basketId) === 1) url.searchParams.set('basketId', asked[0] ?? '');
        return await next(new Request(url, request), operation);
      };
    },
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
