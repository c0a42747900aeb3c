import type { Finding } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Handling } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import type { BillTables } from '../../ledgers/till/bill-tables.ts';
import { lineIdOf } from '../../ledgers/till/line-id.ts';
import { areOpen } from '../../ledgers/till/open-table.ts';
import { isAnotherMoment, openedAtMoved } from '../../ledgers/till/opened-at.ts';
import { paymentIdsIn } from '../../ledgers/till/payment-ids.ts';

/** A payment of a bill, which was prepared at that place in the traffic. */
interface Paid {
  readonly tableId: string;
  readonly billedN: number;
}

/** An open table, as it was shown last. */
interface Shown {
  readonly openedAt: string;
  readonly lines: readonly string[];
  readonly payments: readonly string[];
  /** The place of its request in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/**
 * Resources › Base models: openedAt is the time when the session of a table began. Once something was paid, the next guest may sit
 * there; but where a payment stands that stood there before, or whose bill was prepared before, it is the session of then. Lines have
 * to be the very same too: a party may join another one.
 */
export const createSessionPaid = (budget: ByteBudget, bills: BillTables, closedAt: () => number) => {
  const tables = createMemory<Shown>(budget);
  const payments = createMemory<Paid>(budget);
  return (handling: Handling, seen: TillTraffic): Finding | undefined => {
    const { tableId, posBillId, oaPaymentId } = handling.deliveries[0] ?? {};
    const billed = bills.of(posBillId);
    if (seen.kind === 'receive' && oaPaymentId !== undefined && billed !== undefined)
      payments.set(oaPaymentId, { tableId: billed.tableId, billedN: billed.n });
    if (handling.messageKind !== 'TableOrderSnapshotRequested' || seen.kind !== 'callback') return undefined;
    if (tableId === undefined) return undefined;
    const [before, now] = [tables.get(tableId), seen.unkept === true ? undefined : shownIn(handling, seen)];
    if (now === undefined) tables.delete(tableId);
    else tables.set(tableId, now);
    if (before === undefined || now === undefined || before.n > now.n || closedAt() > before.n) return undefined;
    const isOfThen = (one: string): boolean => {
      const paid = payments.get(one);
      if (paid?.tableId !== tableId) return false;
      return before.payments.includes(one) || paid.billedN < before.n;
    };
    if (before.lines.join('\n') !== now.lines.join('\n') || !now.payments.some(isOfThen)) return undefined;
    return isAnotherMoment(before.openedAt, now.openedAt) ? openedAtMoved(before, now) : undefined;
  };
};

/** Undefined where there is no telling whose session it is. */
const shownIn = ({ deliveries: [delivery] }: Handling, seen: TillTraffic): Shown | undefined => {
  const { body, exchange } = seen.kind === 'callback' ? seen : {};
  const [snapshot, session] = [Object(Object(body).tableOrderSnapshot), Object(Object(body).tableSessionContext)];
  const isItself = areOpen(delivery?.tableId, snapshot, session);
  const { openedAt } = session;
  const shown: unknown = snapshot.lines;
  const lines = Array.isArray(shown) ? shown.map(lineIdOf) : [];
  const known = lines.filter((id) => id !== undefined).toSorted();
  if (!isItself || typeof openedAt !== 'string' || known.length === 0 || known.length < lines.length) return undefined;
  const payments = paymentIdsIn(snapshot.payments);
  return { openedAt, lines: known, payments, n: delivery?.n ?? 0, exchange: exchange ?? 0 };
};
