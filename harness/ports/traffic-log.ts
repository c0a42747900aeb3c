import type { Clock } from '#mocks/time';
import type { UnnumberedTraffic } from '#traffic';
import type { TillPort, TillTraffic, TillTrafficKind, TrafficOf } from '#scenarios';

/** All traffic of a till, in the order it was complete, and whoever waits for more. */
export interface TrafficLog extends Pick<TillPort, 'traffic' | 'next' | 'mark'> {
  readonly add: (seen: UnnumberedTraffic) => TillTraffic;
}

interface Waiter {
  readonly matches: (seen: TillTraffic) => boolean;
  readonly take: (seen: TillTraffic) => void;
}

export const createTrafficLog = (clock: Clock, signal: AbortSignal): TrafficLog => {
  const log: TillTraffic[] = [];
  const waiters = new Set<Waiter>();
  return {
    add(seen) {
      const numbered = { ...seen, n: log.length } as TillTraffic;
      log.push(numbered);
      for (const waiter of waiters) if (waiter.matches(numbered)) waiter.take(numbered);
      return numbered;
    },
    traffic: () => log,
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
      return new Promise<TrafficOf<Kind> | undefined>((resolve, reject) => {
        const settle = (): void => {
          cancel();
          waiters.delete(waiter);
          signal.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          settle();
          reject(signal.reason as Error);
        };
        const waiter: Waiter = {
          matches: fits,
          take: (seen) => {
            settle();
            resolve(seen as TrafficOf<Kind>);
          },
        };
        const cancel = clock.after(withinMs, () => {
          settle();
          resolve(undefined);
        });
        waiters.add(waiter);
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      });
    },
  };
};
