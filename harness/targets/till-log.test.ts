import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { logTill } from './till-log.ts';

test('of a till that writes for ever the beginning is kept, and that there was more', async () => {
  const folder = testFolder();
  const path = join(folder, 'target.log');
  const log = logTill(path, [Readable.from(Array.from({ length: 1000 }, () => `${'y'.repeat(99)}\n`))], String, 10_240);
  await log.drain();
  const text = readFileSync(path, 'utf8');
  expect(text.length).toBeLessThan(11_000);
  expect(text.endsWith('yyy\n… what it wrote after 10 KiB was left out\n')).toBe(true);
});
