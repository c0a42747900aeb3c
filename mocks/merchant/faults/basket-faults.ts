import type { MerchantRequirementId } from '#schemas';
import { inPlace, onBody } from './decorators.ts';
import { basketMutations } from './basket-mutations.ts';
import type { Mutation } from './mutation.ts';
import { alter, type Json } from './json.ts';
import type { MerchantFault } from './merchant-fault.ts';
import { onPush } from './pushed.ts';

/** The four places a Basket is written; a mistake in one says nothing about the others. */
const places = ['retrieval', 'recalculation', 'lock', 'push'] as const;
type Place = (typeof places)[number];
type MutationName = keyof typeof basketMutations;

export const apply = (body: Json, { at, to }: Pick<Mutation, 'at' | 'to'>): void =>
  alter(body, at, (old) => (typeof to === 'function' ? to(old) : to));

const shaped = (place: Place, mutation: Mutation): MerchantFault => {
  const said: Pick<MerchantFault, 'title' | 'breaks'> = {
    title: `${place}: ${mutation.title}`,
    breaks: [mutation.breaks],
  };
  return place === 'push'
    ? { ...said, send: onPush((body) => apply(body, mutation)) }
    : { ...said, front: inPlace([place], (body) => apply(body, mutation)) };
};

// The keys are all combinations, which Object.fromEntries cannot tell.
export const basketFaults = Object.fromEntries(
  places.flatMap((place) =>
    Object.entries(basketMutations).map(([name, mutation]) => [`${place}:${name}`, shaped(place, mutation)] as const),
  ),
) as Readonly<Record<`${Place}:${MutationName}`, MerchantFault>>;

const expiry = {
  retrieval: 'basket/expires-in-future',
  lock: 'lock/expires-in-future',
} as const satisfies Readonly<Record<string, MerchantRequirementId>>;

const late = (place: keyof typeof expiry, shiftMs: number, title: string): MerchantFault => ({
  title: `${place}: ${title}`,
  breaks: [expiry[place]],
  front: inPlace([place], (body, { clock }) =>
    alter(body, '/expiresAt', () => new Date(clock.now() - shiftMs).toISOString()),
  ),
});

const foreignRequest = (place: 'recalculation' | 'lock'): MerchantFault => ({
  title: `${place}: a requestId of its own`,
  breaks: ['basket/request-id-echo'],
  front: inPlace([place], (body) => alter(body, '/requestId', () => 'ours-1')),
});

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
  'retrieval:expired': late('retrieval', 1000, 'expiresAt a second ago'),
  'retrieval:local-time-as-utc': late('retrieval', 3_600_000, 'local time written as UTC'),
  'lock:expired': late('lock', 1000, 'expiresAt a second ago'),
  'lock:local-time-as-utc': late('lock', 3_600_000, 'local time written as UTC'),
  'recalculation:foreign-request-id': foreignRequest('recalculation'),
  'recalculation:earlier-request-id': earlierRequest('recalculation'),
  'lock:foreign-request-id': foreignRequest('lock'),
  'lock:earlier-request-id': earlierRequest('lock'),
} as const satisfies Readonly<Record<string, MerchantFault>>;
