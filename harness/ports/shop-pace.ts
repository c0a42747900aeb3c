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

/** Slow is who is so at one kind of call: of the others there may be many more. */
export const createShopPace = (): ShopPace => {
  const paces = new Map<string, Pace>();
  const paceOf = (kind: string): Pace => {
    const pace = paces.get(kind) ?? createPace({ slowMs, fewest });
    paces.set(kind, pace);
    return pace;
  };
  return {
    timed: (outbound) => async (request) => {
      const reply = await outbound(request);
      const { pathname } = new URL(request.url);
      if (reply.failure === undefined) paceOf(`${request.method} ${pathname}`).took(reply.durationMs);
      return reply;
    },
    isSlow: () => [...paces.values()].some(({ isSlow }) => isSlow()),
  };
};
