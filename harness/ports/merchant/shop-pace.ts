import type { Outbound } from '../../client/outbound.ts';
import { createPace, type Pace } from '../pace.ts';

/** How long the shop takes over an answer. */
export interface ShopPace {
  /** So that several scenarios are under way at once. */
  readonly isSlow: () => boolean;
  /** So that no more is attempted than it takes to tell. */
  readonly keepsWaiting: () => boolean;
  readonly timed: (outbound: Outbound) => Outbound;
}

/**
 * Below this our own work is what a run takes its time for; one scenario at a time is over soon, and what is found once is
 * found for sure. At 20 ms an answer a run is over in half the time when several are under way.
 */
const slowMs = 15;
/** So slow that no beginning of a shop explains it, and that a second saved counts. */
const surelySlowMs = 80;
/** All that is planned takes a minute where an answer takes 300 ms, four at a time, and three where it takes a second. */
const waitingMs = 250;
/** Limits › Order placement response time: whoever takes so long over a few answers makes a run wait for minutes. */
const tedious = { ms: 8_000, calls: 3 } as const;
/** The first ones may be slow because the shop has just begun, though hardly so slow as that. */
const fewest = { slow: 5, surelySlow: 2, waiting: 2 } as const;

/** Slow is who is so at one kind of call: of the others there may be many more. */
export const createShopPace = (): ShopPace => {
  const paces = new Map<string, Pace>();
  const paceOf = (kind: string): Pace => {
    const pace = paces.get(kind) ?? createPace();
    paces.set(kind, pace);
    return pace;
  };
  const exceeds = (ms: number, fewestOf: number): boolean =>
    [...paces.values()].some((pace) => pace.exceeds(ms, fewestOf));
  let tediousCalls = 0;
  const keepsWaiting = (): boolean => tediousCalls >= tedious.calls || exceeds(waitingMs, fewest.waiting);
  return {
    timed: (outbound) => async (request) => {
      const reply = await outbound(request);
      const [address] = request.url.split('?', 1);
      if (reply.failure === undefined) paceOf(`${request.method} ${address}`).took(reply.durationMs);
      if (reply.durationMs >= tedious.ms) tediousCalls++;
      return reply;
    },
    isSlow: () => exceeds(surelySlowMs, fewest.surelySlow) || exceeds(slowMs, fewest.slow),
    keepsWaiting,
  };
};
