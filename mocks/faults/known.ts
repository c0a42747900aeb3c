import { createRequire } from 'node:module';
import type { Party, RequirementId } from '#schemas';

/** A fault that the checks are known to catch, as data. */
export interface KnownFault {
  readonly id: string;
  /** What a developer would have written by mistake. */
  readonly title: string;
  readonly party: Party;
  readonly breaks: readonly RequirementId[];
  /** The reference peers that can show it, when not all. */
  readonly variants?: readonly string[];
  /** A reference peer can be switched to have it; the others only prove our checks. */
  readonly published: boolean;
}

/** Every fault of every reference peer: `faults.json`, which `npm run faults` writes. */
export const knownFaults = (): readonly KnownFault[] =>
  createRequire(import.meta.url)('./faults.json') as readonly KnownFault[];
