/** Numbers of captured exchanges anew, where some name others by the numbers they had. */
export interface Numbering {
  /** Of one that no other names. */
  readonly next: () => number;
  readonly of: (former: number) => number;
  /** Of one that may not have been seen yet, and may never be. */
  readonly mentioned: (former: number) => number;
}

/** Whoever is named was under way a moment ago. */
const most = 1000;

export const createNumbering = (): Numbering => {
  const known = new Map<number, { readonly n: number; readonly isSeen: boolean }>();
  let last = 0;
  const next = (): number => ++last;
  const keep = (former: number, n: number, isSeen: boolean): number => {
    known.delete(former);
    known.set(former, { n, isSeen });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return n;
  };
  return {
    next,
    of(former) {
      const before = known.get(former);
      // Of several captures each begins at one.
      return keep(former, before === undefined || before.isSeen ? next() : before.n, true);
    },
    mentioned(former) {
      const before = known.get(former);
      return before === undefined ? keep(former, next(), false) : before.n;
    },
  };
};
