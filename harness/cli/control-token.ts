import { randomBytes } from 'node:crypto';
import { isLoopback } from '#mocks/platform';
import { UsageError } from '../config/usage-error.ts';

/** Whoever is not on this machine has to know it: a new one for every start unless the environment names one. */
export const controlToken = (
  hostname: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  if (hostname === undefined || isLoopback(hostname)) return undefined;
  const given = env['CONFORMANCE_CONTROL_TOKEN'];
  if (given === undefined || given === '') return randomBytes(24).toString('base64url');
  if (/^[\w.~+/=-]+$/.test(given) && given.length >= shortestToken) return given;
  throw new UsageError(
    `CONFORMANCE_CONTROL_TOKEN can be guessed or cannot be sent: give at least ${shortestToken} letters, digits or -._~+/=, or leave it out for a new one at every start.`,
    'CONFORMANCE_CONTROL_TOKEN',
  );
};

/** Of letters and digits as many as take longer to try than anybody has. */
const shortestToken = 16;
