import { resultOperationOf } from '#schemas';
import type { TillParts } from '#mocks/pos/till';
import { kindIn, messageIdIn, messageIdOf, onCall, onMailbox } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { type Json, type JsonObject, objectOf, parseJson, textIn } from '#mocks/json';

/** Tries another address first, and the right one after. */
export const misaddressed = (wrong: (path: string) => string): TillDecorator =>
  onCall('callback', () => async (call, transmit) => {
    const path = wrong(call.path);
    if (path !== call.path) await transmit({ ...call, path });
    return transmit(call);
  });

/** In the second of two messages of a kind that came in one batch, once. */
const answeringNeighbour = (parts: TillParts): Partial<TillParts> => {
  let wrong: { readonly id: string; readonly of: string } | undefined;
  let isDone = false;
  return {
    ...onMailbox((mailbox) => ({
      receive: async (wish, signal) => {
        const deliveries = await mailbox.receive(wish, signal);
        const asked = deliveries.filter((delivery) => kindIn(delivery) === 'TableOrderSnapshotRequested');
        const [one, other] = [...new Map(asked.map((delivery) => [delivery.groupId, delivery])).values()];
        if (one && other) wrong ??= { id: messageIdIn(other), of: messageIdIn(one) };
        return deliveries;
      },
    }))(parts),
    ...onCall('callback', () => async (call, transmit) => {
      if (isDone || wrong === undefined || messageIdOf(call) !== wrong.id) return transmit(call);
      isDone = true;
      // Behind the result of the message itself.
      await parts.clock.sleep(300);
      return transmit({ ...call, path: call.path.replace(/[^/]+$/u, wrong.of) });
    })(parts),
  };
};

/** Answers a message under another id, which `made` finds in the envelopes that came. */
const answeringId = (made: (envelope: JsonObject) => Json | undefined): TillDecorator => {
  return (parts) => {
    const ids = new Map<string, string>();
    return {
      ...onMailbox((mailbox) => ({
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          for (const delivery of deliveries) {
            const id = made(objectOf(parseJson(delivery.body)));
            if (id !== undefined) ids.set(messageIdIn(delivery), textIn(id));
          }
          return deliveries;
        },
      }))(parts),
      ...onCall('callback', () => async (call, transmit) => {
        const id = ids.get(messageIdOf(call));
        return transmit(id === undefined ? call : { ...call, path: call.path.replace(/[^/]+$/u, id) });
      })(parts),
    };
  };
};

/** Results that go to another address than that of their message. */
export const addressFaults = {
  'callback:kind-of-result': {
    title: 'sends results to the address of their own kind first',
    breaks: ['queue/callback-address'],
    decorate: misaddressed((path) =>
      path.replace(/[^/]+(?=\/[^/]+$)/u, (kind) => resultOperationOf(kind) ?? `${kind}Result`),
    ),
  },
  'callback:padded-id': {
    title: 'sends results to a message id with a sign too many first',
    breaks: ['queue/callback-address'],
    decorate: misaddressed((path) => path.replace(/[^/]+$/u, (id) => `${id}0`)),
  },
  'callback:id-in-small-letters': {
    title: 'sends results to a message id in small letters first',
    breaks: ['queue/callback-address'],
    decorate: misaddressed((path) => path.replace(/[^/]+$/u, (id) => id.toLowerCase())),
  },
  'callback:key-for-id': {
    title: 'sends results of bills to their idempotencyKey first',
    breaks: ['queue/callback-address'],
    decorate: (parts) => {
      const keys = new Map<string, string>();
      return {
        work: (command, step) => {
          if (command.messageKind === 'BillPreparationRequested') keys.set(command.messageId, command.idempotencyKey);
          return parts.work(command, step);
        },
        ...onCall('callback', () => async (call, transmit) => {
          const key = keys.get(messageIdOf(call));
          if (key !== undefined) await transmit({ ...call, path: call.path.replace(/[^/]+$/u, key) });
          return transmit(call);
        })(parts),
      };
    },
  },
  'callback:first-id-of-key': {
    title: 'answers an order that is asked for again under the messageId it was asked for first',
    breaks: ['queue/callback-address', 'queue/idempotency-key'],
    decorate: (parts) => {
      const first = new Map<string, string>();
      return answeringId(({ messageKind, messageId, idempotencyKey }) => {
        if (messageKind !== 'OrderSubmissionRequested') return undefined;
        const key = textIn(idempotencyKey);
        if (!first.has(key)) first.set(key, textIn(messageId));
        return first.get(key);
      })(parts);
    },
  },
  'callback:neighbour-of-batch': {
    title: 'once sends the result of a message to another of its batch',
    breaks: ['queue/callback-address'],
    variants: ['copper'],
    decorate: answeringNeighbour,
  },
} as const satisfies Readonly<Record<string, PosFault>>;
