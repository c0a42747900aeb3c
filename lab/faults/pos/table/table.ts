import { alter } from '#mocks/faults';
import { type Json, isObject, objectOf, textIn } from '#mocks/json';
import { onResult, onWork, resultFaults } from '#mocks/pos/faults/decorators';
import { silentAbout } from '../decorators.ts';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { askingForNeighbour, request } from '#mocks/pos/faults/commands';
import { showing } from './unmoved.ts';
import { momentOf } from '#mocks/pos/requests';

export const tableFaults = {
  ...resultFaults(request, {
    'table:numeric-number': [
      'tableNumber is a number',
      'table/snapshot-success',
      '/tableSessionContext/tableNumber',
      7,
    ],
    'table:no-opened-at': ['openedAt is missing', 'table/snapshot-success', '/tableSessionContext/openedAt'],
    'table:no-payments': [
      'payments are left out of a snapshot while there are none',
      'table/snapshot-success',
      '/tableOrderSnapshot/payments',
      (old) => (Array.isArray(old) && old.length === 0 ? undefined : old),
    ],
    'table:failure-without-retryable': [
      'a failure does not say whether it is retryable',
      'table/snapshot-failure',
      '/retryable',
      (old, _, { success }) => (success === false ? undefined : old),
    ],
    'table:failure-by-number': [
      'the reason of a failure is a number',
      'table/snapshot-failure',
      '/reasonCode',
      (old, _, { success }) => (success === false ? 404 : old),
    ],
    'table:other-id': [
      'a snapshot carries the number of the table for its id',
      'table/right-table',
      '/tableOrderSnapshot/tableId',
      (_, __, { tableSessionContext }) => `no. ${textIn(objectOf(tableSessionContext)['tableNumber'])}`,
    ],
    'table:no-lines-for-checkpoint': [
      'shows a table without its lines where it is asked for with a checkpoint',
      'table/updated-at-moves',
      '/tableOrderSnapshot/lines',
      (old, { payload }) => (Array.isArray(old) && typeof payload['checkpoint'] === 'string' ? [] : old),
    ],
    'table:closing-as-locked': [
      'a closing table has the status LOCKED',
      'table/snapshot-success',
      '/tableOrderSnapshot/status',
      (old) => (old === 'CLOSING' ? 'LOCKED' : old),
    ],
    'table:silent-when-closing': [
      'says nothing about a table that is closing',
      ['table/right-table', 'queue/delete-after-callback'],
      '',
      silentAbout((_, { tableOrderSnapshot }) => objectOf(tableOrderSnapshot)['status'] === 'CLOSING'),
    ],
    'table:session-stays-open': [
      'the session of a closed table has the status OPEN, and its closedAt',
      'table/closed-at',
      '/tableSessionContext/status',
      (old) => (old === 'CLOSED' ? 'OPEN' : old),
    ],
    'table:session-open-on-closing': [
      'the session of a closing table has the status OPEN',
      'table/closed-at',
      '/tableSessionContext/status',
      (old) => (old === 'CLOSING' ? 'OPEN' : old),
    ],
  }),
  'table:neighbour-now-and-then': {
    title: 'resolves every seventh table to another one',
    breaks: ['table/right-table'],
    decorate: askingForNeighbour((asked) => asked % 7 === 0),
  },
  'table:payments-of-all': {
    title: 'shows what was paid by app at any table among the payments of every table',
    breaks: ['table/right-table'],
    // The other till shows amounts alone.
    variants: ['copper'],
    decorate: onWork(request, () => {
      const shown = new Map<string, readonly Json[]>();
      return async (command, step) => {
        const result = await step(command);
        return alter(result ?? null, '/tableOrderSnapshot/payments', (payments) => {
          shown.set(textIn(command.payload['tableId']), Array.isArray(payments) ? payments : []);
          return [...shown.values()].flat();
        });
      };
    }),
  },
  'table:silent-when-unknown': {
    title: 'says nothing about a table it does not know',
    breaks: ['table/right-table', 'queue/delete-after-callback'],
    decorate: (parts) =>
      onResult(request, (result, { payload }) =>
        parts.restaurant.tables.find(textIn(payload['tableId'])) ? result : undefined,
      )(parts),
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
  'table:opened-now': {
    title: 'openedAt is the time of the request',
    breaks: ['table/updated-at-moves'],
    decorate: (parts) => {
      let looks = 0;
      return onResult(request, (result) => {
        looks += 1;
        return alter(result, '/tableSessionContext/openedAt', () =>
          new Date(parts.clock.now() + looks * 1000).toISOString(),
        );
      })(parts);
    },
  },
  'table:opened-with-order': {
    title: 'openedAt is the time of the last order',
    breaks: ['table/updated-at-moves'],
    decorate: onWork(undefined, ({ clock }) => {
      const orderedAt = new Map<string, number>();
      return async (command, step) => {
        const { messageKind, payload } = command;
        const result = await step(command);
        const { stationId } = objectOf(payload['orderContext']);
        if (messageKind === 'OrderSubmissionRequested') orderedAt.set(textIn(stationId), clock.now());
        const at = orderedAt.get(textIn(payload['tableId']));
        if (messageKind !== request || at === undefined) return result;
        return alter(result ?? null, '/tableSessionContext/openedAt', (old) =>
          old === undefined ? old : new Date(at).toISOString(),
        );
      };
    }),
  },
  'table:shown-from-cache': {
    title: 'shows a table once as it was before the order that it has just shown',
    breaks: ['table/updated-at-moves'],
    decorate: onWork(undefined, () => {
      const shown = new Map<string, Json | undefined>();
      let changed: string | undefined;
      let isDone = false;
      return async (command, step) => {
        const { messageKind, payload } = command;
        const result = await step(command);
        const { stationId } = objectOf(payload['orderContext']);
        const tableId = textIn(stationId ?? payload['tableId']);
        const isKnown = shown.has(tableId) && isObject(objectOf(result)['tableOrderSnapshot']);
        if (messageKind === 'OrderSubmissionRequested' && isKnown) changed = tableId;
        if (messageKind !== request) return result;
        const old = shown.get(tableId);
        shown.set(tableId, result);
        if (isDone || changed !== tableId) return result;
        isDone = true;
        return old;
      };
    }),
  },
  'table:lines-renumbered': {
    title: 'lines have other identifiers in every snapshot',
    breaks: ['table/updated-at-moves'],
    decorate: (parts) => {
      let looks = 0;
      return onResult(request, (result) => {
        looks += 1;
        return alter(result, '/tableOrderSnapshot/lines/*/look', () => looks);
      })(parts);
    },
  },
  ...resultFaults('TableOrderSnapshotRequested', {
    'table:closed-at-while-open': [
      'the session of an open table has a closedAt',
      'table/closed-at',
      '/tableSessionContext',
      (old) => (isObject(old) && old['status'] === 'OPEN' ? { ...old, closedAt: textIn(old['openedAt']) } : old),
    ],
    'table:time-of-day-closed-at': [
      'closedAt is a time of the day',
      'table/closed-at',
      '/tableSessionContext/closedAt',
      (old) => (old === undefined ? old : '22:30'),
    ],
    'table:closed-before-opened': [
      'closedAt is an hour before openedAt',
      'table/closed-at',
      '/tableSessionContext',
      (old) =>
        isObject(old) && old['closedAt'] !== undefined
          ? { ...old, closedAt: new Date((momentOf(old['openedAt']) ?? 0) - 3_600_000).toISOString() }
          : old,
    ],
  }),
  'table:closed-along': {
    title: 'closes the table beside one that is closed as well, and pushes the one alone',
    breaks: ['events/change-is-pushed'],
    decorate: ({ clock, restaurant }) => {
      const { staff, tables } = restaurant;
      const act: typeof staff.act = (tableId, changeType) => {
        const change = staff.act(tableId, changeType);
        const next = tableId.replace(/\d+$/u, (number) => `${Number(number) + 1}`);
        if (change?.changeType === 'ORDER_CLOSED')
          tables.change(next, () => ({ status: 'CLOSED', closedAt: clock.now() }));
        return change;
      };
      return { restaurant: { ...restaurant, staff: { act } } };
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
