/**
 * A map in the order of adding that is emptied mostly from its front. A plain Map walks again and again over all that was
 * deleted at its front since its last rehash: about 10 of the 26 s that 100 thousand messages once took. A deleted key may
 * be added again only after everything before it is gone.
 */
export type Backlog<Key, Value> = MapWithKeys<Key, Value>;

export const createBacklog = <Key, Value>(): Backlog<Key, Value> => new MapWithKeys();

// A class: each group of messages has one, often for a single message, and closures would take half a kilobyte.
class MapWithKeys<Key, Value> {
  readonly #values = new Map<Key, Value>();
  #keys: Key[] = [];
  #head = 0;

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  add(key: Key, value: Value): void {
    this.#values.set(key, value);
    this.#keys.push(key);
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }

  size(): number {
    return this.#values.size;
  }

  *entries(): Generator<readonly [Key, Value]> {
    this.#skipDeleted();
    // Deleting while iterating may move the keys, so that the walk keeps the list it started on.
    const walked = this.#keys;
    for (let index = this.#head; index < walked.length; index += 1) {
      const key = walked[index] as Key;
      const value = this.#values.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  first(): Value | undefined {
    this.#skipDeleted();
    return this.#head < this.#keys.length ? this.#values.get(this.#keys[this.#head] as Key) : undefined;
  }

  #skipDeleted(): void {
    const keys = this.#keys;
    while (this.#head < keys.length && !this.#values.has(keys[this.#head] as Key)) this.#head += 1;
    if (this.#head < 1000 || this.#head < keys.length / 2) return;
    this.#keys = keys.slice(this.#head);
    this.#head = 0;
  }
}
