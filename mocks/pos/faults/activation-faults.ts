import type { PosFault } from './pos-fault.ts';

export const activationFaults = {} as const satisfies Readonly<Record<string, PosFault>>;
