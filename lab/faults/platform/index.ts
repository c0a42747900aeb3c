import { platformFaults as published } from '#mocks/platform';
import { availabilityFaults } from './availability.ts';
import { engineFaults } from './engines.ts';
import { queueFaults } from './queue.ts';
import { signatureFaults } from './signatures.ts';
import { tillFaults } from './tills.ts';
import { tipAndBasketFaults } from './tips-and-baskets.ts';

/** Every defect the platform can have, by id: the published ones, and those that only prove our checks. */
export const platformFaults = {
  ...published,
  ...tillFaults,
  ...queueFaults,
  ...tipAndBasketFaults,
  ...availabilityFaults,
  ...signatureFaults,
  ...engineFaults,
};
