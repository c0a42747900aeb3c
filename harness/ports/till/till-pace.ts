import type { UnnumberedTraffic } from '#traffic';
import { createPace } from '../pace.ts';

/** From here on time is saved where several scenarios are under way. */
const slowMs = 250;
/** There are hundreds of messages, so that no more is attempted than it takes to tell. */
const waitingMs = 750;
const fewest = 2;

/** How long the till takes over a message: from when it could have come for it, which one that rests between polls does late, to its deletion. */
export const createTillPace = () => {
  const begun = new Map<string, number>();
  let lastActAt = 0;
  const { took, exceeds } = createPace();
  return {
    see(seen: UnnumberedTraffic): void {
      if (seen.kind === 'receive') {
        for (const { messageId, receiveCount, queuedAt = seen.endedAt } of seen.messages)
          if (receiveCount === 1) begun.set(messageId, Math.min(seen.endedAt, Math.max(queuedAt, lastActAt)));
      } else if (seen.kind === 'delete' && seen.messageId !== undefined && seen.outcome === 'deleted') {
        const from = begun.get(seen.messageId);
        if (from !== undefined) took(seen.at - from);
        begun.delete(seen.messageId);
        lastActAt = seen.at;
      }
    },
    isSlow: () => exceeds(slowMs, fewest),
    keepsWaiting: () => exceeds(waitingMs, fewest),
  };
};
