import { defineFaults } from '#mocks/faults';
import type { PlatformFault } from './platform-fault.ts';

/** Every defect the platform can have, by id. */
export const platformFaults = defineFaults({});
export type PlatformFaultId = keyof typeof platformFaults;
/** A fault with the widened type, for code that treats all alike. */
export const platformFault = (id: PlatformFaultId): PlatformFault => platformFaults[id];
