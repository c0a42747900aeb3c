import type { TillParts } from '#mocks/pos/till';
import { onMailbox } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';

/** Two tasks of a group at once, of which every other one dawdles. */
const overtaking = (parts: TillParts): Partial<TillParts> => {
  let tasks = 0;
  let callbacks = 0;
  return {
    polling: { ...parts.polling, max: 10 },
    laneOf: () => {
      tasks += 1;
      return String(tasks);
    },
    call: async (call, transmit) => {
      if (call.kind === 'callback') {
        callbacks += 1;
        if (callbacks % 2 === 1) await parts.clock.sleep(400);
      }
      return parts.call(call, transmit);
    },
  };
};

const swappedAfterFailure = (parts: TillParts): Partial<TillParts> => ({
  polling: { ...parts.polling, max: 10 },
  ...onMailbox((mailbox) => {
    let swaps = false;
    return {
      receive: async (wish, signal) => {
        try {
          const deliveries = await mailbox.receive(wish, signal);
          if (!swaps || deliveries.length < 2) return deliveries;
          swaps = false;
          return deliveries.toReversed();
        } catch (error) {
          swaps = true;
          throw error;
        }
      },
    };
  })(parts),
});

/** Messages of a group worked on in another order than they came. */
export const groupOrderFaults = {
  'order:backwards': {
    title: 'works a batch off from its end',
    breaks: ['queue/group-order'],
    decorate: (parts) => ({
      polling: { ...parts.polling, max: 10 },
      ...onMailbox((mailbox) => ({
        receive: async (wish, signal) => (await mailbox.receive(wish, signal)).toReversed(),
      }))(parts),
    }),
  },
  'order:overtaking': {
    title: 'works on several messages of a group at once',
    breaks: ['queue/group-order'],
    decorate: overtaking,
  },
  'mixed:swapped-after-failure': {
    title: 'works the first batch after a poll that failed off from its end',
    breaks: ['queue/group-order'],
    decorate: swappedAfterFailure,
  },
} as const satisfies Readonly<Record<string, PosFault>>;
