import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { expect } from 'vitest';
import { conformance, hosting, start } from '../cli.fixture.ts';

export const shop = async (fault?: 'order:never-idempotent') => {
  const merchant = createReferenceMerchant({
    variant: 'granite',
    clock: systemClock,
    faults: fault === undefined ? [] : [fault],
  });
  const url = await hosting(merchant.fetch);
  return { url, config: merchant.configuration(url) };
};

export const journalIn = (cwd: string): string => {
  const path = join(cwd, 'out', 'journal.ndjson');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

export const watching = async (args: readonly string[], cwd: string, suite: 'merchant' | 'pos' = 'merchant') => {
  const { child, ended } = start(['watch', suite, '--ci', '--out', 'out', ...args], { cwd });
  let told = '';
  child.stdout.on('data', (text: string) => (told += text));
  await expect.poll(() => told).toMatch(/watching {2}http/);
  const url = /watching {2}(\S+) (?:->|<-)/.exec(told)?.[1] ?? '';
  return { child, ended, url, told: () => told };
};

/** It ends within two seconds; where others have the processor, what it has not written by then is written by another command. */
export const verdictOf = async ({ ended }: Awaited<ReturnType<typeof watching>>, cwd: string) => {
  const { code, stdout, stderr } = await ended;
  // Once the verdict is told nothing is late any more.
  expect(code === 130 && stdout.includes('exit    ')).toBe(false);
  if (code !== 130) return { code, stdout, stderr };
  expect(stderr).toContain('conformance report out writes them from the journal');
  return { ...(await conformance(['report', 'out', '--ci'], { cwd })), stderr };
};
