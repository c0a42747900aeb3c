import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Handling } from './messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { preparedIn } from './prepared-bill.ts';

interface Billed {
  readonly tableId: string;
  /** The place in the traffic of the result that had it. */
  readonly n: number;
}

/** The table that each bill is of; of an id that two tables have had nobody knows. */
export interface BillTables {
  readonly see: (handling: Handling, seen: TillTraffic) => void;
  readonly of: (posBillId: string | undefined) => Billed | undefined;
}

export const createBillTables = (budget: ByteBudget): BillTables => {
  const bills = createMemory<Billed | 'unknown'>(budget);
  return {
    see({ messageKind, deliveries: [delivery] }, seen) {
      if (seen.kind !== 'callback' || messageKind !== 'BillPreparationRequested') return;
      const [posBillId, tableId] = [preparedIn(seen.body), delivery?.tableId];
      const known = posBillId === undefined ? undefined : bills.get(posBillId);
      if (posBillId === undefined || known === 'unknown') return;
      if (tableId === undefined || (known !== undefined && known.tableId !== tableId)) bills.set(posBillId, 'unknown');
      else bills.set(posBillId, known ?? { tableId, n: seen.n });
    },
    of(posBillId) {
      const billed = posBillId === undefined ? undefined : bills.get(posBillId);
      return billed === 'unknown' ? undefined : billed;
    },
  };
};
