import { type Json, type JsonObject, objectOf, objectsIn, textIn } from '#mocks/json';
import { onWork } from '#mocks/pos/faults/decorators';
import { onOrders, snapshotsIn } from '../decorators.ts';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Line, Tables } from '#mocks/pos/restaurant/tables';
import { alter } from '#mocks/faults';

/** Acts where a line was cancelled at a table that is open. */
const onCancellation =
  (act: (tableId: string, lines: readonly Line[], line: Line | undefined) => void): TillDecorator =>
  ({ restaurant }) => {
    const { staff } = restaurant;
    return {
      restaurant: {
        ...restaurant,
        staff: {
          act: (tableId, changeType) => {
            const change = staff.act(tableId, changeType);
            if (change?.changeType === 'LINE_CANCELLED') act(tableId, change.after.lines, change.line);
            return change;
          },
        },
      },
    };
  };

/** Changes the lines of every table that a result shows. */
export const withLines = (
  result: Json | undefined,
  change: (lines: readonly JsonObject[], tableId: string) => readonly JsonObject[],
): Json | undefined => {
  for (const snapshot of snapshotsIn(result)) {
    const tableId = textIn(snapshot['tableId']);
    if (tableId !== '') snapshot['lines'] = [...change(objectsIn(snapshot['lines']), tableId)];
  }
  return result;
};

/** The identifier of a line is its place on the table. */
const placeOf = (tables: Tables, tableId: string, id: Json | undefined): string =>
  String((tables.find(tableId)?.lines.findIndex((line) => line.id === textIn(id)) ?? -1) + 1);

