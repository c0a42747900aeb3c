import { failureRespected } from './till/activation/failure-respected.ts';
import { newCredentials } from './till/activation/new-credentials.ts';
import { stableInstallationId } from './till/activation/stable-installation-id.ts';
import { healthReports } from './till/health/reports.ts';
import type { PosLaw } from './law.ts';
import { deletedAfterCallback } from './till/queue/deleted-after-callback.ts';
import { groupOrder } from './till/queue/group-order.ts';
import { handledIsDeleted } from './till/queue/handled-is-deleted.ts';
import { longPolling } from './till/queue/long-polling.ts';
import { resultKept } from './till/queue/result-kept.ts';
import { sameResult } from './till/queue/same-result.ts';
import { bills } from './till/bill/bill.ts';
import { lawByRows } from './till/by-rows.ts';
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
  failureRespected,
  stableInstallationId,
  newCredentials,
  healthReports,
  longPolling,
  deletedAfterCallback,
  handledIsDeleted,
  groupOrder,
  sameResult,
  resultKept,
  // What looks at tables, bills and what was done in between tell.
  lawByRows('till/table', [...tableShown, ...tableSession, ...tableUpdatedAt]),
  lawByRows('till/payment', [...paymentStays, ...paymentFailure]),
  lawByRows('till/order', [...orderLines, ...orderResults]),
  lawByRows('till/bill', bills),
  calls,
  eventLaw,
];
