import { merchantFaults as published } from '#mocks/merchant';
import { amountFaults } from './basket/amounts.ts';
import { amountUnitFaults } from './basket/amount-units.ts';
import { answerFaults } from './basket/answers.ts';
import { basketFaults, basketMeaningFaults } from './basket/body.ts';
import { basketIdFaults } from './basket/basket-ids.ts';
import { catalogueChangeFaults } from './catalogue/changes.ts';
import { catalogueNowAndThenFaults } from './catalogue/now-and-then.ts';
import { catalogueShapeFaults } from './catalogue/shape.ts';
import { catalogueWalkFaults } from './catalogue/walk.ts';
import { checkpointFaults } from './catalogue/checkpoint.ts';
import { lockAnswerFaults } from './lock/answers.ts';
import { lockFaults } from './lock/lock.ts';
import { lockPriceFaults } from './lock/prices.ts';
import { lockedOrderFaults } from './lock/locked-orders.ts';
import { orderFaults } from './order/order.ts';
import { orderShapeFaults } from './order/confirmation.ts';
import { orderWayFaults } from './order/memory.ts';
import { orderTextFaults } from './order/texts.ts';
import { paymentTimeFaults } from './order/payment-time.ts';
import { productIdFaults } from './basket/product-ids.ts';
import { pushFaults } from './basket-change/basket-change.ts';
import { recalculationFaults } from './recalculation/recalculation.ts';
import { recalculationMemoryFaults } from './recalculation/memory.ts';
import { severalCodesFaults } from './recalculation/several-codes.ts';
import { quantityFaults } from './recalculation/quantities.ts';
import { shortageFaults } from './recalculation/shortages.ts';
import { sweptBasketFaults } from './basket/swept-baskets.ts';
import { unknownFaults } from './recalculation/unknown-products.ts';
import { userFaults } from './basket/users.ts';
import { valueFaults } from './basket/values.ts';
import { valueByCallFaults } from './basket/values-by-call.ts';

/** Every defect a reference merchant can have, by id: the published ones, and those that only prove our checks. */
export const merchantFaults = {
  ...published,
  ...basketFaults,
  ...basketMeaningFaults,
  ...amountFaults,
  ...amountUnitFaults,
  ...valueFaults,
  ...valueByCallFaults,
  ...answerFaults,
  ...basketIdFaults,
  ...sweptBasketFaults,
  ...productIdFaults,
  ...recalculationFaults,
  ...recalculationMemoryFaults,
  ...severalCodesFaults,
  ...quantityFaults,
  ...unknownFaults,
  ...userFaults,
  ...shortageFaults,
  ...lockFaults,
  ...lockedOrderFaults,
  ...lockAnswerFaults,
  ...lockPriceFaults,
  ...orderShapeFaults,
  ...orderFaults,
  ...orderWayFaults,
  ...orderTextFaults,
  ...paymentTimeFaults,
  ...catalogueShapeFaults,
  ...catalogueWalkFaults,
  ...checkpointFaults,
  ...catalogueChangeFaults,
  ...catalogueNowAndThenFaults,
  ...pushFaults,
};
