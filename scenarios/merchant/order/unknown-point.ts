import type { CheckOutcome, Finding } from '#schemas';
import { notExercised } from '../../outcome.ts';

/** Who picks up in a store does so in one of the merchant's: where we made it up, only one that the shop knows tells. */
export const unknownPoint = (delivery: string, { actual }: Finding): CheckOutcome =>
  notExercised(
    `an order with ${delivery} was declined (${actual}), perhaps since its pickup point is made up`,
    'merchant.fixtures.pickupPoints',
  );
