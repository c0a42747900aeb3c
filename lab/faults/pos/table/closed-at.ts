import { isObject, textIn } from '#mocks/json';
import { resultFaults } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { momentOf } from '#mocks/pos/requests';

/** Tables that were closed at no time, at another one, or along with another. */
export const closedAtFaults = {
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
