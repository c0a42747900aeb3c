import type { PlatformAnswer } from '#mocks/pos/connection/call';
import { messageIdIn, messageIdOf, onCall, onMailbox } from '#mocks/pos/faults/decorators';
import { dazedBy } from '../dazed.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { applyingAgain } from '#mocks/pos/faults/queue';
import type { Journal } from '#mocks/pos/queue/journal';
import type { TillParts } from '#mocks/pos/till';

const failed = ({ status = 0 }: PlatformAnswer): boolean => status >= 500;

/** A till's memory of messages that something happened to. */
const createMarks = () => {
  const marked = new Set<string>();
  const seen = new Set<string>();
  return {
    see: (messageId: string): void => void seen.add(messageId),
    mark: (messageId: string): void => void marked.add(messageId),
    /** Marks whatever was seen so far, but for one. */
    markAll: (except?: string): void => {
      for (const messageId of seen) if (messageId !== except) marked.add(messageId);
    },
    has: (messageId: string): boolean => marked.has(messageId),
  };
};

type Marks = ReturnType<typeof createMarks>;

/** Another message of the same business operation finds none where the first is marked. */
const forgettingKeys = (journal: Journal, marks: Marks): Journal => ({
  ...journal,
  byKey: (command) => {
    const entry = journal.byKey(command);
    return entry && marks.has(entry.messageId) ? undefined : entry;
  },
});

const keysWipedBy5xx = (parts: TillParts): Partial<TillParts> => {
  const marks = createMarks();
  return {
    journal: forgettingKeys(
      {
        ...parts.journal,
        record: (command, result) => {
          marks.see(command.messageId);
          return parts.journal.record(command, result);
        },
      },
      marks,
    ),
    ...onCall('callback', () => async (call, transmit) => {
      const answer = await transmit(call);
      if (failed(answer)) marks.markAll(messageIdOf(call));
      return answer;
    })(parts),
  };
};

const keysWipedByRedelivery = (parts: TillParts): Partial<TillParts> => {
  const marks = createMarks();
  return {
    journal: forgettingKeys(
      {
        ...parts.journal,
        byMessage: (messageId) => {
          const entry = parts.journal.byMessage(messageId);
          if (entry) marks.mark(messageId);
          return entry;
        },
      },
      marks,
    ),
  };
};

/** Orders that are marked are entered again when they come again. */
const applyingMarked = (parts: TillParts, marks: Marks) =>
  applyingAgain(({ messageId }) => marks.has(messageId))(parts);

const memoryLostWithPoll = (parts: TillParts): Partial<TillParts> => {
  const marks = createMarks();
  return {
    ...applyingMarked(parts, marks),
    ...onMailbox((mailbox) => ({
      receive: async (wish, signal) => {
        try {
          const deliveries = await mailbox.receive(wish, signal);
          for (const delivery of deliveries) marks.see(messageIdIn(delivery));
          return deliveries;
        } catch (error) {
          marks.markAll();
          throw error;
        }
      },
    }))(parts),
  };
};

const memoryLostWithDeletion = (parts: TillParts): Partial<TillParts> => {
  const marks = createMarks();
  return {
    ...applyingMarked(parts, marks),
    ...onMailbox((mailbox) => {
      const messages = new Map<string, string>();
      return {
        receive: async (wish, signal) => {
          const deliveries = await mailbox.receive(wish, signal);
          for (const delivery of deliveries) messages.set(delivery.receiptHandle, messageIdIn(delivery));
          return deliveries;
        },
        delete: async (receiptHandle) => {
          try {
            await mailbox.delete(receiptHandle);
          } catch (error) {
            marks.mark(messages.get(receiptHandle) ?? '');
            throw error;
          }
        },
      };
    })(parts),
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

/** Defects that need two things to happen together, which only a mixed schedule makes them do. */
export const mixedFaults = {
  'mixed:keys-wiped-by-5xx': {
    title: 'a callback that is answered 5xx makes it forget the idempotency keys of all other messages',
    breaks: ['queue/idempotency-key'],
    decorate: keysWipedBy5xx,
  },
  'mixed:keys-wiped-by-redelivery': {
    title: 'forgets the idempotency key of an order that was delivered twice',
    breaks: ['queue/idempotency-key'],
    decorate: keysWipedByRedelivery,
  },
  'mixed:memory-lost-with-poll': {
    title: 'after a poll that failed, orders handled before are entered again when they come again',
    breaks: ['queue/duplicate-not-applied'],
    decorate: memoryLostWithPoll,
  },
  'mixed:memory-lost-with-deletion': {
    title: 'enters an order again whose deletion had failed',
    breaks: ['queue/duplicate-not-applied'],
    decorate: memoryLostWithDeletion,
  },
  'mixed:second-loss-is-final': {
    title: 'a callback that is cut off after another was answered 5xx counts as sent',
    breaks: ['queue/result-not-lost'],
    decorate: onCall('callback', () => {
      const troubled = new Set<string>();
      return async (call, transmit) => {
        const answer = await transmit(call);
        if (failed(answer)) troubled.add(call.path);
        return answer.status === undefined && troubled.has(call.path) ? { ...answer, status: 204 } : answer;
      };
    }),
  },
  'mixed:stunned-by-404': {
    title: 'after a callback that is answered 404 nothing is handled for a minute',
    breaks: ['queue/result-not-lost'],
    decorate: dazedBy(({ kind }, { status }) => kind === 'callback' && status === 404),
  },
  'mixed:swapped-after-failure': {
    title: 'works the first batch after a poll that failed off from its end',
    breaks: ['queue/group-order'],
    decorate: swappedAfterFailure,
  },
} as const satisfies Readonly<Record<string, PosFault>>;
