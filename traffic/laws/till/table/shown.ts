import { createMemory } from '../../../retention/memory.ts';
import { tableHolders } from '../../../ledgers/till/holders.ts';
import { named, type TillRow } from './row.ts';

const requirement = 'table/right-table';

/**
 * Resources › Table ordering, Bill and payment: whatever is asked about a table, the table that is shown is that one, and so are
 * the payments in it. An order and a bill are held to it once the till has shown a table under the name of their station.
 */
export const tableShown: readonly TillRow[] = [
  {
    requirement,
    cause: 'another table in a result',
    look:
      ({ tables }) =>
      (step) => {
        const { body, messageKind, asked, exchange } = step;
        const tableId = asked?.tableId;
        if (step.seen.kind !== 'callback' || body === undefined || tableId === undefined) return undefined;
        if (messageKind !== 'TableOrderSnapshotRequested' && !tables.isNamed(tableId)) return undefined;
        const shown = tableHolders(messageKind).map((holder) => ({
          holder,
          id: Object(body[holder]).tableId as unknown,
        }));
        const other = shown.find(({ id }) => typeof id === 'string' && id !== tableId);
        return (
          other && {
            unlike: tableId,
            exchanges: [exchange],
            expected: `tableId ${named(tableId)}`,
            actual: `tableId ${named(other.id)} in the result of ${messageKind}`,
            pointer: `/${other.holder}/tableId`,
            cause: `another table in the result of ${messageKind}`,
          }
        );
      },
  },
  {
    // A party that was given another table takes along what it ordered and paid, and its lines show that.
    requirement,
    cause: 'a payment of another table',
    look: ({ tables: { isNamed, payments, shown } }, budget) => {
      /** Where a payment of a station was shown first that no table is called like: it is one table, if any. */
      const stations = createMemory<string>(budget);
      return ({ look, exchange }) => {
        if (look?.isOwn !== true || look.payments.length === 0 || !isNamed(look.tableId)) return undefined;
        const { tableId, holder, texts = [] } = look;
        const elsewhere = (id: string): readonly string[] => {
          const { tables = [] } = payments.payment(id) ?? {};
          const [station = '', ...more] = tables;
          if (station === '' || more.length > 0 || isNamed(station))
            return tables.every((one) => one !== tableId && isNamed(one)) ? tables : [];
          const first = stations.get(station) ?? tableId;
          stations.set(station, first);
          return first === tableId ? [] : [first];
        };
        const foreign = look.payments.find((id) => {
          const tables = elsewhere(id);
          return tables.length > 0 && !tables.some((one) => shown(one)?.texts?.some((text) => texts.includes(text)));
        });
        const payment = foreign === undefined ? undefined : payments.payment(foreign);
        return (
          payment && {
            unlike: `${foreign}`,
            exchanges: [payment.exchange, exchange],
            expected: `the payments of ${named(tableId)}, without ${foreign} of ${payment.tables.map(named).join(', ')}`,
            actual: `${foreign} in the payments`,
            pointer: `/${holder}/payments`,
          }
        );
      };
    },
  },
];
