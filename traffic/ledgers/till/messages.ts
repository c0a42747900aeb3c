import type { About } from '../../exchange.ts';
import type { TillTraffic, TillTrafficKind, TrafficOf } from '../../till-traffic.ts';
import { type ByteBudget, createByteBudget } from '../../retention/byte-budget.ts';
import { weightOf } from '../../retention/weight.ts';
import { createMemory } from '../../retention/memory.ts';
import { readOn } from '../../retention/read-on.ts';
import { visibilityMs } from '#schemas';
import { onceEach } from './once-each.ts';

export { visibilityMs };

/** So long an answer is waited for: a message whose first result was lost on its way is answered when it comes again. */
export const answerPatienceMs = visibilityMs + 5_000;

/** One delivery of a message to the till. */
export interface Delivery extends About, MessageSeen {
  /** When the poll that brought it was answered, and its place in the traffic. */
  readonly at: number;
  readonly n: number;
  readonly exchange: number;
  /** The poll was not answered: the till knows nothing of it. */
  readonly isLost: boolean;
}

type MessageSeen = TrafficOf<'receive'>['messages'][number];

/** What became of one message: its deliveries, and the callbacks and deletions they led to. */
export interface Lifecycle extends Pick<Delivery, 'messageId' | 'messageKind' | 'groupId'> {
  /** Which message of the till it was, by its first delivery; within a group that is the order of sending. */
  readonly place: number;
  readonly deliveries: readonly Delivery[];
  readonly callbacks: readonly TrafficOf<'callback'>[];
  readonly deletes: readonly TrafficOf<'delete'>[];
}

type Sorted = { readonly [Kind in TillTrafficKind]?: readonly TrafficOf<Kind>[] };
const sorted = readOn<TillTraffic, Sorted>((known, news) => {
  const some = [...Map.groupBy(news, ({ kind }) => kind)];
  return { ...known, ...Object.fromEntries(some.map(([kind, more]) => [kind, [...(known?.[kind] ?? []), ...more]])) };
});

export const ofKind = <Kind extends TillTrafficKind>(
  traffic: readonly TillTraffic[],
  kind: Kind,
): readonly TrafficOf<Kind>[] => sorted(traffic)[kind] ?? [];

export const deliveriesIn = (traffic: readonly TillTraffic[]): readonly Delivery[] =>
  traffic.flatMap((seen) => {
    if (seen.kind !== 'receive') return [];
    const { messages, endedAt, n, exchange, status } = seen;
    return messages.map((message) => ({ ...message, at: endedAt, n, exchange, isLost: !isAccepted({ status }) }));
  });

type Acts = Pick<Lifecycle, 'deliveries' | 'callbacks' | 'deletes'> & { readonly place?: number };
const none: Acts = { deliveries: [], callbacks: [], deletes: [] };

const actsIn = (seen: TillTraffic): readonly (Acts & { readonly messageId?: string | undefined })[] => {
  if (seen.kind === 'callback') return [{ ...none, messageId: seen.messageId, callbacks: [seen] }];
  if (seen.kind === 'delete') return [{ ...none, messageId: seen.messageId, deletes: [seen] }];
  return deliveriesIn([seen]).map((delivery) => ({ ...none, messageId: delivery.messageId, deliveries: [delivery] }));
};

/** The second: also of messages whose delivery was not seen. */
type Folded = readonly [all: readonly Lifecycle[], acts: Map<string, Acts>];

const folded = readOn<TillTraffic, Folded>((known, news) => {
  const [all, acts] = [[...(known?.[0] ?? [])], known?.[1] ?? new Map<string, Acts>()];
  for (const { messageId, ...more } of news.flatMap(actsIn)) {
    if (messageId === undefined) continue;
    const { place = all.length, ...before } = acts.get(messageId) ?? none;
    const deliveries = [...before.deliveries, ...more.deliveries];
    const callbacks = [...before.callbacks, ...more.callbacks];
    const deletes = [...before.deletes, ...more.deletes];
    acts.set(messageId, { deliveries, callbacks, deletes, ...(deliveries.length > 0 && { place }) });
    for (const { messageKind, groupId } of deliveries.slice(0, 1))
      all[place] = { messageId, messageKind, groupId, place, deliveries, callbacks, deletes };
  }
  return [all, acts];
});

/** Every delivered message, in the order of its first delivery, which within a group is the order of sending. */
export const lifecyclesIn = (traffic: readonly TillTraffic[]): readonly Lifecycle[] => folded(traffic)[0];

/** What became of one message; undefined as long as it was not delivered. */
export const lifecycleIn = (traffic: readonly TillTraffic[], messageId: string): Lifecycle | undefined =>
  lifecyclesIn(traffic)[folded(traffic)[1].get(messageId)?.place ?? -1];

/** The platform took this result, or this event. */
export const isAccepted = ({ status }: { readonly status?: number | undefined }): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** Endpoints › Queue delivery › 4: the same would be refused again, however often it is sent. */
export const isForGood = ({ status = 0 }: TrafficOf<'callback'>): boolean => status >= 400 && status < 500;