/** Tables of which a device keeps a copy, and writes it back. */
export const writtenBackFaults = {
  'table:handheld-writes-back': {
    title: 'writes a table back as a waiter left it who has cancelled a line, once somebody has ordered there since',
    breaks: ['table/lines-follow-orders'],
    decorate: (parts) => {
      const copies = new Map<string, readonly Line[]>();
      const watched = { ...parts, ...onCancellation((tableId, lines) => copies.set(tableId, lines))(parts) };
      const { tables } = parts.restaurant;
      return {
        ...watched,
        ...onWork('TableOrderSnapshotRequested', () => async (command, step) => {
          const tableId = textIn(command.payload['tableId']);
          const [copy, table] = [copies.get(tableId), tables.find(tableId)];
          if (copy !== undefined && table !== undefined && table.lines.length > copy.length) {
            copies.delete(tableId);
            tables.change(tableId, () => ({ lines: copy }));
          }
          return step(command);
        })(watched),
      };
    },
  },
  'table:cancel-takes-alike': {
    title: 'takes all unpaid lines of an item off a table with one that is cancelled, of which alone the event tells',
    breaks: ['table/lines-follow-orders'],
    // The other till goes on showing what was cancelled.
    variants: ['copper'],
    decorate: (parts) =>
      onCancellation((tableId, _, cancelled) => {
        const isAlike = ({ listingId, paidBy }: Line): boolean =>
          listingId === cancelled?.listingId && paidBy === undefined;
        parts.restaurant.tables.change(tableId, ({ lines }) => ({
          lines: lines.map((line) => (isAlike(line) ? { ...line, state: 'CANCELLED' } : line)),
        }));
      })(parts),
  },
  'table:cancel-stays': {
    title: 'says that a line was cancelled, and leaves it on the table and on the bills',
    breaks: ['bill/unpaid-lines'],
    // The other till shows totals alone on its bills.
    variants: ['copper'],
    decorate: ({ restaurant }) => {
      const { staff, tables } = restaurant;
      const act: typeof staff.act = (tableId, changeType) => {
        const lines = tables.find(tableId)?.lines ?? [];
        const change = staff.act(tableId, changeType);
        if (change?.changeType === 'LINE_CANCELLED') tables.change(tableId, () => ({ lines }));
        return change;
      };
      return { restaurant: { ...restaurant, staff: { act } } };
    },
  },
  'table:cancel-takes-another': {
    title: 'takes another line off a table than the one that was cancelled, which its event tells of',
    breaks: ['bill/unpaid-lines'],
    // The other till shows totals alone on its bills.
    variants: ['copper'],
    decorate: (parts) =>
      onCancellation((tableId, lines, cancelled) => {
        const isAnother = ({ listingId, state, paidBy }: Line): boolean =>
          listingId !== cancelled?.listingId && state !== 'CANCELLED' && paidBy === undefined;
        const another = lines.find(isAnother);
        if (another === undefined || cancelled === undefined) return;
        const stateOf = ({ id, state }: Line): Line['state'] => {
          if (id === another.id) return 'CANCELLED';
          return id === cancelled.id ? 'ORDERED' : state;
        };
        parts.restaurant.tables.change(tableId, () => ({
          lines: lines.map((line) => ({ ...line, state: stateOf(line) })),
        }));
      })(parts),
  },
  'table:cancelled-returns': {
    title: 'has a line on a table again that was cancelled, once somebody orders there',
    breaks: ['table/lines-follow-orders'],
    // The other till goes on showing what was cancelled.
    variants: ['copper'],
    decorate: onOrders((submit, { tables }) => (order) => {
      const ordered = submit(order);
      const { tableId = '' } = order;
      const isBack = ({ state, paidBy }: Line): boolean => state === 'CANCELLED' && paidBy === undefined;
      if (ordered.accepted.length > 0 && tables.find(tableId)?.lines.some(isBack) === true)
        tables.change(tableId, ({ lines }) => ({
          lines: lines.map((line) => (isBack(line) ? { ...line, state: 'ORDERED' } : line)),
        }));
      return ordered;
    }),
  },
  'table:six-line-ids': {
    title: 'shows the seventh line of a table, and those after it, under the identifiers of the first ones',
    breaks: ['bill/subset'],
    // What the other till calls an id need not be that of a line.
    variants: ['copper'],
    decorate: onWork(
      undefined,
      () => async (command, step) =>
        withLines(await step(command), (lines) =>
          lines.map((line, index) => ({ ...line, lineId: lines[index % 6]?.['lineId'] ?? null })),
        ),
    ),
  },
  'bill:line-of-other-table': {
    title: 'numbers the lines of each table from 1 on, and bills that number of another table',
    breaks: ['bill/subset'],
    // Quartz shows totals alone.
    variants: ['copper'],
    decorate: onWork(undefined, ({ restaurant: { tables } }) => {
      const shown = new Map<string, readonly JsonObject[]>();
      const elsewhere = (tableId: string, line: JsonObject): JsonObject => {
        const others = [...shown].flatMap(([other, lines]) => (other === tableId ? [] : lines));
        const found = others.find(
          ({ lineId, listingId }) => lineId === line['lineId'] && listingId !== line['listingId'],
        );
        return found ?? line;
      };
      return async ({ payload, ...command }, step) => {
        const tableId = textIn(objectOf(payload['orderContext'])['stationId']);
        const selected = alter(structuredClone(payload), '/items/*/lineId', (place) =>
          place === undefined ? place : (tables.find(tableId)?.lines[Number(place) - 1]?.id ?? place),
        );
        const result = withLines(await step({ ...command, payload: objectOf(selected) }), (lines, of) => {
          const placed = lines.map((line) => ({ ...line, lineId: placeOf(tables, of, line['lineId']) }));
          shown.set(of, placed);
          return placed;
        });
        if (result === undefined) return result;
        return alter(result, '/bill/lines', (lines) => {
          if (lines === undefined) return lines;
          const placed = objectsIn(lines).map((line) => ({
            ...line,
            lineId: placeOf(tables, tableId, line['lineId']),
          }));
          return payload['items'] === undefined ? placed : placed.map((line) => elsewhere(tableId, line));
        });
      };
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
