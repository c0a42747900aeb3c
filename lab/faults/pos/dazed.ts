import type { PlatformAnswer, PlatformCall } from '#mocks/pos/connection/call';
import { kindIn } from '#mocks/pos/faults/decorators';
import type { TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Delivery } from '#mocks/pos/queue/mailbox';
import type { TillParts } from '#mocks/pos/till';
import { commands } from '#schemas';

/**
 * A till that has lost its head: it goes on polling, and what it receives is dropped on the floor, for a minute or until it
 * is activated again.
 */
const createDaze = (parts: TillParts, forMs = 60_000) => {
  let until = 0;
  return {
    begin: (): void => {
      until = parts.clock.now() + forMs;
    },
    openMailbox: (async (configuration) => {
      until = 0;
      const mailbox = await parts.openMailbox(configuration);
      return {
        ...mailbox,
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          return parts.clock.now() < until ? [] : deliveries;
        },
      };
    }) satisfies TillParts['openMailbox'],
  };
};

/** Loses its head once a call was answered so. */
export const dazedBy =
  (when: (call: PlatformCall, answer: PlatformAnswer) => boolean, forMs?: number): TillDecorator =>
  (parts) => {
    const daze = createDaze(parts, forMs);
    return {
      openMailbox: daze.openMailbox,
      call: async (call, transmit) => {
        const answer = await parts.call(call, transmit);
        if (when(call, answer)) daze.begin();
        return answer;
      },
    };
  };

export const isUnknown = (delivery: Delivery): boolean => !Object.hasOwn(commands, kindIn(delivery));

export const dazedByUnknownKind =
  (forMs: number): TillDecorator =>
  (parts) => {
    const daze = createDaze(parts, forMs);
    return {
      openMailbox: async (configuration) => {
        const mailbox = await daze.openMailbox(configuration);
        return {
          ...mailbox,
          receive: async (wish, signal) => {
            const deliveries = await mailbox.receive(wish, signal);
            const strange = deliveries.some(isUnknown);
            if (strange) daze.begin();
            return strange ? [] : deliveries;
          },
        };
      },
    };
  };
