import type { StateStore } from './state-store.ts';

/** How a value of the memory lies in the store: as plain JSON, and references as ids. */
export interface Keeping<Value> {
  readonly toRow: (value: Value) => unknown;
  readonly fromRow: (row: unknown) => Value;
}

const asItIs = <Value>(): Keeping<Value> => ({ toRow: (value) => value, fromRow: (row) => row as Value });

/**
 * A Map that begins with what the store has of a kind, and writes through to it. It sees a value that is set, not one that
 * is changed in place: set it again.
 */
export const keptMap = <Value>(
  store: StateStore,
  kind: string,
  keeping: Keeping<Value> = asItIs(),
): Map<string, Value> => {
  const kept = store.all(kind).map(([id, row]) => [id, keeping.fromRow(row)] as const);
  return new KeptMap(kept, store, kind, keeping);
};

class KeptMap<Value> extends Map<string, Value> {
  readonly #store: StateStore;
  readonly #kind: string;
  readonly #toRow: Keeping<Value>['toRow'];

  constructor(kept: readonly (readonly [string, Value])[], store: StateStore, kind: string, { toRow }: Keeping<Value>) {
    super();
    for (const [id, value] of kept) super.set(id, value);
    this.#store = store;
    this.#kind = kind;
    this.#toRow = toRow;
  }

  override set(id: string, value: Value): this {
    this.#store.put(this.#kind, id, this.#toRow(value));
    return super.set(id, value);
  }

  override delete(id: string): boolean {
    this.#store.remove(this.#kind, id);
    return super.delete(id);
  }

  override clear(): void {
    this.#store.atomically(() => {
      for (const id of this.keys()) this.#store.remove(this.#kind, id);
    });
    super.clear();
  }
}
