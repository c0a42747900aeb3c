import type { CheckOutcome } from '#schemas';
import { notExercised } from '../../outcome.ts';

/** Who picks up in a store does so in one of the merchant's: where we made it up, only one that the shop knows tells. */
export const unknownPoint = (delivery: string): CheckOutcome =>
  notExercised(
    `an order with ${delivery} was declined, perhaps since its pickup point is made up`,
    'merchant.fixtures.pickupPoints',
  );
