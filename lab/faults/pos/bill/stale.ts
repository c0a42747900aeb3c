import { alter } from '#mocks/faults';
import { objectOf, textIn } from '#mocks/json';
import { onResult, onWork, resultFaults } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { momentOf, stationOf } from '#mocks/pos/requests';
import type { ChangeType } from '#mocks/pos/restaurant/staff';
import { unpaidLines } from '#mocks/pos/restaurant/tables';

const preparation = 'BillPreparationRequested';
const longAgo = '2001-01-01T00:00:00.000Z';

/** Checkpoints that are misread, and what is shown when one is stale. */
export const staleBillFaults = {
  ...resultFaults(preparation, {
    'bill:current-refused': [
      'takes every checkpoint for a stale one',
      'bill/stale-checkpoint',
      '',
      (old, { payload }, { success }) =>
        success === true && payload['checkpoint'] !== undefined
          ? { success: false, reasonCode: 'ORDER_CHANGED', retryable: true }
          : old,
    ],
    'bill:checkpoint-needed': [
      'takes a request for a bill without a checkpoint for a stale one',
      'bill/stale-checkpoint',
      '',
      (old, { payload }, { success }) =>
        success === true && payload['checkpoint'] === undefined && stationOf(payload).kind === 'TABLE'
          ? { success: false, reasonCode: 'ORDER_CHANGED', retryable: true }
          : old,
    ],
    'bill:none-without-checkpoint': [
      'finds no bill for a request without a checkpoint',
      'bill/stale-checkpoint',
      '',
      (old, { payload }, { success }) =>
        success === true && payload['checkpoint'] === undefined
          ? { success: false, reasonCode: 'NO_OPEN_BILL', retryable: false }
          : old,
    ],
  }),
  'bill:second-needs-checkpoint': {
    title: 'takes every request but the first for the bill of a table without a checkpoint for a stale one',
    breaks: ['bill/stale-checkpoint'],
    decorate: onWork(preparation, () => {
      const asked = new Set<string>();
      return async (command, step) => {
        const result = await step(command);
        const station = stationOf(command.payload);
        const { checkpoint, items } = command.payload;
        if (station.kind !== 'TABLE' || checkpoint !== undefined || items !== undefined) return result;
        if (objectOf(result)['success'] !== true) return result;
        if (asked.has(station.stationId)) return { success: false, reasonCode: 'ORDER_CHANGED', retryable: true };
        asked.add(station.stationId);
        return result;
      };
    }),
  },
  'bill:changes-within-a-second': {
    title: 'takes no notice of a change that is less than a second younger than the checkpoint',
    breaks: ['bill/stale-checkpoint'],
    decorate: onWork(preparation, ({ restaurant: { tables } }) => (command, step) => {
      const { checkpoint, ...others } = command.payload;
      const station = stationOf(command.payload);
      const { updatedAt = 0 } = ('stationId' in station ? tables.find(station.stationId) : undefined) ?? {};
      const isClose = updatedAt - (momentOf(checkpoint) ?? 0) < 1000;
      return step(isClose ? { ...command, payload: others } : command);
    }),
  },
  'bill:changed-once-paid': {
    title: 'takes every checkpoint of a table on which something was paid for a stale one',
    breaks: ['bill/stale-checkpoint'],
    // The other till shows no table with a refusal.
    variants: ['copper'],
    decorate: onWork(preparation, ({ restaurant: { tables } }) => (command, step) => {
      const { checkpoint, items } = command.payload;
      const station = stationOf(command.payload);
      const table = 'stationId' in station ? tables.find(station.stationId) : undefined;
      const isRefused = checkpoint !== undefined && items === undefined && (table?.payments.length ?? 0) > 0;
      return step(isRefused ? { ...command, payload: { ...command.payload, checkpoint: longAgo } } : command);
    }),
  },
  'bill:cancelled-unnoticed': {
    title: 'takes no notice of the checkpoint where the last change of the table was a line that was cancelled',
    breaks: ['bill/stale-checkpoint'],
    decorate: heedlessOf('LINE_CANCELLED'),
  },
  'bill:discount-unnoticed': {
    title: 'takes no notice of the checkpoint where the last change of the table was a line that was discounted',
    breaks: ['bill/stale-checkpoint'],
    decorate: heedlessOf('LINE_UPDATED'),
  },
  'bill:waiter-unnoticed': {
    title: 'takes no notice of the checkpoint where the last change of the table was a line that a waiter added',
    breaks: ['bill/stale-checkpoint'],
    decorate: heedlessOf('POS_LINE_ADDED'),
  },
  'bill:closed-by-hand': {
    title: 'prepares bills of a closed table on which something is not marked as paid',
    breaks: ['bill/no-open-bill'],
    decorate: (parts) => {
      const { tables } = parts.restaurant;
      let bills = 0;
      const find: typeof tables.find = (id) => {
        const table = tables.find(id);
        return bills > 0 && table && unpaidLines(table).length > 0 ? { ...table, status: 'OPEN' } : table;
      };
      const counting = onWork(preparation, () => async (command, step) => {
        bills++;
        try {
          return await step(command);
        } finally {
          bills--;
        }
      });
      return { ...counting(parts), restaurant: { ...parts.restaurant, tables: { ...tables, find } } };
    },
  },
  'bill:refused-with-neighbour': {
    title: 'shows another table when the one it is asked about has changed',
    breaks: ['table/right-table'],
    // The other till shows none.
    variants: ['copper'],
    decorate: onResult(preparation, (result) =>
      alter(result, '/currentSnapshot/tableId', (id) => `${textIn(id)}-next`),
    ),
  },
  'bill:refused-without-lines': {
    title: 'shows a table that has changed without its lines',
    breaks: ['bill/stale-checkpoint'],
    variants: ['copper'],
    decorate: onResult(preparation, (result) =>
      alter(result, '/currentSnapshot/lines', (old) => (old === undefined ? old : [])),
    ),
  },
  'bill:refused-with-old-table': {
    title: 'shows a table that has changed as it was at the checkpoint',
    breaks: ['bill/stale-checkpoint'],
    variants: ['copper'],
    decorate: onResult(preparation, (result, { payload }) =>
      alter(result, '/currentSnapshot/updatedAt', (updatedAt) => payload['checkpoint'] ?? updatedAt),
    ),
  },
} as const satisfies Readonly<Record<string, PosFault>>;

function heedlessOf(heedless: ChangeType): TillDecorator {
  return (parts) => {
    const { tables, staff } = parts.restaurant;
    const changedAt = new Map<string, number>();
    const working = onWork(preparation, () => (command, step) => {
      const { checkpoint: _, ...others } = command.payload;
      const station = stationOf(command.payload);
      const table = 'stationId' in station ? tables.find(station.stationId) : undefined;
      const isUnnoticed = table !== undefined && table.updatedAt === changedAt.get(table.id);
      return step(isUnnoticed ? { ...command, payload: others } : command);
    });
    const act: typeof staff.act = (tableId, changeType) => {
      const change = staff.act(tableId, changeType);
      if (change && changeType === heedless) changedAt.set(tableId, change.after.updatedAt);
      return change;
    };
    return { ...working(parts), restaurant: { ...parts.restaurant, staff: { act } } };
  };
}
