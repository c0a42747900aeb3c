import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWarpClock } from '#mocks/time';
import type { Config, RunResult } from '#schemas';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { certify } from '../index.ts';
import { named } from './named-till.fixture.ts';

const resultIn = (folder: string): RunResult => JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));

test('two sound tills are certified in one run', { timeout: 180_000 }, async () => {
  const clock = createWarpClock();
  const folder = testFolder();
  const tills: Config = {
    pos: { tills: [await named(clock, 'copper'), await named(clock, 'quartz')] },
    reports: { formats: ['junit'] },
  };
  const result = await certify({ suite: 'pos', config: tills, clock, out: folder, seed: 1, effort: 'quick' });
  expect(result).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
    tills: [
      { name: 'copper', exitCode: 0 },
      { name: 'quartz', exitCode: 0 },
    ],
  });
  expect(resultIn(folder)).toEqual(result);
  expect(resultIn(join(folder, 'quartz'))).toMatchObject({ verdict: 'conformant', target: { name: 'quartz' } });
});
