import type { CheckOutcome } from '#schemas';
import { notExercised } from '../../outcome.ts';

/** Where an order may have been declined for an id that we made up, only one that the shop knows tells. */
export const unknownPoint = (delivery: string): CheckOutcome =>
  notExercised(
    `an order with ${delivery} was declined, perhaps since its pickup point is made up`,
    'merchant.fixtures.pickupPoints',
  );

export const unknownConsents: CheckOutcome = notExercised(
  'orders are declined for consents, perhaps since their ids are made up',
  'assumptions.assume/consent-ids',
);
