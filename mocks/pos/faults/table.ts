import { parseTimestamp } from '#schemas';
import { isObject, type JsonObject, objectOf, textIn } from '../../json.ts';
import type { TillParts } from '../till.ts';
import { onPayload, resultFaults } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

export const request = 'TableOrderSnapshotRequested';

/** Tables told wrongly. */
/** Asked for one table, resolves another of the same kind, so that nothing else is wrong with it. */
export const askingForNeighbour =
  (says: (asked: number) => boolean): TillDecorator =>
  (parts) => {
    let asked = 0;
    return onPayload(request, (payload) => {
      if (!says(++asked)) return payload;
      const { tables } = parts.restaurant.plan;
      const { tableId } = objectOf(payload);
      const index = tables.findIndex(({ id }) => id === tableId);
      const { state } = tables[index] ?? {};
      const other = tables.find((table, place) => place !== index && table.state === state);
      return { ...objectOf(payload), tableId: other?.id ?? tableId };
    })(parts);
  };

/** Shows other times of update than the real ones, and knows the real ones from the shown when they come back. */
export const showing =
  (show: (real: number, first: number, snapshot: JsonObject) => number) =>
  (parts: TillParts): Partial<TillParts> => {
    const first = new Map<string, number>();
    const real = new Map<string, string>();
    const disguise = (snapshot: JsonObject) => {
      const [tableId, text] = [textIn(snapshot['tableId']), textIn(snapshot['updatedAt'])];
      const moment = parseTimestamp(text)?.epochMs ?? 0;
      if (!first.has(tableId)) first.set(tableId, moment);
      const shown = new Date(show(moment, first.get(tableId) ?? moment, snapshot)).toISOString();
      real.set(`${tableId} ${shown}`, text);
      snapshot['updatedAt'] = shown;
    };
    return {
      work: async (command, step) => {
        const { checkpoint, orderContext } = command.payload;
        const known = real.get(`${textIn(objectOf(orderContext)['stationId'])} ${textIn(checkpoint)}`);
        const payload = known === undefined ? command.payload : { ...command.payload, checkpoint: known };
        const result = await parts.work({ ...command, payload }, step);
        const { tableOrderSnapshot, currentSnapshot } = objectOf(result);
        for (const snapshot of [tableOrderSnapshot, currentSnapshot]) if (isObject(snapshot)) disguise(snapshot);
        return result;
      },
    };
  };

export const tableFaults = {
  'table:neighbour': {
    title: 'resolves a table to another one',
    breaks: ['table/right-table'],
    decorate: askingForNeighbour(() => true),
  },
  'table:frozen': {
    title: 'updatedAt stays what it was first',
    breaks: ['table/updated-at-moves'],
    decorate: showing((_, first) => first),
  },
  ...resultFaults('TableOrderSnapshotRequested', {
    'table:no-closed-at': ['closedAt is missing', 'table/closed-at', '/tableSessionContext/closedAt'],
  }),
} as const satisfies Readonly<Record<string, PosFault>>;
