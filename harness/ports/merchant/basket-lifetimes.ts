import { parseTimestamp } from '#schemas';

/** Until when each basket of a run is valid, as the target last said. */
export type BasketLifetimes = ReturnType<typeof createBasketLifetimes>;

export const createBasketLifetimes = () => {
  const ends = new Map<string, { readonly text: string; readonly epochMs: number }>();
  return {
    /** An answer about the basket that was asked for as `basketId`. */
    note(basketId: string, body: unknown): void {
      const { id, expiresAt } = (body ?? {}) as { readonly id?: unknown; readonly expiresAt?: unknown };
      const end = typeof expiresAt === 'string' ? parseTimestamp(expiresAt) : undefined;
      if (typeof expiresAt !== 'string' || end?.hasOffset !== true) return;
      for (const name of [basketId, id])
        if (typeof name === 'string') ends.set(name, { text: expiresAt, epochMs: end.epochMs });
    },
    /** When the basket expired, if it has: from then on a target may know nothing of it. */
    endOf(basketId: string, now: number): string | undefined {
      const end = ends.get(basketId);
      return end !== undefined && end.epochMs <= now ? end.text : undefined;
    },
  };
};
