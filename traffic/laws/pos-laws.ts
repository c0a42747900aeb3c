import { failureRespected } from './activation/failure-respected.ts';
import { newCredentials } from './activation/new-credentials.ts';
import { stableInstallationId } from './activation/stable-installation-id.ts';
import { healthReports } from './health/reports.ts';
import type { PosLaw } from './law.ts';
import { deletedAfterCallback } from './queue/deleted-after-callback.ts';
import { groupOrder } from './queue/group-order.ts';
import { handledIsDeleted } from './queue/handled-is-deleted.ts';
import { longPolling } from './queue/long-polling.ts';
import { resultKept } from './queue/result-kept.ts';
import { sameResult } from './queue/same-result.ts';
import { bills } from './till/bill.ts';
import { calls } from './till/calls.ts';
import { eventLaw } from './till/event.ts';
import { tableLaws } from './till/tables.ts';

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
  ...tableLaws,
  bills,
  calls,
  eventLaw,
];
