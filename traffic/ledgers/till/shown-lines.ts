import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Handling } from './messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { snapshotHolders } from './holders.ts';

/** What stands on each table, as its last snapshot showed it: every line as one text. */
export interface ShownLines {
  readonly see: (handling: Handling, seen: TillTraffic) => void;
  readonly of: (tableId: string) => readonly string[];
}

export const createShownLines = (budget: ByteBudget): ShownLines => {
  const shown = createMemory<readonly string[]>(budget);
  return {
    see(handling, seen) {
      const { tableId, lines } = Object(snapshotIn(handling, seen)?.snapshot);
      if (typeof tableId === 'string' && Array.isArray(lines))
        shown.set(
          tableId,
          lines.map((line: unknown) => JSON.stringify(line)),
        );
    },
    of: (tableId) => shown.get(tableId) ?? [],
  };
};

/** The snapshot of a table in a result, and the member that it is. */
export const snapshotIn = (
  { messageKind }: Handling,
  seen: TillTraffic,
): { readonly holder: string; readonly snapshot: Readonly<Record<string, unknown>> } | undefined => {
  const holder = snapshotHolders[messageKind];
  if (seen.kind !== 'callback' || seen.unkept === true || holder === undefined) return undefined;
  return { holder, snapshot: Object(Object(seen.body)[holder]) };
};
