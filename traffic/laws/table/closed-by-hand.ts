import type { TillTraffic } from '../../till-traffic.ts';

/** Events: ORDER_CLOSED says that somebody at the till closed a table; which one, the diff need not say. */
export const isClosedByHand = (seen: TillTraffic): boolean =>
  seen.kind === 'event' && Object(seen.body).changeType === 'ORDER_CLOSED';