export const acceptedOf = ({ callbacks }: Lifecycle): TrafficOf<'callback'> | undefined => callbacks.find(isAccepted);

export const isDeleted = (lifecycle: Lifecycle): boolean => deletionOf(lifecycle) !== undefined;

export const deletionOf = ({ deletes }: Lifecycle): TrafficOf<'delete'> | undefined =>
  deletes.find(({ outcome }) => outcome === 'deleted');

/** How many of its deliveries: whoever deletes one of them twice has deleted one. */
export const deletedTimes = ({ deletes }: Lifecycle): number =>
  new Set(deletes.filter(({ outcome }) => outcome === 'deleted').map(({ receiptHandle }) => receiptHandle)).size;

/** When it came, and of a poll when it was answered: nobody can tell before what it brought. */
export const momentOf = (seen: TillTraffic): number => (seen.kind === 'receive' ? seen.endedAt : seen.at);

/** The calls about a message, in their order. */
export const exchangesOf = ({ deliveries, callbacks, deletes }: Lifecycle): readonly number[] =>
  [...new Set([...deliveries, ...callbacks, ...deletes].map(({ exchange }) => exchange))].toSorted(
    (one, other) => one - other,
  );

/** What the till did about a message last. */
export const lastActAt = ({ deliveries, callbacks, deletes }: Lifecycle): number =>
  Math.max(
    ...deliveries.map(({ at }) => at),
    ...callbacks.map(({ answeredAt }) => answeredAt),
    ...deletes.map(({ at }) => at),
  );

interface Growing extends Lifecycle {
  readonly deliveries: Delivery[];
  readonly callbacks: TrafficOf<'callback'>[];
  readonly deletes: TrafficOf<'delete'>[];
  /** It was delivered before, and what was done about it then is forgotten. */
  readonly isResumed: boolean;
  weight: number;
}

/** A till may answer one message for ever: the first acts tell what it did, and the last what it does. */
const mostActs = 100;

/** Half a dozen acts without what they say, in bytes: who does no more about each message is remembered by their number alone. */
const usualWeight = 8_000;

const push = <Act extends object>(acts: Act[], act: Act, weigh: (act: Act) => number = weightOf): number => {
  acts.push(act);
  const [dropped] = acts.length > mostActs ? acts.splice(mostActs / 2, 1) : [];
  return weigh(act) - (dropped === undefined ? 0 : weigh(dropped));
};

const unkept = (callback: TrafficOf<'callback'>): TrafficOf<'callback'> => ({
  ...callback,
  body: undefined,
  unkept: true,
});

/** The same as a stream grows: what became of each message so far, oldest delivery first. */
export type Lifecycles = ReturnType<typeof createLifecycles>;

export const createLifecycles = (budget: ByteBudget = createByteBudget()) => {
  const messages = createMemory<Growing>(budget, {
    most: 5_000,
    weigh: ({ weight }) => (weight > usualWeight ? weight : 0),
  });
  const ids = createMemory<true>(budget, { most: 50_000 });
  let begun = 0;
  const begin = ({ messageId, messageKind, groupId }: Delivery): Growing => {
    const isResumed = ids.has(messageId);
    ids.set(messageId, true);
    const acts = { deliveries: [], callbacks: [], deletes: [] };
    return { messageId, messageKind, groupId, place: begun++, ...acts, isResumed, weight: 0 };
  };
  const delivered = (delivery: Delivery): Growing => {
    const { messageId } = delivery;
    const known = messages.get(messageId) ?? begin(delivery);
    known.weight += push(known.deliveries, delivery);
    messages.set(messageId, known);
    return known;
  };
  /** What was said is the larger part by far, and goes first: that something was said, and when, stays. */
  const answered = (known: Growing, callback: TrafficOf<'callback'>): number => {
    const weight = push(known.callbacks, callback, (one) => weightOf(unkept(one)));
    budget.keep(weightOf(callback.body), () => {
      const place = known.callbacks.indexOf(callback);
      if (place >= 0) known.callbacks[place] = unkept(callback);
    });
    return weight;
  };
  const aboutOf = (seen: TillTraffic): readonly Growing[] => {
    if (seen.kind === 'receive') return deliveriesIn([seen]).map(delivered);
    if (seen.kind !== 'callback' && seen.kind !== 'delete') return [];
    const known = seen.messageId === undefined ? undefined : messages.get(seen.messageId);
    if (known === undefined) return [];
    known.weight += seen.kind === 'callback' ? answered(known, seen) : push(known.deletes, seen);
    messages.set(known.messageId, known);
    return [known];
  };
  return {
    /**
     * The messages that this is about, as they are now, but for those that come again once their beginning was forgotten: nothing can be
     * told of what was done before. Several may add the same, one after the other.
     */
    add: onceEach((seen): readonly Lifecycle[] => aboutOf(seen).filter(({ isResumed }) => !isResumed)),
    get: messages.get,
    /** Those too: the till is at work on them. */
    all: messages.values,
    /** Messages were forgotten: one that is not known may have been delivered long ago. */
    hasForgotten: messages.hasForgotten,
  };
};
