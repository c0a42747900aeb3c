import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { register, type RunResult } from '#schemas';

/** Which program and which register a result comes from. */
export const identity = (): Pick<RunResult, 'tool' | 'register'> => {
  const manifest = findPackageJSON('..', import.meta.url);
  const { name, version } = JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { name: string; version: string };
  const digest = createHash('sha256').update(JSON.stringify(register)).digest('hex').slice(0, 16);
  return { tool: { name, version }, register: { version, digest } };
};
