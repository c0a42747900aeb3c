import { defineFaults } from '#mocks/faults';
import { availabilityFaults } from './availability-faults.ts';
import { engineFaults } from './engine-faults.ts';
import type { PlatformFault } from './platform-fault.ts';
import { posFaults } from './pos-faults.ts';
import { queueFaults } from './queue-faults.ts';
import { signatureFaults } from './signature-faults.ts';
import { tipAndBasketFaults } from './tip-and-basket-faults.ts';

/** Every defect the platform can have, by id. */
export const platformFaults = defineFaults({
  ...posFaults,
  ...queueFaults,
  ...tipAndBasketFaults,
  ...availabilityFaults,
  ...signatureFaults,
  ...engineFaults,
});

export type PlatformFaultId = keyof typeof platformFaults;

/** A fault with the widened type, for code that treats all alike. */
export const platformFault = (id: PlatformFaultId): PlatformFault => platformFaults[id];
