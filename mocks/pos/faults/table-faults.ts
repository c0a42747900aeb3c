import { parseTimestamp } from '#schemas';
import { isObject, type JsonObject, objectOf, textIn } from '../../json.ts';
import type { TillParts } from '../till.ts';
import { onPayload, onResult } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

const request = 'TableOrderSnapshotRequested';

const onContext = (change: (context: JsonObject) => void): TillDecorator =>
  onResult(request, ({ tableSessionContext }) => {
    if (isObject(tableSessionContext)) change(tableSessionContext);
    return undefined;
  });

const onFailure = (change: (result: JsonObject) => void): TillDecorator =>
  onResult(request, (result) => {
    if (result['success'] === false) change(result);
    return undefined;
  });

/** Shows other times of update than the real ones, and knows the real ones from the shown when they come back. */
const showing =
  (show: (real: number, first: number) => number) =>
  (parts: TillParts): Partial<TillParts> => {
    const first = new Map<string, number>();
    const real = new Map<string, string>();
    const disguise = (snapshot: JsonObject) => {
      const [tableId, text] = [textIn(snapshot['tableId']), textIn(snapshot['updatedAt'])];
      const moment = parseTimestamp(text)?.epochMs ?? 0;
      if (!first.has(tableId)) first.set(tableId, moment);
      const shown = new Date(show(moment, first.get(tableId) ?? moment)).toISOString();
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

/** Tables told wrongly. */
export const tableFaults = {
  'table:numeric-number': {
    title: 'tableNumber is a number',
    breaks: ['table/snapshot-success'],
    decorate: onContext((context) => {
      context['tableNumber'] = 7;
    }),
  },
  'table:no-opened-at': {
    title: 'openedAt is missing',
    breaks: ['table/snapshot-success'],
    decorate: onContext((context) => {
      delete context['openedAt'];
    }),
  },
  'table:no-payments': {
    title: 'payments are left out of a snapshot while there are none',
    breaks: ['table/snapshot-success'],
    decorate: onResult(request, ({ tableOrderSnapshot }) => {
      const { payments } = objectOf(tableOrderSnapshot);
      if (isObject(tableOrderSnapshot) && Array.isArray(payments) && payments.length === 0)
        delete tableOrderSnapshot['payments'];
      return undefined;
    }),
  },
  'table:failure-without-retryable': {
    title: 'a failure does not say whether it is retryable',
    breaks: ['table/snapshot-failure'],
    decorate: onFailure((result) => {
      delete result['retryable'];
    }),
  },
  'table:failure-by-number': {
    title: 'the reason of a failure is a number',
    breaks: ['table/snapshot-failure'],
    decorate: onFailure((result) => {
      result['reasonCode'] = 404;
    }),
  },
  'table:neighbour': {
    title: 'resolves a table to another one',
    breaks: ['table/right-table'],
    decorate: (parts) =>
      onPayload(request, (payload) => {
        const { tables } = parts.restaurant.plan;
        const index = tables.findIndex(({ id }) => id === payload['tableId']);
        const { state } = tables[index] ?? {};
        // One of the same kind, so that nothing else is wrong with it.
        const other = tables.find((table, place) => place !== index && table.state === state);
        if (other) payload['tableId'] = other.id;
      })(parts),
  },
  'table:other-id': {
    title: 'a snapshot carries the number of the table for its id',
    breaks: ['table/right-table'],
    decorate: onResult(request, ({ tableOrderSnapshot, tableSessionContext }) => {
      const { tableNumber } = objectOf(tableSessionContext);
      if (isObject(tableOrderSnapshot)) tableOrderSnapshot['tableId'] = `no. ${textIn(tableNumber)}`;
      return undefined;
    }),
  },
  'table:silent-when-unknown': {
    title: 'says nothing about a table it does not know',
    breaks: ['table/right-table'],
    decorate: (parts) =>
      onResult(request, (_, { payload }) =>
        parts.restaurant.tables.find(textIn(payload['tableId'])) ? undefined : 'none',
      )(parts),
  },
  'table:frozen': {
    title: 'updatedAt stays what it was first',
    breaks: ['table/updated-at-moves'],
    decorate: showing((_, first) => first),
  },
  'table:backwards': {
    title: 'updatedAt runs backwards',
    breaks: ['table/updated-at-moves'],
    decorate: showing((real, first) => 2 * first - real),
  },
  'table:now': {
    title: 'updatedAt is the time of the request',
    breaks: ['table/updated-at-moves'],
    decorate: (parts) => showing(() => parts.clock.now())(parts),
  },
  'table:lines-renumbered': {
    title: 'lines have other identifiers in every snapshot',
    breaks: ['table/updated-at-moves'],
    decorate: (parts) => {
      let looks = 0;
      return onResult(request, ({ tableOrderSnapshot }) => {
        looks += 1;
        const { lines } = objectOf(tableOrderSnapshot);
        if (Array.isArray(lines)) for (const line of lines) if (isObject(line)) line['look'] = looks;
        return undefined;
      })(parts);
    },
  },
  'table:no-closed-at': {
    title: 'closedAt is missing',
    breaks: ['table/closed-at'],
    decorate: onContext((context) => {
      delete context['closedAt'];
    }),
  },
  'table:time-of-day-closed-at': {
    title: 'closedAt is a time of the day',
    breaks: ['table/closed-at'],
    decorate: onContext((context) => {
      if (context['closedAt'] !== undefined) context['closedAt'] = '22:30';
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
