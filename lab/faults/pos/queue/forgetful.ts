import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { applyingAgain } from '#mocks/pos/faults/queue';

/** Shorter than a message is hidden that is not deleted. */
const rememberedMs = 20_000;

/** What becomes of messages, or of operations, that are forgotten. */
export type Forgetting = (isForgotten: (messageId: string) => boolean) => TillDecorator;

export const forgettingMessages: Forgetting = (isForgotten) => applyingAgain(({ messageId }) => isForgotten(messageId));

export const forgettingKeys: Forgetting =
  (isForgotten) =>
  ({ journal }) => ({
    journal: {
      ...journal,
      byKey: (command) => {
        const entry = journal.byKey(command);
        return entry && isForgotten(entry.messageId) ? undefined : entry;
      },
    },
  });

/** Forgets what it was told after a while: of which messages, or of which operations, `forgetting` says. */
const inTime =
  (forgetting: Forgetting): TillDecorator =>
  (parts) => {
    const { clock } = parts;
    const carriedOutAt = new Map<string, number>();
    const isForgotten = (messageId: string): boolean =>
      clock.now() - (carriedOutAt.get(messageId) ?? clock.now()) > rememberedMs;
    const record: typeof parts.journal.record = (command, result) => {
      if (!carriedOutAt.has(command.messageId)) carriedOutAt.set(command.messageId, clock.now());
      return parts.journal.record(command, result);
    };
    return forgetting(isForgotten)({ ...parts, journal: { ...parts.journal, record } });
  };

/** What is remembered, and not for long enough. */
export const forgetfulFaults = {
  'duplicate:forgotten-in-time': {
    title: 'an order that is delivered again half a minute later is entered again',
    breaks: ['queue/duplicate-not-applied'],
    decorate: inTime(forgettingMessages),
  },
  'retry:key-forgotten-in-time': {
    title: 'forgets an idempotencyKey after 20 s',
    breaks: ['queue/idempotency-key'],
    decorate: inTime(forgettingKeys),
  },
} satisfies Readonly<Record<string, PosFault>>;
