import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Handling } from './messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { tableHolders } from './holders.ts';

/**
 * An order and a bill name a station, which nobody says is called as its table is: the names under which the till has shown a
 * table that was asked for by that very name.
 */
export interface NamedTables {
  readonly see: (handling: Handling, seen: TillTraffic) => void;
  readonly has: (tableId: string) => boolean;
}

export const createNamedTables = (budget: ByteBudget): NamedTables => {
  const named = createMemory<true>(budget);
  return {
    see({ messageKind, deliveries: [delivery] }, seen) {
      const { tableId } = delivery ?? {};
      if (messageKind !== 'TableOrderSnapshotRequested' || seen.kind !== 'callback' || tableId === undefined) return;
      const body = seen.unkept === true ? undefined : Object(seen.body);
      if (tableHolders(messageKind).some((holder) => Object(body?.[holder]).tableId === tableId))
        named.set(tableId, true);
    },
    has: named.has,
  };
};
