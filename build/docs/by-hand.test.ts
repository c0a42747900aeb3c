import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { requirementIds, requirement } from '#schemas';
import { serve } from '#mocks/hosting';
import { createPlatform } from '#mocks/platform';
import { systemClock } from '#mocks/time';
import { byHand } from './by-hand.ts';

const linesOf = (markdown: string): readonly string[] => markdown.split('\n').filter((line) => !line.startsWith('```'));

// What is sent in a page has to be taken, whoever wrote the page's table.
test('what a page tells to type against the platform is taken by it', async () => {
  const seen = new Set<string>();
  const told = requirementIds
    .filter((id) => requirement(id).party === 'pos')
    .map((id) => linesOf(byHand(id)).filter((line) => line.startsWith('curl ') && !line.includes('/exchanges')))
    .filter((lines) => !seen.has(lines.join()) && seen.add(lines.join()));
  expect(told.length).toBeGreaterThan(8);
  await Promise.all(told.map(takenByPlatform));
});

const takenByPlatform = async (lines: readonly string[]): Promise<void> => {
  const platform = createPlatform({ clock: systemClock });
  await using control = await serve(platform.controlFetch);
  // Nobody is there to activate it.
  const typed = lines.map((line) => line.replace('"messageId"', '"force":true,"messageId"').replace('-s', '-sf'));
  const script = ['set -e', `CONTROL=${control.url}`, ...typed].join('\n');
  await expect(promisify(execFile)('sh', ['-c', script]), lines.join('\n')).resolves.toMatchObject({ stderr: '' });
  platform.close();
};
