import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { type Lifecycle, isAccepted } from './messages.ts';
import { preparedIn } from './prepared-bill.ts';

/** A bill or a payment: every table that it may be of. None: it may be of any. */
export interface Of {
  readonly tables: readonly string[];
  /** The place in the traffic of what had it first. */
  readonly n: number;
  readonly exchange: number;
}

/** A payment, since it was delivered first. */
export interface Payment extends Of {
  readonly value: number | undefined;
  /** When the bill it is for was prepared; undefined of an order that is paid at once. */
  readonly billedN: number | undefined;
}

/** A bill that waited for its payment does so no longer. */
export interface Settled {
  readonly tableId: string;
  readonly isPaid: boolean;
  /** No other bill of the table waits. */
  readonly isLast: boolean;
}

/** Of a table with more of them only the latest are known. */
const mostWaiting = 20;

/** The tables of bills and payments, and the bills that are still to be paid. */
export const createTablePayments = (budget: ByteBudget) => {
  const bills = createMemory<Of & { readonly isTaken: boolean }>(budget);
  const payments = createMemory<Payment>(budget);
  const waiting = createMemory<readonly string[]>(budget);
  const bill = (posBillId: string | undefined): Of | undefined =>
    posBillId === undefined ? undefined : bills.get(posBillId);
  const tableOf = (posBillId: string | undefined): string | undefined => {
    const { tables: [tableId, ...more] = [] } = bill(posBillId) ?? {};
    return more.length > 0 ? undefined : tableId;
  };
  const without = (tableId: string, posBillId: string): readonly string[] =>
    (waiting.get(tableId) ?? []).filter((one) => one !== posBillId);
  const settle = (posBillId: string | undefined, isPaid: boolean): Settled | undefined => {
    const tableId = tableOf(posBillId);
    if (posBillId === undefined || tableId === undefined) return undefined;
    if (waiting.get(tableId)?.includes(posBillId) !== true) return undefined;
    const left = without(tableId, posBillId);
    waiting.set(tableId, left);
    return { tableId, isPaid, isLast: left.length === 0 };
  };
  return {
    /** Says which bill is settled by that. What is said once more about a bill that was settled before changes nothing. */
    see({ messageKind, deliveries }: Lifecycle, seen: TillTraffic, isRepeat: boolean) {
      const { tableId, kioskId, posBillId, oaPaymentId, paidValue: value } = deliveries[0] ?? {};
      const { n, exchange } = seen as typeof seen & { readonly exchange: number };
      if (seen.kind === 'callback' && messageKind === 'BillPreparationRequested') {
        const prepared = preparedIn(seen.body);
        if (prepared === undefined) return undefined;
        const known = bills.get(prepared);
        const isTaken = isAccepted(seen);
        bills.set(prepared, { ...also(known, tableId, { n, exchange }), isTaken: isTaken || known?.isTaken === true });
        // A result that was refused at first is sent again.
        if (tableId !== undefined && isTaken && (!isRepeat || known?.isTaken === false))
          waiting.set(tableId, [...without(tableId, prepared), prepared].slice(-mostWaiting));
      }
      if (seen.kind === 'receive' && oaPaymentId !== undefined) {
        const known = payments.get(oaPaymentId);
        const billed = bill(posBillId);
        const { tables } =
          posBillId === undefined ? also(known, tableId ?? kioskId, { n, exchange }) : (billed ?? { tables: [] });
        payments.set(oaPaymentId, { n, exchange, value, ...known, tables, billedN: billed?.n });
      }
      if (messageKind === 'BillPaymentCompleted') return settle(posBillId, true);
      const isReleased = seen.kind === 'delete' && seen.outcome === 'deleted';
      return messageKind === 'BillPaymentFailed' && isReleased ? settle(posBillId, false) : undefined;
    },
    payment: payments.get,
    isOnlyAt(oaPaymentId: string, tableId: string) {
      const { tables = [] } = payments.get(oaPaymentId) ?? {};
      return tables.length === 1 && tables[0] === tableId;
    },
    /** The only table that the bill can be of. */
    tableOf,
    /** A bill of the table waits besides this one. */
    isAnotherWaiting: (tableId: string, posBillId: string) => without(tableId, posBillId).length > 0,
    hasForgotten: () => waiting.hasForgotten() || bills.hasForgotten(),
  };
};

/** Without a table it may be of any, for good. */
const also = (known: Of | undefined, tableId: string | undefined, first: Pick<Of, 'n' | 'exchange'>): Of => {
  const { n, exchange } = known ?? first;
  if (tableId === undefined || known?.tables.length === 0) return { tables: [], n, exchange };
  return { tables: [...new Set([...(known?.tables ?? []), tableId])], n, exchange };
};
