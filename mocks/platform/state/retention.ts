import { type ByteBudget, createBacklog, shortened, weightOf } from '#traffic';

export interface Retention {
  /** Default: 14 days, as long as the queue keeps a message. */
  readonly keepMs: number;
  /** Commands of one location; the oldest go first. Of ids, which are small, ten times as many. */
  readonly most: number;
}

export const defaultRetention: Retention = { keepMs: 14 * 24 * 3_600_000, most: 10_000 };

/** What a place remembers by id. What is old, or more than it may hold, is forgotten as new things come. */
export interface Memory<Value> {
  get(id: string): Value | undefined;
  has(id: string): boolean;
  /** A value that is set again keeps its age. */
  set(id: string, value: Value): void;
  values(): Iterable<Value>;
  /** By id; a long one by its digest. */
  entries(): Iterable<readonly [id: string, value: Value]>;
  clear(): void;
}

export interface MemoryOptions<Value> extends Retention {
  readonly now: () => number;
  /** Still of use, so that it is forgotten for its age only. */
  readonly inUse?: (value: Value) => boolean;
  /** What large values are counted in, and what is left of one when there is no room; without `lighten` nothing. */
  readonly budget?: ByteBudget;
  readonly lighten?: (value: Value) => Value;
}

export const createMemory = <Value>(
  kept: Map<string, Value>,
  { keepMs, most, now, inUse = () => false, budget, lighten }: MemoryOptions<Value>,
): Memory<Value> => {
  const releases = new Map<string, () => void>();
  // Not the map's own order: walking from its front passes all that was deleted there.
  const ages = createBacklog<string, number>();
  const drop = (id: string): void => {
    ages.delete(id);
    kept.delete(id);
    releases.get(id)?.();
    releases.delete(id);
  };
  const count = (id: string, value: Value): void => {
    if (budget === undefined) return;
    releases.get(id)?.();
    const makeRoom = (): void => {
      const held = kept.get(id);
      if (lighten !== undefined && held !== undefined) kept.set(id, lighten(held));
      else drop(id);
    };
    const release = budget.keep(weightOf(value), makeRoom);
    if (release === undefined) releases.delete(id);
    else releases.set(id, release);
  };
  for (const [id, value] of kept) {
    ages.add(id, now());
    count(id, value);
  }

  const forget = () => {
    for (const [id, at] of ages.entries()) {
      const value = kept.get(id);
      const spare = kept.size > most && !(value !== undefined && inUse(value));
      if (!spare && at + keepMs > now()) break;
      drop(id);
    }
  };

  return {
    get: (id) => kept.get(shortened(id)),
    has: (id) => kept.has(shortened(id)),
    set(given, value) {
      const id = shortened(given);
      if (!kept.has(id)) ages.add(id, now());
      kept.set(id, value);
      count(id, value);
      forget();
    },
    values: () => kept.values(),
    entries: () => kept.entries(),
    clear() {
      for (const id of kept.keys()) drop(id);
    },
  };
};
