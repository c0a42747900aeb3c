import type { UnnumberedTraffic } from '#traffic';
import { createPace } from '../pace.ts';

/** How long the till takes over a message, from its delivery to its deletion. */
export interface TillPace {
  readonly isSlow: () => boolean;
  readonly see: (seen: UnnumberedTraffic) => void;
}

const slowMs = 750;
const fewest = 2;

export const createTillPace = (): TillPace => {
  const begun = new Map<string, number>();
  const { took, exceeds } = createPace();
  return {
    see(seen) {
      if (seen.kind === 'receive') {
        for (const { messageId, receiveCount } of seen.messages)
          if (receiveCount === 1) begun.set(messageId, seen.endedAt);
      } else if (seen.kind === 'delete' && seen.messageId !== undefined && seen.outcome === 'deleted') {
        const from = begun.get(seen.messageId);
        if (from !== undefined) took(seen.at - from);
        begun.delete(seen.messageId);
      }
    },
    isSlow: () => exceeds(slowMs, fewest),
  };
};
