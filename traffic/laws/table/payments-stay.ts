import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import type { Handling } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { minorUnitsIn } from '../../ledgers/till/minor-units.ts';
import { areOpen } from '../../ledgers/till/open-table.ts';
import { paymentIdsIn } from '../../ledgers/till/payment-ids.ts';

const id = 'payment/visible-in-table';

/** A payment as it was delivered first. */
interface Paid {
  readonly n: number;
  readonly value: number | undefined;
}

/** An open table, as it was shown last. */
interface Shown {
  readonly openedAt: string;
  readonly lines: number;
  /** Those that were made here, by their ids. */
  readonly payments: readonly string[];
  readonly n: number;
  readonly exchange: number;
}

/**
 * Resources › Base models: a snapshot has the payments that were applied at its table. One that was shown is not gone when the next of
 * the same session is shown. A waiter may undo a payment or move a party, and two payments may be shown as one: nothing is said where
 * lines are gone, where no other came in its place, or where their sum is shown.
 */
export const paymentsStay = definePosLaw({
  id: 'table/payments-stay',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const tables = createMemory<Shown>(budget);
    const paid = createMemory<Paid>(budget);
    let byHandAt = -1;
    const known = (payments: readonly unknown[]): readonly string[] =>
      [...new Set(paymentIdsIn(payments))].filter((one) => paid.has(one));
    const isSummed = (payments: readonly unknown[], gone: string, here: readonly string[]): boolean => {
      const value = (one: string) => paid.get(one)?.value ?? Number.NaN;
      const sums = [...here, undefined].map((one) =>
        one === undefined ? [gone, ...here].reduce((sum, each) => sum + value(each), 0) : value(gone) + value(one),
      );
      const shown = new Set(minorUnitsIn(payments));
      return sums.some((sum) => Number.isNaN(sum) || shown.has(sum));
    };
    const look = ({ deliveries: [delivery] }: Handling, { body, n, exchange }: TrafficOf<'callback'>) => {
      const [snapshot, session] = [Object(Object(body).tableOrderSnapshot), Object(Object(body).tableSessionContext)];
      const tableId = delivery?.tableId;
      const isOpen = areOpen(tableId, snapshot, session);
      const [lines, payments]: readonly unknown[] = [snapshot.lines, snapshot.payments];
      if (delivery === undefined || tableId === undefined || !Array.isArray(lines) || !Array.isArray(payments))
        return [];
      const [before, here] = [tables.get(tableId), known(payments)];
      const now = { openedAt: String(session.openedAt), lines: lines.length, payments: here, n, exchange };
      if (isOpen) tables.set(tableId, now);
      else tables.delete(tableId);
      if (!isOpen || before === undefined || before.openedAt !== now.openedAt) return [];
      if (before.lines > now.lines || delivery.n < before.n || byHandAt > before.n) return [];
      const gone = before.payments.find((one) => !here.includes(one));
      const next = here.find((one) => (paid.get(one)?.n ?? -1) > before.n && !before.payments.includes(one));
      if (gone === undefined || next === undefined || isSummed(payments, gone, here)) return [];
      return [broken(id, replaced(before, { gone, next, exchange }))];
    };
    return {
      see(seen) {
        if (isChangedByHand(seen)) byHandAt = seen.n;
        return handlings.add(seen).flatMap((handling) => {
          const { oaPaymentId, paidValue } = handling.deliveries.at(-1) ?? {};
          if (seen.kind === 'receive' && oaPaymentId !== undefined && !paid.has(oaPaymentId))
            paid.set(oaPaymentId, { n: seen.n, value: paidValue });
          const isLook = handling.messageKind === 'TableOrderSnapshotRequested';
          return isLook && seen.kind === 'callback' && seen.unkept !== true ? look(handling, seen) : [];
        });
      },
      end: () => [],
    };
  }),
});

const replaced = (
  before: Shown,
  { gone, next, exchange }: { readonly gone: string; readonly next: string; readonly exchange: number },
): Finding => ({
  message:
    'A payment that stood among the payments of a table is gone from them since the next one was made, in the same session; all of them stay there.',
  expected: `${gone} and ${next} in the payments`,
  actual: `${next} in place of ${gone}`,
  pointer: '/tableOrderSnapshot/payments',
  exchanges: [before.exchange, exchange],
  cause: 'a payment in place of the one before',
});
