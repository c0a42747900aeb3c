import type { Finding } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Handling } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import type { NamedTables } from '../../ledgers/till/named-tables.ts';
import { paymentIdsIn } from '../../ledgers/till/payment-ids.ts';
import { createShownLines, snapshotIn } from '../../ledgers/till/shown-lines.ts';

/** Of a payment or a bill: every table that it may be of. One of which that is not known may be of any. */
interface Of {
  readonly tables: readonly string[];
  readonly exchange: number;
}

/**
 * Resources › Base models: a snapshot has the payments of its table. The shape of one is not shown, so that its id may stand
 * anywhere in it. A party that was given another table takes what it ordered and paid along, and what stands on one table may be
 * shown at the next that it was moved to.
 */
export const createPaymentsOfOthers = (budget: ByteBudget, named: NamedTables) => {
  const bills = createMemory<Of>(budget);
  const payments = createMemory<Of>(budget);
  const lines = createShownLines(budget);

  const learn = ({ messageKind, deliveries }: Handling, seen: TillTraffic): void => {
    const { tableId, posBillId, oaPaymentId } = deliveries.at(-1) ?? {};
    if (seen.kind === 'callback' && messageKind === 'BillPreparationRequested') {
      const prepared: unknown = Object(Object(seen.body).bill).posBillId;
      if (typeof prepared === 'string') bills.set(prepared, also(bills.get(prepared), tableId, seen.exchange));
    }
    if (seen.kind !== 'receive' || oaPaymentId === undefined) return;
    const { exchange } = seen;
    const billed = posBillId === undefined ? undefined : bills.get(posBillId);
    if (messageKind === 'BillPaymentCompleted') payments.set(oaPaymentId, { tables: billed?.tables ?? [], exchange });
    if (messageKind === 'OrderSubmissionRequested')
      payments.set(oaPaymentId, also(payments.get(oaPaymentId), tableId, exchange));
  };

  const shown = (handling: Handling, seen: TrafficOf<'callback'>): Finding | undefined => {
    const tableId = handling.deliveries[0]?.tableId;
    const { holder, snapshot } = snapshotIn(handling, seen) ?? {};
    if (holder === undefined || tableId === undefined || snapshot?.['tableId'] !== tableId) return undefined;
    if (!named.has(tableId)) return undefined;
    const here = new Set(lines.of(tableId));
    const foreign = [...new Set(paymentIdsIn(snapshot['payments']))].find((id) => {
      const tables = payments.get(id)?.tables ?? [];
      const isElsewhere = tables.length > 0 && tables.every((table) => table !== tableId && named.has(table));
      return isElsewhere && !tables.some((table) => lines.of(table).some((line) => here.has(line)));
    });
    const of = foreign === undefined ? undefined : payments.get(foreign);
    return of === undefined ? undefined : atAnotherTable(`${foreign}`, of, { tableId, holder, seen });
  };

  return (handling: Handling, seen: TillTraffic): Finding | undefined => {
    learn(handling, seen);
    lines.see(handling, seen);
    return seen.kind === 'callback' ? shown(handling, seen) : undefined;
  };
};

/** Without a table it may be of any, for good. */
const also = (known: Of | undefined, tableId: string | undefined, exchange: number): Of => {
  if (tableId === undefined || known?.tables.length === 0) return { tables: [], exchange };
  return { tables: [...new Set([...(known?.tables ?? []), tableId])], exchange };
};

const atAnotherTable = (
  oaPaymentId: string,
  { tables, exchange }: Of,
  { tableId, holder, seen }: { tableId: string; holder: string; seen: TrafficOf<'callback'> },
): Finding => ({
  message: 'A payment of another table stands among the payments of this one, so that it seems to be paid here.',
  expected: `the payments of ${JSON.stringify(tableId)}, without ${oaPaymentId} of ${tables.map((table) => JSON.stringify(table)).join(', ')}`,
  actual: `${oaPaymentId} in the payments`,
  pointer: `/${holder}/payments`,
  exchanges: [exchange, seen.exchange],
  cause: 'a payment of another table',
});
