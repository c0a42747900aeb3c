import { failureRespected } from './activation/failure-respected.ts';
import { newCredentials } from './activation/new-credentials.ts';
import { stableInstallationId } from './activation/stable-installation-id.ts';
import { callsAreSigned } from './auth/calls-are-signed.ts';
import { unchanged } from './bill/unchanged.ts';
import { idsOfTheirOwn } from './bill/ids-of-their-own.ts';
import { paidLines } from './bill/paid-lines.ts';
import { selectedLines } from './bill/selected-lines.ts';
import { callbackAddress } from './callbacks/address.ts';
import { copiedNonce } from './callbacks/copied-nonce.ts';
import { noResultOfAFailedPayment } from './callbacks/no-result-of-a-failed-payment.ts';
import { healthReports } from './health/reports.ts';
import type { PosLaw } from './law.ts';
import { deletedAfterCallback } from './queue/deleted-after-callback.ts';
import { groupOrder } from './queue/group-order.ts';
import { handledIsDeleted } from './queue/handled-is-deleted.ts';
import { issuedCredentials } from './queue/issued-credentials.ts';
import { longPolling } from './queue/long-polling.ts';
import { resultKept } from './queue/result-kept.ts';
import { sameResult } from './queue/same-result.ts';
import { eventLaw } from './till/event.ts';
import { tableLaws } from './till/tables.ts';

/** Everything a till owes that can be told by watching it. */
export const posLaws: readonly PosLaw[] = [
  failureRespected,
  stableInstallationId,
  newCredentials,
  healthReports,
  callsAreSigned,
  issuedCredentials,
  longPolling,
  callbackAddress,
  deletedAfterCallback,
  handledIsDeleted,
  groupOrder,
  sameResult,
  resultKept,
  noResultOfAFailedPayment,
  ...tableLaws,
  unchanged,
  idsOfTheirOwn,
  paidLines,
  selectedLines,
  copiedNonce,
  eventLaw,
];
