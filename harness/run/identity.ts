import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { registerDigest, registerVersion, type RunResult } from '#schemas';

/** Which program and which register a result comes from. */
export const identity = (): Pick<RunResult, 'tool' | 'register'> => {
  const manifest = findPackageJSON('..', import.meta.url);
  const { name, version } = JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { name: string; version: string };
  return { tool: { name, version }, register: { version: registerVersion, digest: registerDigest() } };
};
