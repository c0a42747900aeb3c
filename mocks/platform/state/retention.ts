import { createBacklog } from '../queue/fifo/backlog.ts';

export interface Retention {
  /** Default: 14 days, as long as the queue keeps a message. */
  readonly keepMs: number;
  /** Commands of one location; the oldest go first. Of ids, which are small, ten times as many. */
  readonly most: number;
}

export const defaultRetention: Retention = { keepMs: 14 * 24 * 3_600_000, most: 1000 };

/** What a place remembers by id. What is old, or more than it may hold, is forgotten as new things come. */
export interface Memory<Value> {
  get(id: string): Value | undefined;
  has(id: string): boolean;
  /** A value that is set again keeps its age. */
  set(id: string, value: Value): void;
  values(): Iterable<Value>;
}

export interface MemoryOptions<Value> extends Retention {
  readonly now: () => number;
  /** Still of use, so that it is forgotten for its age only. */
  readonly inUse?: (value: Value) => boolean;
}

export const createMemory = <Value>(
  kept: Map<string, Value>,
  { keepMs, most, now, inUse = () => false }: MemoryOptions<Value>,
): Memory<Value> => {
  // Not the map's own order: walking from its front passes all that was deleted there.
  const ages = createBacklog<string, number>();
  for (const id of kept.keys()) ages.add(id, now());

  const forget = () => {
    for (const [id, at] of ages.entries()) {
      const value = kept.get(id);
      const spare = kept.size > most && !(value !== undefined && inUse(value));
      if (!spare && at + keepMs > now()) break;
      ages.delete(id);
      kept.delete(id);
    }
  };

  return {
    get: (id) => kept.get(id),
    has: (id) => kept.has(id),
    set(id, value) {
      if (!kept.has(id)) ages.add(id, now());
      kept.set(id, value);
      forget();
    },
    values: () => kept.values(),
  };
};
