import { defineFaults } from '#mocks/faults';
import { amountFaults } from './amount-faults.ts';
import { amountUnitFaults } from './amount-unit-faults.ts';
import { answerFaults } from './answer-faults.ts';
import { basketFaults, basketMeaningFaults } from './basket-faults.ts';
import { basketIdFaults } from './basket-id-faults.ts';
import { catalogueChangeFaults } from './catalogue-change-faults.ts';
import { catalogueNowAndThenFaults } from './catalogue-now-and-then-faults.ts';
import { catalogueShapeFaults } from './catalogue-shape-faults.ts';
import { catalogueWalkFaults } from './catalogue-walk-faults.ts';
import { checkpointFaults } from './checkpoint-faults.ts';
import { lockAnswerFaults } from './lock-answer-faults.ts';
import { lockFaults } from './lock-faults.ts';
import { lockPriceFaults } from './lock-price-faults.ts';
import { lockedOrderFaults } from './locked-order-faults.ts';
import type { MerchantFault } from './merchant-fault.ts';
import { orderFaults } from './order-faults.ts';
import { orderShapeFaults } from './order-shape-faults.ts';
import { orderWayFaults } from './order-way-faults.ts';
import { orderTextFaults } from './order-text-faults.ts';
import { paymentTimeFaults } from './payment-time-faults.ts';
import { productIdFaults } from './product-id-faults.ts';
import { pushFaults } from './push-faults.ts';
import { recalculationFaults } from './recalculation-faults.ts';
import { recalculationMemoryFaults } from './recalculation-memory-faults.ts';
import { severalCodesFaults } from './several-codes-faults.ts';
import { quantityFaults } from './quantity-faults.ts';
import { repeatedShortageFaults } from './repeated-shortage-faults.ts';
import { sweptBasketFaults } from './swept-baskets.ts';
import { unknownFaults } from './unknown-faults.ts';
import { userFaults } from './user-faults.ts';
import { valueFaults } from './value-faults.ts';
import { valueByCallFaults } from './value-by-call-faults.ts';

/** Every defect a reference merchant can have, by id. */
export const merchantFaults = defineFaults({
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
  ...repeatedShortageFaults,
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
});

export type MerchantFaultId = keyof typeof merchantFaults;

/** A fault with the widened type, for code that treats all alike. */
export const merchantFault = (id: MerchantFaultId): MerchantFault => merchantFaults[id];
