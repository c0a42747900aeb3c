import type { Party } from '#schemas';
import { UsageError } from '../errors.ts';

/** Our own platform needs no configuration, and another one two addresses. */
const writable = ['merchant', 'pos'] as const;
type Writable = (typeof writable)[number];

/** The suite asked for, when a configuration can be written for it. */
export const writableSuite = (suite: Party): Writable => {
  const known = writable.find((name) => name === suite);
  if (known !== undefined) return known;
  const valid = writable.map((name) => `conformance init ${name}`).join(', ');
  throw new UsageError(`There is no configuration to write for the ${suite} suite. Valid: ${valid}.`);
};
