/**
 * A map in the order of adding that is emptied mostly from its front. A plain Map walks again and again over all that was
 * deleted at its front since its last rehash: about 10 of the 26 s that 100 thousand messages once took. A deleted key may
 * be added again only after everything before it is gone.
 */
export interface Backlog<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly add: (key: Key, value: Value) => void;
  readonly delete: (key: Key) => void;
  readonly size: () => number;
  readonly entries: () => Iterable<readonly [Key, Value]>;
  readonly first: () => Value | undefined;
}

export const createBacklog = <Key, Value>(): Backlog<Key, Value> => {
  const values = new Map<Key, Value>();
  let keys: Key[] = [];
  let head = 0;

  function* entries(): Generator<readonly [Key, Value]> {
    skipDeleted();
    // Deleting while iterating may move the keys, so that the walk keeps the list it started on.
    const walked = keys;
    for (let index = head; index < walked.length; index += 1) {
      const key = walked[index] as Key;
      const value = values.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  const skipDeleted = () => {
    while (head < keys.length && !values.has(keys[head] as Key)) head += 1;
    if (head < 1000 || head < keys.length / 2) return;
    keys = keys.slice(head);
    head = 0;
  };

  return {
    get: (key) => values.get(key),
    add(key, value) {
      values.set(key, value);
      keys.push(key);
    },
    delete(key) {
      values.delete(key);
    },
    size: () => values.size,
    entries,
    first() {
      skipDeleted();
      return head < keys.length ? values.get(keys[head] as Key) : undefined;
    },
  };
};
