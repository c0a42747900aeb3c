import type { Places } from './places.ts';

export const submissionPlaces: Places = {
  places: {
    '': 'submission/result-body',
    '/tableOrderSnapshot': 'submission/snapshot-and-receipt',
    '/receipt': 'submission/snapshot-and-receipt',
  },
  seen: { 'submission/snapshot-and-receipt': '/receipt' },
};

export const snapshotPlaces: Places = {
  places: {
    '': 'table/snapshot-success',
    '/tableSessionContext/closedAt': { owner: 'table/closed-at', absent: 'table/closed-at' },
  },
  seen: { 'table/closed-at': '/tableSessionContext/closedAt' },
  failure: 'table/snapshot-failure',
};
