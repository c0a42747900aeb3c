import { createBacklog } from '#traffic';

const windowMs = 5 * 60_000;

interface Seen {
  readonly messageId: string;
  readonly sequence: number;
  readonly at: number;
}

/** Remembers deduplication ids for five minutes after their first use, whether or not the message is deleted meanwhile. */
export interface DeduplicationWindow {
  find(id: string, now: number): Seen | undefined;
  remember(id: string, seen: Seen): void;
}

export const createDeduplicationWindow = (): DeduplicationWindow => {
  const seen = createBacklog<string, Seen>();
  return {
    find(id, now) {
      for (const [oldest, { at }] of seen.entries()) {
        if (at + windowMs > now) break;
        seen.delete(oldest);
      }
      return seen.get(id);
    },
    remember(id, entry) {
      seen.add(id, entry);
    },
  };
};
