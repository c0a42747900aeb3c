const initialSlots = 1 << 12;
/** Each time everything is put in its place anew. */
const growth = 4;

/**
 * Remembers which product every variant id belongs to, in constant memory: 64 bits of the variant's id and 32 of the
 * product's in typed arrays. Beyond the table's size it keeps a sample by hash, halved whenever it fills up, so that a
 * catalogue of any size is watched, a huge one with fewer eyes. 2 million variants need 24 MiB.
 */
export const createFingerprints = (maximumSlots: number = 1 << 20) => {
  let slots = initialSlots;
  let table = new Uint32Array(slots * 3);
  let used = 0;
  let sampling = 0;

  const find = (low: number, high: number): number => {
    let slot = low & (slots - 1);
    for (;;) {
      const at = slot * 3;
      if ((table[at] === 0 && table[at + 1] === 0) || (table[at] === low && table[at + 1] === high)) return at;
      slot = (slot + 1) & (slots - 1);
    }
  };

  const rebuild = (): void => {
    const old = table;
    if (slots < maximumSlots) slots = Math.min(maximumSlots, slots * growth);
    else sampling = (sampling << 1) | 1;
    table = new Uint32Array(slots * 3);
    used = 0;
    for (let at = 0; at < old.length; at += 3) {
      const [low, high] = [old[at] ?? 0, old[at + 1] ?? 0];
      if ((low === 0 && high === 0) || (high & sampling) !== 0) continue;
      const to = find(low, high);
      table[to] = low;
      table[to + 1] = high;
      table[to + 2] = old[at + 2] ?? 0;
      used++;
    }
  };

  return {
    /** Of a product. */
    of: (product: string) => hash(product, 0x3c6ef372, 0x01000193),
    /** `new`, `same` product again, or already seen under `other` product. */
    note(variant: string, owner: number) {
      // An all-zero entry means a free slot.
      const low = hash(variant, 0x811c9dc5, 0x01000193) || 1;
      const high = hash(variant, 0x9747b28c, 0x5bd1e995);
      if ((high & sampling) !== 0) return 'new';
      const at = find(low, high);
      if (table[at] === low && table[at + 1] === high) return table[at + 2] === owner ? 'same' : 'other';
      table[at] = low;
      table[at + 1] = high;
      table[at + 2] = owner;
      if (++used > slots * 0.7) rebuild();
      return 'new';
    },
  };
};

/** FNV-1a's loop with murmur3's finaliser: cheap, and all bits depend on every character. */
const hash = (text: string, basis: number, prime: number): number => {
  let value = basis;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), prime);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};
