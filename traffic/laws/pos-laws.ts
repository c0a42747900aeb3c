import { activation } from './till/activation.ts';
import { healthReports } from './till/health.ts';
import type { PosLaw } from './law.ts';
import { longPolling } from './till/queue/long-polling.ts';
import { bills } from './till/bill/bill.ts';
import { calls } from './till/calls.ts';
import { eventLaw } from './till/event.ts';
import { tableLaws } from './till/tables.ts';

/** Everything a till owes that can be told by watching it. */
export const posLaws: readonly PosLaw[] = [
  activation,
  healthReports,
  longPolling,
  ...tableLaws,
  bills,
  calls,
  eventLaw,
];
