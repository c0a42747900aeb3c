import { defineFaults } from '#mocks/faults';
import { ownCallFaults } from './calls.ts';
import { commandFaults } from './commands.ts';
import { queueFaults } from './queue.ts';

/** The mistakes worth trying first, by id: one or two of every area. */
export const posFaults = defineFaults({ ...ownCallFaults, ...queueFaults, ...commandFaults });

export type PosFaultId = keyof typeof posFaults;
