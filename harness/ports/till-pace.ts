import type { UnnumberedTraffic } from '#traffic';

/** How long the till takes over a message, from its delivery to its deletion. */
export interface TillPace {
  readonly see: (seen: UnnumberedTraffic) => void;
  /** Whether most of what was done takes so long that it is worth while to ask for more at a time. */
  readonly isSlow: () => boolean;
}

const slowMs = 750;
/** Of the last ones: what was made to fail says nothing of the usual. */
const looksAt = 15;
/** With fewer nothing is known. */
const fewest = 2;

export const createTillPace = (): TillPace => {
  const begun = new Map<string, number>();
  const taken: number[] = [];
  return {
    see(seen) {
      if (seen.kind === 'receive') {
        for (const { messageId, receiveCount } of seen.messages)
          if (receiveCount === 1) begun.set(messageId, seen.endedAt);
      } else if (seen.kind === 'delete' && seen.messageId !== undefined && seen.outcome === 'deleted') {
        const from = begun.get(seen.messageId);
        if (from !== undefined) taken.push(seen.at - from);
        begun.delete(seen.messageId);
      }
    },
    isSlow() {
      const last = taken.slice(-looksAt).toSorted((a, b) => a - b);
      return last.length >= fewest && (last[Math.floor(last.length / 2)] ?? 0) > slowMs;
    },
  };
};
