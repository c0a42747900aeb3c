import { createHash } from 'node:crypto';
import versions from './history/versions.json' with { type: 'json' };
import { register, type RequirementId } from './index.ts';

/** A version of the register. */
interface Version {
  /** The SHA-256 over its rows. */
  readonly digest: string;
  /** What it asked for the first time. A row that was split off another one is as old as that: only its id is new. */
  readonly added?: readonly string[];
}

/**
 * The versions of the register, newest last. A row that is added, goes or means something else makes a new version: results and
 * certificates name it with its digest, so that two can be told to be of the same rules. 2.0.0 split four rows that were buckets.
 */
export const registerVersions: Readonly<Record<string, Version>> = versions;

export const registerNames: readonly string[] = Object.keys(registerVersions);

export const registerVersion: string = registerNames.at(-1) ?? '';

/** The version of the register that asked for it first. */
export const addedIn = (id: RequirementId): string =>
  registerNames.find((name) => registerVersions[name]?.added?.includes(id)) ?? registerNames[0] ?? '';

/** Whether a row counts by a version of the register; by one that nobody knows, and where none is named, every row does. */
export const isScored = (id: RequirementId, by: string | undefined): boolean =>
  by === undefined || !registerNames.includes(by) || registerNames.indexOf(addedIn(id)) <= registerNames.indexOf(by);

export const registerDigest = (): string => createHash('sha256').update(JSON.stringify(register)).digest('hex');
