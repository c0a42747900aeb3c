import { alter } from '#mocks/faults';
import { type Json, type JsonObject, objectOf, objectsIn, textIn } from '#mocks/json';
import { onWork } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import type { Tables } from '#mocks/pos/restaurant/tables';

const holders = ['tableOrderSnapshot', 'currentSnapshot'];

/** Changes the lines of every table that a result shows. */
const withLines = (
  result: Json | undefined,
  change: (lines: readonly JsonObject[], tableId: string) => readonly JsonObject[],
): Json | undefined => {
  for (const holder of holders) {
    const tableId = textIn(objectOf(objectOf(result)[holder])['tableId']);
    if (result !== undefined && tableId !== '')
      alter(result, `/${holder}/lines`, (lines) => [...change(objectsIn(lines), tableId)]);
  }
  return result;
};

/** The identifier of a line is its place on the table. */
const placeOf = (tables: Tables, tableId: string, id: Json | undefined): string =>
  String((tables.find(tableId)?.lines.findIndex((line) => line.id === textIn(id)) ?? -1) + 1);

/** Identifiers of lines that are those of others. */
export const lineIdFaults = {
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
