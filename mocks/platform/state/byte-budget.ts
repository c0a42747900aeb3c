import { createBacklog } from '../queue/fifo/backlog.ts';

/** What strangers make us keep, wherever it lies: the oldest goes first, so that together it never takes more than this. */
export interface ByteBudget {
  /** `forget` is called when room is needed. The answer gives it back before that; there is none for what is not counted. */
  readonly keep: (bytes: number, forget: () => void) => (() => void) | undefined;
}

/** Beside a process of 150 MiB. */
const defaultBudget = 64 * 1024 * 1024;
/** Counted by their number alone, of which everything that is kept has a bound of its own. */
const smallBytes = 4 * 1024;

export const createByteBudget = (most: number = defaultBudget): ByteBudget => {
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
    keep(bytes, forget) {
      if (bytes <= smallBytes) return undefined;
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
