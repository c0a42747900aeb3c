import { defineFaults } from '#mocks/faults';
import { activationFaults } from './activation-faults.ts';
import type { PosFault } from './pos-fault.ts';

/** Every defect a reference till can have, by id. */
export const posFaults = defineFaults({ ...activationFaults });

export type PosFaultId = keyof typeof posFaults;

/** A fault with the widened type, for code that treats all alike. */
export const posFault = (id: PosFaultId): PosFault => posFaults[id];
