import { createBacklog } from '#traffic';

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
