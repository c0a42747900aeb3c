import type { TillTraffic } from '../../till-traffic.ts';

/** Events: somebody at the till changed a table; which one, the diff need not say. */
export const isChangedByHand = (seen: TillTraffic): boolean =>
  seen.kind === 'event' && seen.messageKind === 'TableOrderSnapshotChanged';

/** Events: ORDER_CLOSED says that somebody at the till closed a table. */
export const isClosedByHand = (seen: TillTraffic): boolean =>
  seen.kind === 'event' && Object(seen.body).changeType === 'ORDER_CLOSED';
