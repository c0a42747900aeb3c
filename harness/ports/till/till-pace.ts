import type { UnnumberedTraffic } from '#traffic';
import { createPace } from '../pace.ts';

const slowMs = 750;
const fewest = 2;

/** How long the till takes over a message, from its delivery to its deletion. */
export const createTillPace = () => {
  const begun = new Map<string, number>();
  const { took, exceeds } = createPace();
  return {
    see(seen: UnnumberedTraffic): void {
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
