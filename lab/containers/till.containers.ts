import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { certify } from '#harness/index';
import { createReferenceTill } from '#mocks/pos';
import { systemClock } from '#mocks/time';
import type { Config } from '#schemas';
import { testFolder } from '../doubles/test-folder.ts';

const image = process.env['CONFORMANCE_TILL_IMAGE'] ?? '';
/** Where a container of podman's own network finds this machine. */
const gateway = '10.88.0.1';
const port = 18_080;

const configuration = (pos: Config['pos']): Config => {
  const { triggers, pos: own } = createReferenceTill({ variant: 'quartz', clock: systemClock }).configuration(
    'http://{{till.8000}}',
  );
  return {
    pos: { ...own, ...pos },
    ...(triggers !== undefined && { triggers }),
    platform: { listen: `0.0.0.0:${port}`, publicUrl: `http://${gateway}:${port}` },
    reports: { formats: [] },
  };
};

const certifyImage = async (pos: Config['pos'], only: readonly string[]) => {
  const out = testFolder();
  const result = await certify({ suite: 'pos', config: configuration(pos), only, out, seed: 1, effort: 'quick' });
  return { result, out };
};

test.skipIf(image === '')('a till in a container is activated, certified through its port and stopped', async () => {
  const { result, out } = await certifyImage({ image, ports: [8000] }, ['table/right-table', 'activation']);
  expect(result.reason).toBeUndefined();
  const rows = result.requirements.filter(({ id }) => /^activation|table\/right-table/.test(id));
  expect(rows.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(rows.find(({ id }) => id === 'table/right-table')).toMatchObject({ status: 'passed' });
  expect(readFileSync(join(out, 'target.log'), 'utf8')).toContain('quartz is open');
});

test('an image that is not there is no verdict, and soon', { timeout: 60_000 }, async () => {
  const startedAt = performance.now();
  const { result, out } = await certifyImage({ image: 'localhost:1/no-such-till:1', ports: [8000] }, ['table']);
  expect(result).toMatchObject({ verdict: 'not-judged', exitCode: 3, reason: expect.stringContaining('pos.image') });
  expect(performance.now() - startedAt).toBeLessThan(50_000);
  expect(existsSync(join(out, 'results.json'))).toBe(true);
});
