import type { TableShare } from '#scenarios';

export type ShareOfOne = TableShare & Disposable;

/**
 * The tables of a till, for all scenarios of a run; nothing is kept before a scenario takes it. Whoever waits for its first
 * has none, so that no two wait for each other, and one open table stays free as long as anybody needs a second.
 */
export const createSharedTables = (open: readonly string[]): ((sitsAtTwo?: boolean) => ShareOfOne) => {
  const holders = new Map<string, object>();
  const needTwo = new Set<object>();
  let left = Promise.withResolvers<void>();
  const wake = (): void => {
    left.resolve();
    left = Promise.withResolvers<void>();
  };
  const leave = (table: string): void => {
    holders.delete(table);
    wake();
  };
  const hasRoom = (): boolean => {
    const taken = [...holders.keys()].filter((table) => open.includes(table)).length;
    return taken < Math.max(1, new Set(open).size - (needTwo.size > 0 ? 1 : 0));
  };
  const share = (sitsAtTwo = false): ShareOfOne => {
    const holder = {};
    if (sitsAtTwo) needTwo.add(holder);
    const own = (): readonly string[] => [...holders].flatMap(([table, by]) => (by === holder ? [table] : []));
    const takeAnother: TableShare['takeAnother'] = (tables) => {
      const free = tables.find((table) => !holders.has(table));
      if (free !== undefined) holders.set(free, holder);
      return free;
    };
    return {
      async take(tables) {
        const isOpen = tables.some((table) => open.includes(table));
        for (;;) {
          const had = own().find((table) => tables.includes(table));
          const taken = had ?? (isOpen && !hasRoom() ? undefined : takeAnother(tables));
          if (taken !== undefined) return taken;
          const { promise } = left;
          if (isOpen && own().length > 0) own().forEach(leave);
          else await promise;
        }
      },
      async takeBeside(tables) {
        for (;;) {
          const { promise } = left;
          const taken = takeAnother(tables);
          if (taken !== undefined) return taken;
          await promise;
        }
      },
      takeAnother,
      apart: () => share(),
      leave: (table) => {
        if (holders.get(table) === holder) leave(table);
      },
      [Symbol.dispose]() {
        needTwo.delete(holder);
        own().forEach(leave);
        wake();
      },
    };
  };
  return share;
};
