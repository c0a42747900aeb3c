import type { ByteBudget } from './byte-budget.ts';
import { shortened } from './shortened.ts';
import { weightOf } from './weight.ts';

/**
 * What a law remembers by key. A platform may run for weeks, and what it sees is a stranger's: the oldest is forgotten in
 * the end, by number and by the bytes that all laws together may keep.
 */
export type Memory<Value> = ReturnType<typeof createMemory<Value>>;

export interface MemoryOptions<Value> {
  readonly most?: number;
  /** In bytes, about. */
  readonly weigh?: (value: Value) => number;
}

const usual = 10_000;

export const createMemory = <Value>(
  budget: ByteBudget,
  { most = usual, weigh = weightOf }: MemoryOptions<Value> = {},
) => {
  const known = new Map<string, Value>();
  // Stands at the oldest as long as nothing else is deleted; one begun anew steps over all that was.
  let byAge: MapIterator<string> | undefined;
  const releases = new Map<string, () => void>();
  let forgotten = false;
  /** Nearly everything is small, so that no bytes are kept for it. */
  const giveBack = (key: string): void => {
    if (releases.size === 0) return;
    releases.get(key)?.();
    releases.delete(key);
  };
  const drop = (key: string): void => {
    known.delete(key);
    byAge = undefined;
    giveBack(key);
  };
  const forget = (key: string): void => {
    drop(key);
    forgotten = true;
  };
  const forgetOldest = (): void => {
    const ages = byAge ?? known.keys();
    const oldest = ages.next();
    if (oldest.done !== true) forget(oldest.value);
    byAge = ages;
  };
  return {
    get: (key: string) => known.get(shortened(key)),
    has: (key: string) => known.has(shortened(key)),
    set(given: string, value: Value): void {
      const key = shortened(given);
      if (!known.has(key) && known.size >= most) forgetOldest();
      known.set(key, value);
      giveBack(key);
      const release = budget.keep(weigh(value), () => forget(key));
      if (release !== undefined && known.has(key)) releases.set(key, release);
    },
    delete: (key: string) => drop(shortened(key)),
    values: (): Iterable<Value> => known.values(),
    /** Something was forgotten: what is not known may have been. */
    hasForgotten: () => forgotten,
  };
};
