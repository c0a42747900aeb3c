import type { PosWorld } from '#scenarios';

/** Of a till whose configuration denies nothing. */
export const claimsEverything: PosWorld['claims'] = {
  STATION: true,
  KIOSK: true,
  PICKUP: true,
  DELIVERY: true,
  prepaid: true,
  postpaid: true,
  listings: true,
  events: true,
  tips: true,
};
