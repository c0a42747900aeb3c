import { activation } from './till/activation.ts';
import { healthReports } from './till/health.ts';
import type { PosLaw } from './law.ts';
import { longPolling } from './till/queue/long-polling.ts';
import { bills } from './till/bill/bill.ts';
import { lawOfTables } from './till/law-of-rows.ts';
import { calls } from './till/calls.ts';
import { eventLaw } from './till/event.ts';
import { orderLines } from './till/order/lines.ts';
import { orderResults } from './till/order/results.ts';
import { paymentFailure } from './till/payment/failure.ts';
import { paymentStays } from './till/payment/stays.ts';
import { tableSession } from './till/table/session.ts';
import { tableShown } from './till/table/shown.ts';
import { tableUpdatedAt } from './till/table/updated-at.ts';

/** Everything a till owes that can be told by watching it. */
export const posLaws: readonly PosLaw[] = [
  activation,
  healthReports,
  longPolling,
  // What looks at tables, bills and what was done in between tell.
  lawOfTables('till/table', [...tableShown, ...tableSession, ...tableUpdatedAt]),
  lawOfTables('till/payment', [...paymentStays, ...paymentFailure]),
  lawOfTables('till/order', [...orderLines, ...orderResults]),
  lawOfTables('till/bill', bills),
  calls,
  eventLaw,
];
