import { aliveWhenScanned } from './shop/lifetime/expiry.ts';
import { askedBasket } from './shop/match/asked-basket.ts';
import { changeReflected } from './shop/match/change-reflected.ts';
import { oneUnit } from './shop/price/one-unit.ts';
import { sameEverywhere } from './shop/match/same-everywhere.ts';
import { sameRequest } from './shop/match/same-request.ts';
import { stillRetrieved } from './shop/lifetime/still-retrieved.ts';
import { valueFollows } from './shop/value/follows.ts';
import { variantIds } from './shop/match/variant-ids.ts';
import { calledRight } from './shop/push/called-right.ts';
import { knownBasket } from './shop/push/known-basket.ts';
import { bumpedWhenChanged } from './shop/catalogue/bumped-when-changed.ts';
import { inOrder } from './shop/catalogue/in-order.ts';
import { nowAndThen } from './shop/catalogue/now-and-then.ts';
import { uniqueVariants } from './shop/catalogue/unique-variants.ts';
import type { MerchantLaw } from './law.ts';
import { codesUsedUp } from './shop/codes/used-up.ts';
import { locks } from './shop/lock/lock.ts';
import { orders } from './shop/order/orders.ts';

/** Everything a shop owes that can be told by watching it. */
export const merchantLaws: readonly MerchantLaw[] = [
  askedBasket,
  stillRetrieved,
  aliveWhenScanned,
  locks,
  variantIds,
  sameRequest,
  sameEverywhere,
  changeReflected,
  codesUsedUp,
  oneUnit,
  valueFollows,
  orders,
  inOrder,
  nowAndThen,
  uniqueVariants,
  bumpedWhenChanged,
  calledRight,
  knownBasket,
];
