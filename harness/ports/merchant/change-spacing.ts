import type { Clock } from '#mocks/time';

/** MySQL's DATETIME counts in seconds, as many a framework does; nobody is known to count in anything longer. */
const coarsestMs = 1000;

/** Catalogue rules › 8: two changes within one unit of the shop's clock have one updatedAt, however fast it is asked for them. */
export const createChangeSpacing = (clock: Pick<Clock, 'now' | 'sleep'>, signal: AbortSignal) => {
  let unitMs: number | undefined;
  let [free, changedAt] = [Promise.resolve(), Number.NEGATIVE_INFINITY];
  return {
    /** A body that may be a page of the catalogue. */
    told(body: unknown): void {
      // A millisecond is the finest that is looked for, and a catalogue may have any number of pages.
      if (unitMs === 1) return;
      const { products } = Object(body) as { readonly products?: unknown };
      for (const product of Array.isArray(products) ? (products as readonly unknown[]) : []) {
        const { updatedAt } = Object(product) as { readonly updatedAt?: unknown };
        const epochMs = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
        if (Number.isNaN(epochMs)) continue;
        unitMs ??= coarsestMs;
        while (epochMs % unitMs !== 0) unitMs /= 10;
      }
    },
    async spaced<Value>(change: () => Promise<Value>): Promise<Value> {
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
