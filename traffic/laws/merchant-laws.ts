import { aliveWhenScanned } from './basket/alive/when-scanned.ts';
import { askedBasket } from './basket/asked/basket.ts';
import { moreThanAsked } from './basket/asked/more-than-asked.ts';
import { oneUnit } from './shop/price/one-unit.ts';
import { samePolicies } from './basket/same-policies.ts';
import { sameRequest } from './basket/same-request.ts';
import { stillRetrieved } from './basket/alive/still-retrieved.ts';
import { usedWithoutOrder } from './basket/codes/used-without-order.ts';
import { valueFollows } from './shop/value/follows.ts';
import { variantIds } from './basket/variant-ids.ts';
import { calledRight } from './basket-change/called-right.ts';
import { knownBasket } from './basket-change/known-basket.ts';
import { bumpedWhenChanged } from './catalogue/bumped-when-changed.ts';
import { inOrder } from './catalogue/in-order.ts';
import { limit } from './catalogue/limit.ts';
import { nowAndThen } from './catalogue/now-and-then.ts';
import { uniqueVariants } from './catalogue/unique-variants.ts';
import type { MerchantLaw } from './law.ts';
import { asShown } from './lock/as-shown.ts';
import { lockedUntilLater } from './lock/locked-until-later.ts';
import { distinctOrders } from './order/distinct-orders.ts';
import { sameOrder } from './order/same-order.ts';
import { stillConfirmed } from './order/still-confirmed.ts';
import { oaOrderIdEcho } from './order/oa-order-id-echo.ts';

/** Everything a shop owes that can be told by watching it. */
export const merchantLaws: readonly MerchantLaw[] = [
  askedBasket,
  stillRetrieved,
  aliveWhenScanned,
  lockedUntilLater,
  asShown,
  variantIds,
  sameRequest,
  samePolicies,
  moreThanAsked,
  usedWithoutOrder,
  oneUnit,
  valueFollows,
  sameOrder,
  stillConfirmed,
  oaOrderIdEcho,
  distinctOrders,
  limit,
  inOrder,
  nowAndThen,
  uniqueVariants,
  bumpedWhenChanged,
  calledRight,
  knownBasket,
];
