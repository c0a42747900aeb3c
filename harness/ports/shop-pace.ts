import type { Outbound } from '../client/outbound.ts';
import { createPace, type Pace } from './pace.ts';

/** How long the shop takes over an answer. */
export interface ShopPace extends Pick<Pace, 'isSlow'> {
  readonly timed: (outbound: Outbound) => Outbound;
}

/**
 * Below this our own work is what a run takes its time for; one scenario at a time is over soon, and what is found once is
 * found for sure. At 20 ms an answer a run is over in half the time when several are under way.
 */
const slowMs = 15;
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
      const [address] = request.url.split('?', 1);
      if (reply.failure === undefined) paceOf(`${request.method} ${address}`).took(reply.durationMs);
      return reply;
    },
    isSlow: () => [...paces.values()].some(({ isSlow }) => isSlow()),
  };
};
