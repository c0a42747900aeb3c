import { readFileSync } from 'node:fs';
import type { RunResult } from '#schemas';

let read: RunResult['tool'] | undefined;

/** This program, as its package names it. */
export const tool = (): RunResult['tool'] => {
  if (read !== undefined) return read;
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(manifest) as RunResult['tool'];
  read = { name, version };
  return read;
};

/** Firewalls of hosters turn away whoever does not say who they are; what is configured goes before it. */
export const userAgent = (): string => `conformance/${tool().version}`;
