import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { acceptedOf, type Handling } from './messages.ts';
import { createMemory } from '../../retention/memory.ts';

interface Active {
  readonly messageId: string;
  readonly n: number;
  /** When another order was there last. */
  readonly otherN: number;
}

/** When somebody has last ordered at a table, and of another order than one's own. */
export interface OrderActivity {
  readonly see: (handling: Handling, seen: TillTraffic) => void;
  readonly last: (tableId: string) => number;
  readonly other: (tableId: string, messageId: string) => number;
}

export const createOrderActivity = (budget: ByteBudget): OrderActivity => {
  const active = createMemory<Active>(budget);
  const unknown = (): number => (active.hasForgotten() ? Number.POSITIVE_INFINITY : -1);
  return {
    see(handling, seen) {
      const { messageKind, messageId, deliveries, callbacks } = handling;
      if (messageKind !== 'OrderSubmissionRequested') return;
      // Whoever has sent a result is done, whenever the message is deleted.
      if (seen.kind === 'delete' && callbacks.length > 0) return;
      const accepted = acceptedOf(handling);
      if (accepted !== undefined && accepted !== seen) return;
      const tableId = deliveries[0]?.tableId;
      if (tableId === undefined) return;
      const before = active.get(tableId);
      const otherN = before?.messageId === messageId ? before.otherN : (before?.n ?? unknown());
      active.set(tableId, { messageId, n: seen.n, otherN });
    },
    last: (tableId) => active.get(tableId)?.n ?? unknown(),
    other: (tableId, messageId) => {
      const one = active.get(tableId);
      return (one?.messageId === messageId ? one.otherN : one?.n) ?? unknown();
    },
  };
};
