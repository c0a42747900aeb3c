export type * from './law.ts';
export { unsigned } from './auth/calls-are-signed.ts';
export { isWatched, lawOf } from './homes.ts';
export { merchantLaws } from './merchant-laws.ts';
export { posLaws } from './pos-laws.ts';
export { type LawJudgement, type Watch, watch } from './watch.ts';
export { deletedAfterCallback, hasDeletedWell, waitedFor } from './queue/deleted-after-callback.ts';
export { groupOrder } from './queue/group-order.ts';
export { undeletedIn } from './queue/handled-is-deleted.ts';
export { sameResult } from './queue/same-result.ts';
export {
  acceptedOf,
  createHandlings,
  deliveriesIn,
  type Delivery,
  type Handling,
  type Handlings,
  handlingsIn,
  isAccepted,
  isDeleted,
  lastActAt,
  ofKind,
  visibilityMs,
} from './queue/handlings.ts';
