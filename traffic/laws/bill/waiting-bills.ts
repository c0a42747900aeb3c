import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';

/** Of a table with more of them only the latest are known. */
const mostWaiting = 20;

/** A bill that waited for its payment does so no longer. */
interface Settled {
  readonly tableId: string;
  /** No other bill of the table waits. */
  readonly isLast: boolean;
}

/** The bills of each table that are still to be paid. */
export interface WaitingBills {
  readonly prepared: (tableId: string, posBillId: string) => void;
  /** Undefined for one that did not wait: what is said once more about a bill that was settled before changes nothing. */
  readonly settled: (posBillId: string | undefined) => Settled | undefined;
  readonly isAnother: (tableId: string, posBillId: string) => boolean;
  readonly forget: (tableId: string) => void;
  readonly hasForgotten: () => boolean;
}

export const createWaitingBills = (
  budget: ByteBudget,
  tableOf: (posBillId: string) => string | undefined,
): WaitingBills => {
  const waiting = createMemory<readonly string[]>(budget);
  const of = (tableId: string): readonly string[] => waiting.get(tableId) ?? [];
  const without = (tableId: string, posBillId: string): readonly string[] =>
    of(tableId).filter((one) => one !== posBillId);
  return {
    prepared(tableId, posBillId) {
      const known = of(tableId);
      if (!known.includes(posBillId)) waiting.set(tableId, [...known, posBillId].slice(-mostWaiting));
    },
    settled(posBillId) {
      const tableId = posBillId === undefined ? undefined : tableOf(posBillId);
      if (posBillId === undefined || tableId === undefined || !of(tableId).includes(posBillId)) return undefined;
      const left = without(tableId, posBillId);
      waiting.set(tableId, left);
      return { tableId, isLast: left.length === 0 };
    },
    isAnother: (tableId, posBillId) => without(tableId, posBillId).length > 0,
    forget: waiting.delete,
    hasForgotten: waiting.hasForgotten,
  };
};
