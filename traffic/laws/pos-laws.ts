import { failureRespected } from './activation/failure-respected.ts';
import { newCredentials } from './activation/new-credentials.ts';
import { stableInstallationId } from './activation/stable-installation-id.ts';
import { repeatedLate } from './events/repeated-late.ts';
import { uniqueMessageId } from './events/unique-message-id.ts';
import { healthReports } from './health/reports.ts';
import type { PosLaw } from './law.ts';
import { deletedAfterCallback } from './queue/deleted-after-callback.ts';
import { groupOrder } from './queue/group-order.ts';
import { handledIsDeleted } from './queue/handled-is-deleted.ts';
import { longPolling } from './queue/long-polling.ts';
import { resultKept } from './queue/result-kept.ts';
import { sameResult } from './queue/same-result.ts';
import { itemsOfOthers } from './submission/items-of-others.ts';
import { receiptsOfOthers } from './submission/receipts-of-others.ts';
import { bills } from './till/bill.ts';
import { calls } from './till/calls.ts';
import { closedAlong } from './table/closed-along.ts';
import { closedAtStays } from './table/closed-at-stays.ts';
import { lessAfterFailure } from './table/less-after-failure.ts';
import { orderedLines } from './table/ordered-lines.ts';
import { paymentsStay } from './table/payments-stay.ts';
import { rightTable } from './table/right-table.ts';
import { sessionBegan } from './table/session-began.ts';

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
  rightTable,
  sessionBegan,
  paymentsStay,
  lessAfterFailure,
  closedAtStays,
  orderedLines,
  itemsOfOthers,
  receiptsOfOthers,
  bills,
  calls,
  uniqueMessageId,
  repeatedLate,
  closedAlong,
];
