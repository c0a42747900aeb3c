import { isObject, textIn } from '../../json.ts';
import { momentOf } from '../requests.ts';
import { resultFaults } from './decorators.ts';
import type { PosFault } from './pos-fault.ts';

/** Sessions that were closed at no time, or at another one. */
export const closedAtFaults = {
  ...resultFaults('TableOrderSnapshotRequested', {
    'table:no-closed-at': ['closedAt is missing', 'table/closed-at', '/tableSessionContext/closedAt'],
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
} as const satisfies Readonly<Record<string, PosFault>>;
