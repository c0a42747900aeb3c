import type { Outbound } from '../client/outbound.ts';
import { createPace, type Pace } from './pace.ts';

/** How long the shop takes over an answer. */
export interface ShopPace extends Pick<Pace, 'isSlow'> {
  readonly timed: (outbound: Outbound) => Outbound;
}

/** A run asks some 650 times: below this, one scenario at a time is over soon, and what is found once is found for sure. */
const slowMs = 50;
/** The first ones may be slow because the shop has just begun. */
const fewest = 5;

export const createShopPace = (): ShopPace => {
  const { took, isSlow } = createPace({ slowMs, fewest });
  return {
    timed: (outbound) => async (request) => {
      const reply = await outbound(request);
      if (reply.failure === undefined) took(reply.durationMs);
      return reply;
    },
    isSlow,
  };
};
