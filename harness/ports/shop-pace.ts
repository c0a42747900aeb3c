import type { Outbound } from '../client/outbound.ts';

/** How long the shop takes over an answer. */
export interface ShopPace {
  readonly timed: (outbound: Outbound) => Outbound;
  /** Whether most answers take so long that it is worth while to try several things at once. */
  readonly isSlow: () => boolean;
}

/** A run asks some 650 times: below this, one scenario at a time is over soon, and what is found once is found for sure. */
const slowMs = 50;
/** Of the last ones: what was made to wait says nothing of the usual. */
const looksAt = 15;
/** The first ones may be slow because the shop has just begun. */
const fewest = 8;

export const createShopPace = (): ShopPace => {
  const taken: number[] = [];
  return {
    timed: (outbound) => async (request) => {
      const reply = await outbound(request);
      if (reply.failure === undefined) taken.push(reply.durationMs);
      if (taken.length > looksAt) taken.shift();
      return reply;
    },
    isSlow() {
      const last = taken.toSorted((a, b) => a - b);
      return last.length >= fewest && (last[Math.floor(last.length / 2)] ?? 0) > slowMs;
    },
  };
};
