import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import type { Handling } from '../../ledgers/till/messages.ts';
import { sinceActivation } from '../since-activation.ts';
import { tableHolders } from '../../ledgers/till/holders.ts';
import { createNamedTables, type NamedTables } from '../../ledgers/till/named-tables.ts';
import { createPaymentsOfOthers } from './payments-of-others.ts';

const id = 'table/right-table';

/**
 * Resources › Table ordering, Bill and payment: whatever is asked about a table, the table that is shown is that one, and so are
 * the payments in it. An order and a bill are held to it once the till has shown a table under the name of their station. What else
 * an answer has to be is told where it is asked for.
 */
export const rightTable = definePosLaw({
  id: 'table/right-table',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const named = createNamedTables(budget);
    const paidElsewhere = createPaymentsOfOthers(budget, named);
    return {
      see: (seen) =>
        handlings.add(seen).flatMap((handling) => {
          named.see(handling, seen);
          const foreign = paidElsewhere(handling, seen);
          const other = seen.kind === 'callback' ? otherTable(handling, seen, named) : undefined;
          return [other, foreign].flatMap((finding) => (finding === undefined ? [] : [broken(id, finding)]));
        }),
      end: () => [],
    };
  }),
});

const otherTable = (
  { messageKind, deliveries: [delivery] }: Handling,
  seen: TrafficOf<'callback'>,
  named: NamedTables,
): Finding | undefined => {
  if (seen.unkept === true || delivery?.tableId === undefined) return undefined;
  const { tableId } = delivery;
  const shown = tableHolders(messageKind).map((holder) => ({ holder, id: shownIn(seen.body, holder) }));
  const other = shown.find((one) => one.id !== undefined && one.id !== tableId);
  const isTold = messageKind === 'TableOrderSnapshotRequested' || named.has(tableId);
  return other !== undefined && isTold ? anotherTable(seen, tableId, other.holder) : undefined;
};

const shownIn = (body: unknown, holder: string): string | undefined => {
  const { tableId } = Object(Object(body)[holder]) as { readonly tableId?: unknown };
  return typeof tableId === 'string' ? tableId : undefined;
};

const anotherTable = (
  { messageKind, body, exchange }: TrafficOf<'callback'>,
  tableId: string,
  holder: string,
): Finding => ({
  message: 'A result shows another table than the one that it was asked about.',
  expected: `tableId ${JSON.stringify(tableId)}`,
  actual: `tableId ${JSON.stringify(shownIn(body, holder))} in the result of ${messageKind}`,
  pointer: `/${holder}/tableId`,
  exchanges: [exchange],
  cause: `another table in the result of ${messageKind}`,
});
