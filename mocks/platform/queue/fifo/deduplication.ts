import { createBacklog } from '#traffic';
import type { StoredMessage } from './message.ts';

const windowMs = 5 * 60_000;

interface Seen {
  readonly messageId: string;
  readonly sequence: number;
  readonly at: number;
}

/** Remembers deduplication ids for five minutes after their first use, whether or not the message is deleted meanwhile. */
export const createDeduplicationWindow = () => {
  const seen = createBacklog<string, Seen>();
  return {
    find(id: string, now: number) {
      for (const [oldest, { at }] of seen.entries()) {
        if (at + windowMs > now) break;
        seen.delete(oldest);
      }
      return seen.get(id);
    },
    remember(id: string, entry: Seen) {
      seen.add(id, entry);
    },
  };
};

interface Attempt {
  readonly at: number;
  readonly given: readonly { readonly stored: StoredMessage; readonly delivery: number }[];
}

/**
 * ReceiveRequestAttemptId: a receive whose answer was lost can be repeated for five minutes and gets the same messages
 * with the same handles, unless one of them is seen again or was delivered again meanwhile. Once one was deleted or its
 * visibility changed, SQS refuses the id.
 */
export const createReceiveAttempts = (stillThere: (stored: StoredMessage) => boolean) => {
  const attempts = new Map<string, Attempt>();
  return {
    remember(id: string, given: readonly StoredMessage[], now: number) {
      for (const [oldest, { at }] of attempts) {
        if (at + windowMs > now) break;
        attempts.delete(oldest);
      }
      attempts.delete(id);
      attempts.set(id, { at: now, given: given.map((stored) => ({ stored, delivery: stored.receiveCount })) });
    },
    replayable(id: string, now: number) {
      const attempt = attempts.get(id);
      if (attempt === undefined || attempt.at + windowMs <= now) return undefined;
      if (attempt.given.some(({ stored }) => !stillThere(stored) || stored.visibilityChanged)) return 'refused';
      const isHidden = attempt.given.every(
        ({ stored, delivery }) => stored.receiveCount === delivery && stored.visibleAt > now,
      );
      return isHidden ? attempt.given.map(({ stored }) => stored) : undefined;
    },
  };
};
