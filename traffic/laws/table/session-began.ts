import type { TrafficOf } from '../../till-traffic.ts';
import type { Handling } from '../../ledgers/till/messages.ts';
import { broken, definePosLaw } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { createBillTables } from '../../ledgers/till/bill-tables.ts';
import { isClosedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { createGoneBack } from './gone-back.ts';
import { createOlderSession } from './older-session.ts';
import { areOpen } from '../../ledgers/till/open-table.ts';
import { isAnotherMoment, openedAtMoved } from '../../ledgers/till/opened-at.ts';
import { createOrderStamped } from './order-stamped.ts';
import { createPaymentStamped } from './payment-stamped.ts';
import { createSessionPaid } from './session-paid.ts';

const id = 'table/updated-at-moves';

/** A table at which somebody sat when it was shown. */
interface Shown {
  /** Lines and payments, each as one text. */
  readonly contents: readonly string[];
  readonly openedAt: string;
  /** The place of its request in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/**
 * Resources › Base models: openedAt is the time when the session of a table began. Two snapshots of an open table show one session
 * where all that was on the first is on the second as well. Lines may have no identifier, so that the next guest who has the same
 * begins with the same line: nobody was able to pay in between, and nobody closed the table.
 */
export const sessionBegan = definePosLaw({
  id: 'table/session-began',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }, activation) => {
    const sessions = createMemory<Shown>(budget);
    let [settledAt, closedAt] = [-1, -1];
    const bills = createBillTables(budget);
    const watched = [
      createGoneBack(budget),
      createOrderStamped(budget),
      createSessionPaid(budget, bills, () => closedAt),
    ];
    const paymentStamped = createPaymentStamped(budget, bills);
    const olderSession = createOlderSession(budget, bills);
    olderSession.see(activation);
    return {
      see(seen) {
        const about = handlings.add(seen);
        olderSession.see(seen);
        for (const handling of about) bills.see(handling, seen);
        if (isClosedByHand(seen)) closedAt = seen.n;
        if (isClosedByHand(seen) || about.some(isPayment)) settledAt = seen.n;
        const stamps = about
          .flatMap((handling) => watched.flatMap((look) => look(handling, seen) ?? []))
          .map((finding) => broken(id, finding))
          .concat(about.flatMap((handling) => paymentStamped(handling, seen) ?? []))
          .concat(about.flatMap((handling) => olderSession.look(handling, seen) ?? []));
        if (seen.kind !== 'callback' || seen.unkept === true) return stamps;
        const sessionsSaid = about.flatMap((handling) => {
          const tableId = tableOf(handling);
          if (tableId === undefined) return [];
          const [first, then] = [sessions.get(tableId), shownIn(handling, seen, tableId)];
          if (then === undefined) sessions.delete(tableId);
          else sessions.set(tableId, then);
          const isOneSession =
            first !== undefined && then !== undefined && first.n > settledAt && first.n < then.n && isKept(first, then);
          return isOneSession && isAnotherMoment(first.openedAt, then.openedAt)
            ? [broken(id, openedAtMoved(first, then))]
            : [];
        });
        return [...stamps, ...sessionsSaid];
      },
      end: () => [],
    };
  }),
});

const isPayment = ({ deliveries }: Handling): boolean =>
  deliveries.some(({ oaPaymentId }) => oaPaymentId !== undefined);

const tableOf = ({ messageKind, deliveries: [delivery] }: Handling): string | undefined =>
  messageKind === 'TableOrderSnapshotRequested' ? delivery?.tableId : undefined;

/** Undefined where there is no telling whose session it is. */
const shownIn = (
  { deliveries: [delivery] }: Handling,
  { body, exchange }: TrafficOf<'callback'>,
  tableId: string,
): Shown | undefined => {
  const { tableOrderSnapshot, tableSessionContext } = Object(body);
  const [snapshot, session] = [Object(tableOrderSnapshot), Object(tableSessionContext)];
  const isItself = areOpen(tableId, snapshot, session);
  const { openedAt } = session;
  const [lines, payments]: readonly unknown[] = [snapshot.lines, snapshot.payments];
  if (!isItself || typeof openedAt !== 'string' || !Array.isArray(lines) || lines.length === 0) return undefined;
  const contents = [...lines.map((line) => `line ${textOf(line)}`), `payments ${textOf(payments)}`];
  return { contents, openedAt, n: delivery?.n ?? 0, exchange };
};

/** Whatever the order of its keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** Equal ones count as often as they occur. */
const isKept = ({ contents: before }: Shown, { contents: after }: Shown): boolean => {
  const left = new Map<string, number>();
  for (const one of after) left.set(one, (left.get(one) ?? 0) + 1);
  return before.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
};
