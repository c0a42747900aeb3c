import type { Clock } from '#mocks/time';

/** Keeps changes that are asked for so far apart that the clock of the catalogue can tell them from one another. */
export interface ChangeSpacing {
  /** A body that may be a page of the catalogue. */
  readonly told: (body: unknown) => void;
  readonly spaced: <Value>(change: () => Promise<Value>) => Promise<Value>;
}

/** MySQL's DATETIME counts in seconds, as many a framework does; nobody is known to count in anything longer. */
const coarsestMs = 1000;

/** Catalogue rules › 8: two changes within one unit of the shop's clock have one updatedAt, however fast it is asked for them. */
export const createChangeSpacing = (clock: Pick<Clock, 'now' | 'sleep'>, signal: AbortSignal): ChangeSpacing => {
  let unitMs: number | undefined;
  let [free, changedAt] = [Promise.resolve(), Number.NEGATIVE_INFINITY];
  return {
    told(body) {
      const { products } = Object(body) as { readonly products?: unknown };
      for (const product of Array.isArray(products) ? (products as readonly unknown[]) : []) {
        const { updatedAt } = Object(product) as { readonly updatedAt?: unknown };
        const epochMs = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
        if (Number.isNaN(epochMs)) continue;
        unitMs ??= coarsestMs;
        while (epochMs % unitMs !== 0) unitMs /= 10;
      }
    },
    async spaced(change) {
      const before = free;
      const { promise, resolve } = Promise.withResolvers<void>();
      free = promise;
      await before;
      try {
        const restMs = unitMs === undefined || unitMs <= 1 ? 0 : changedAt + 1.1 * unitMs - clock.now();
        if (restMs > 0) await clock.sleep(restMs, signal);
        return await change();
      } finally {
        changedAt = clock.now();
        resolve();
      }
    },
  };
};
