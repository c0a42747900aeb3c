import type { Party } from '#schemas';
import { type Certifiable, certifiable } from '../certification.ts';
import { UsageError } from '../errors.ts';

/** The suite asked for, when this version has it. */
export const certifiableSuite = (suite: Party, command: string): Certifiable => {
  const known = certifiable.find((name) => name === suite);
  if (known !== undefined) return known;
  const valid = certifiable.map((name) => `conformance ${command} ${name}`).join(', ');
  throw new UsageError(`The ${suite} suite is not part of this version. Valid: ${valid}.`);
};
