import { createBacklog } from './backlog.ts';

/** What strangers make us keep, wherever it lies: the oldest goes first, so that together it never takes more than this. */
export type ByteBudget = ReturnType<typeof createByteBudget>;

export interface ByteBudgetOptions {
  /** Default: 64 MiB, beside a process of 150. */
  readonly most?: number;
  /** What takes no more than this is counted by number alone, of which everything that is kept has a bound of its own. */
  readonly small?: number;
}

export const createByteBudget = ({ most = 64 * 1024 * 1024, small = 4 * 1024 }: ByteBudgetOptions = {}) => {
  const kept = createBacklog<number, { readonly bytes: number; readonly forget: () => void }>();
  let [used, last] = [0, 0];
  const release = (key: number): (() => void) | undefined => {
    const entry = kept.get(key);
    if (entry === undefined) return undefined;
    kept.delete(key);
    used -= entry.bytes;
    return entry.forget;
  };
  return {
    /** `forget` is called when room is needed. The answer gives it back before that; there is none for what is not counted. */
    keep(bytes: number, forget: () => void): (() => void) | undefined {
      if (bytes <= small) return undefined;
      last += 1;
      const own = last;
      kept.add(own, { bytes, forget });
      used += bytes;
      for (const [key] of kept.entries()) {
        if (used <= most) break;
        release(key)?.();
      }
      return () => void release(own);
    },
  };
};
