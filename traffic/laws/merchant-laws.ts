import { aliveWhenScanned } from './shop/lifetime/expiry.ts';
import { askedBasket } from './basket/asked/basket.ts';
import { changeReflected } from './shop/match/change-reflected.ts';
import { oneUnit } from './shop/price/one-unit.ts';
import { samePolicies } from './shop/match/same-policies.ts';
import { sameRequest } from './shop/match/same-request.ts';
import { stillRetrieved } from './shop/lifetime/still-retrieved.ts';
import { valueFollows } from './shop/value/follows.ts';
import { variantIds } from './basket/variant-ids.ts';
import { calledRight } from './basket-change/called-right.ts';
import { knownBasket } from './shop/push/known-basket.ts';
import { bumpedWhenChanged } from './catalogue/bumped-when-changed.ts';
import { inOrder } from './catalogue/in-order.ts';
import { limit } from './catalogue/limit.ts';
import { nowAndThen } from './catalogue/now-and-then.ts';
import { uniqueVariants } from './catalogue/unique-variants.ts';
import type { MerchantLaw } from './law.ts';
import { codesUsedUp } from './shop/codes-used-up.ts';
import { locks } from './shop/lock.ts';
import { orders } from './shop/orders.ts';

/** Everything a shop owes that can be told by watching it. */
export const merchantLaws: readonly MerchantLaw[] = [
  askedBasket,
  stillRetrieved,
  aliveWhenScanned,
  locks,
  variantIds,
  sameRequest,
  samePolicies,
  changeReflected,
  codesUsedUp,
  oneUnit,
  valueFollows,
  orders,
  limit,
  inOrder,
  nowAndThen,
  uniqueVariants,
  bumpedWhenChanged,
  calledRight,
  knownBasket,
];
