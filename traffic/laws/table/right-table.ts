import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import { createMemory } from '../memory.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'table/right-table';

/** Where the results of each kind show a table. */
const places: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  TableOrderSnapshotRequested: [
    ['tableOrderSnapshot', 'tableId'],
    ['tableSessionContext', 'tableId'],
  ],
  OrderSubmissionRequested: [['tableOrderSnapshot', 'tableId']],
  BillPreparationRequested: [['currentSnapshot', 'tableId']],
};

/**
 * Resources › Table ordering, Bill and payment: whatever is asked about a table, the table that is shown is that one. An order and a
 * bill name a station, which nobody says is called as its table is: they are held to it once the till has shown a table under that
 * very name. What else an answer has to be is told where it is asked for.
 */
export const rightTable = definePosLaw({
  id: 'table/right-table',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const named = createMemory<true>(budget);
    return {
      see: (seen) =>
        handlings.add(seen).flatMap(({ messageKind, deliveries: [delivery] }) => {
          if (seen.kind !== 'callback' || seen.unkept === true || delivery?.tableId === undefined) return [];
          const { tableId } = delivery;
          const shown = (places[messageKind] ?? []).map((place) => ({ place, id: shownAt(seen.body, place) }));
          const isOfTable = messageKind === 'TableOrderSnapshotRequested';
          if (isOfTable && shown.some((one) => one.id === tableId)) named.set(tableId, true);
          const other = shown.find((one) => one.id !== undefined && one.id !== tableId);
          const isTold = other !== undefined && (isOfTable || named.has(tableId));
          return isTold ? [broken(id, anotherTable(seen, tableId, other.place))] : [];
        }),
      end: () => [],
    };
  }),
});

const shownAt = (body: unknown, [holder, member]: readonly [string, string]): string | undefined => {
  const shown: unknown = Object(Object(body)[holder])[member];
  return typeof shown === 'string' ? shown : undefined;
};

const anotherTable = (
  { messageKind, body, exchange }: TrafficOf<'callback'>,
  tableId: string,
  place: readonly [string, string],
): Finding => ({
  message: 'A result shows another table than the one that it was asked about.',
  expected: `tableId ${JSON.stringify(tableId)}`,
  actual: `tableId ${JSON.stringify(shownAt(body, place))} in the result of ${messageKind}`,
  pointer: `/${place.join('/')}`,
  exchanges: [exchange],
  cause: `another table in the result of ${messageKind}`,
});
