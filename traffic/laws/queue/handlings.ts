import type { TillTraffic, TillTrafficKind, TrafficOf } from '../../till-traffic.ts';
import { createMemory } from '../memory.ts';

/** Limits › queue visibility timeout. */
export const visibilityMs = 30_000;

/** One delivery of a message to the till. */
export interface Delivery {
  readonly messageId: string;
  readonly messageKind: string;
  readonly groupId: string;
  readonly receiptHandle: string;
  readonly receiveCount: number;
  /** When the poll that brought it was answered, and its place in the traffic. */
  readonly at: number;
  readonly n: number;
}

/** What became of one message: its deliveries, and the callbacks and deletions they led to. */
export interface Handling {
  readonly messageId: string;
  readonly messageKind: string;
  readonly groupId: string;
  readonly deliveries: readonly Delivery[];
  readonly callbacks: readonly TrafficOf<'callback'>[];
  readonly deletes: readonly TrafficOf<'delete'>[];
}

export const ofKind = <Kind extends TillTrafficKind>(
  traffic: readonly TillTraffic[],
  kind: Kind,
): readonly TrafficOf<Kind>[] => traffic.filter((seen): seen is TrafficOf<Kind> => seen.kind === kind);

export const deliveriesIn = (traffic: readonly TillTraffic[]): readonly Delivery[] =>
  ofKind(traffic, 'receive').flatMap(({ messages, endedAt, n }) =>
    messages.map((message) => ({ ...message, at: endedAt, n })),
  );

/** Every delivered message, in the order of its first delivery, which within a group is the order of sending. */
export const handlingsIn = (traffic: readonly TillTraffic[]): readonly Handling[] => {
  const callbacks = Map.groupBy(ofKind(traffic, 'callback'), ({ messageId }) => messageId);
  const deletes = Map.groupBy(ofKind(traffic, 'delete'), ({ messageId }) => messageId);
  return [...Map.groupBy(deliveriesIn(traffic), ({ messageId }) => messageId)].flatMap(([messageId, deliveries]) => {
    const [first] = deliveries;
    if (first === undefined) return [];
    const { messageKind, groupId } = first;
    return [
      {
        messageId,
        messageKind,
        groupId,
        deliveries,
        callbacks: callbacks.get(messageId) ?? [],
        deletes: deletes.get(messageId) ?? [],
      },
    ];
  });
};

/** The platform took this result. */
export const isAccepted = ({ status }: TrafficOf<'callback'>): boolean =>
  status !== undefined && status >= 200 && status < 300;

export const acceptedOf = ({ callbacks }: Handling): TrafficOf<'callback'> | undefined => callbacks.find(isAccepted);

export const isDeleted = ({ deletes }: Handling): boolean => deletes.some(({ outcome }) => outcome === 'deleted');

/** What the till did about a message last. */
export const lastActAt = ({ deliveries, callbacks, deletes }: Handling): number =>
  Math.max(
    ...deliveries.map(({ at }) => at),
    ...callbacks.map(({ answeredAt }) => answeredAt),
    ...deletes.map(({ at }) => at),
  );

/** The same as a stream grows: what became of each message so far, oldest delivery first. */
export interface Handlings {
  /** The messages that this is about, as they are now. */
  readonly add: (seen: TillTraffic) => readonly Handling[];
  readonly get: (messageId: string) => Handling | undefined;
  readonly all: () => Iterable<Handling>;
  /** Messages were forgotten: one that is not known may have been delivered long ago. */
  readonly hasForgotten: () => boolean;
}

interface Growing extends Handling {
  readonly deliveries: Delivery[];
  readonly callbacks: TrafficOf<'callback'>[];
  readonly deletes: TrafficOf<'delete'>[];
}

export const createHandlings = (): Handlings => {
  const messages = createMemory<string, Growing>();
  const delivered = (delivery: Delivery): Growing => {
    const { messageId, messageKind, groupId } = delivery;
    const known = messages.get(messageId) ?? {
      messageId,
      messageKind,
      groupId,
      deliveries: [],
      callbacks: [],
      deletes: [],
    };
    known.deliveries.push(delivery);
    messages.set(messageId, known);
    return known;
  };
  return {
    add(seen) {
      if (seen.kind === 'receive') return deliveriesIn([seen]).map(delivered);
      if (seen.kind !== 'callback' && seen.kind !== 'delete') return [];
      const known = seen.messageId === undefined ? undefined : messages.get(seen.messageId);
      if (known === undefined) return [];
      if (seen.kind === 'callback') known.callbacks.push(seen);
      else known.deletes.push(seen);
      return [known];
    },
    get: messages.get,
    all: messages.values,
    hasForgotten: messages.hasForgotten,
  };
};
