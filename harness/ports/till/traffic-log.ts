import type { Clock } from '#mocks/time';
import type { UnnumberedTraffic } from '#traffic';
import type { TillTraffic, TillTrafficKind, TrafficOf } from '#scenarios';
import { createWaiters } from '../waiters.ts';

/** All traffic of a till, in the order it was complete, and whoever waits for more. */
export type TrafficLog = ReturnType<typeof createTrafficLog>;

/** Whoever waits for time to pass as well looks so often; what is due after a silence is late by a quarter of it at most. */
const [leastLookMs, mostLookMs] = [20, 250];

/** A poll that brings nothing is none: a till may poll all the time. */
const isAct = (seen: TillTraffic): boolean =>
  seen.kind === 'callback' || seen.kind === 'delete' || (seen.kind === 'receive' && seen.messages.length > 0);

export const createTrafficLog = (clock: Clock, signal: AbortSignal) => {
  const log: TillTraffic[] = [];
  const waiters = createWaiters<TillTraffic>(clock, signal);
  let [actedAt, acted] = [clock.now(), Promise.withResolvers<void>()];
  return {
    add(seen: UnnumberedTraffic) {
      const numbered = { ...seen, n: log.length } as TillTraffic;
      log.push(numbered);
      waiters.offer(numbered, 'all');
      if (isAct(numbered)) {
        acted.resolve();
        [actedAt, acted] = [clock.now(), Promise.withResolvers<void>()];
      }
      return numbered;
    },
    async act(): Promise<void> {
      const lookMs = Math.min(mostLookMs, Math.max(leastLookMs, (clock.now() - actedAt) / 4));
      await Promise.race([clock.sleep(lookMs, signal), acted.promise]);
    },
    traffic: (): readonly TillTraffic[] => log,
    mark: () => log.length,
    next: <Kind extends TillTrafficKind>(
      kind: Kind,
      {
        matches = () => true,
        from = log.length,
        withinMs,
      }: { matches?: (seen: TrafficOf<Kind>) => boolean; from?: number; withinMs: number },
    ) => {
      const fits = (seen: TillTraffic): seen is TrafficOf<Kind> =>
        seen.kind === kind && seen.n >= from && matches(seen as TrafficOf<Kind>);
      for (let n = Math.max(0, from); n < log.length; n++) {
        const seen = log[n];
        if (seen !== undefined && fits(seen)) return Promise.resolve(seen);
      }
      return waiters.wait(fits, withinMs) as Promise<TrafficOf<Kind> | undefined>;
    },
  };
};
