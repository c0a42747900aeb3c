import type { Outbound } from '../client/outbound.ts';

/** How long somebody usually takes over one thing. */
export type Pace = ReturnType<typeof createPace>;

/** Of the last ones: what was made to fail, or to wait, says nothing of the usual. */
const looksAt = 15;

export const createPace = () => {
  const taken: number[] = [];
  return {
    took(ms: number): void {
      taken.push(ms);
      if (taken.length > looksAt) taken.shift();
    },
    /** Whether most of the last took longer than that; with fewer than `fewest` nothing is known, and nothing exceeded. */
    exceeds(ms: number, fewest: number): boolean {
      const sorted = taken.toSorted((a, b) => a - b);
      // Of two it takes both: one alone may have met a moment in which our own machine was busy.
      return sorted.length >= fewest && (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) > ms;
    },
  };
};

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

/** How long the shop takes over an answer. Slow is who is so at one kind of call: of the others there may be many more. */
export const createShopPace = () => {
  const paces = new Map<string, Pace>();
  const paceOf = (kind: string): Pace => {
    const pace = paces.get(kind) ?? createPace();
    paces.set(kind, pace);
    return pace;
  };
  const exceeds = (ms: number, fewestOf: number): boolean =>
    [...paces.values()].some((pace) => pace.exceeds(ms, fewestOf));
  let tediousCalls = 0;
  return {
    timed:
      (outbound: Outbound): Outbound =>
      async (request) => {
        const reply = await outbound(request);
        const [address] = request.url.split('?', 1);
        if (reply.failure === undefined) paceOf(`${request.method} ${address}`).took(reply.durationMs);
        if (reply.durationMs >= tedious.ms) tediousCalls++;
        return reply;
      },
    /** So that several scenarios are under way at once. */
    isSlow: () => exceeds(surelySlowMs, fewest.surelySlow) || exceeds(slowMs, fewest.slow),
    /** So that no more is attempted than it takes to tell. */
    keepsWaiting: () => tediousCalls >= tedious.calls || exceeds(waitingMs, fewest.waiting),
  };
};
