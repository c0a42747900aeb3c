import type { UnnumberedTraffic } from '#traffic';
import { createPace, type Pace } from './pace.ts';

/** How long the till takes over a message, from its delivery to its deletion. */
export interface TillPace extends Pick<Pace, 'isSlow'> {
  readonly see: (seen: UnnumberedTraffic) => void;
}

export const createTillPace = (): TillPace => {
  const begun = new Map<string, number>();
  const { took, isSlow } = createPace({ slowMs: 750, fewest: 2 });
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
    isSlow,
  };
};
