import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { searched, spelled } from './canary.fixture.ts';

const secret = 'env/C4nary+ä"7~key';

// `canary.whole.test.ts` looks in what whole runs leave.
test('a secret is found in each of its forms, also inside the Base64 of a page', () => {
  const cwd = testFolder();
  const page = Buffer.from(`{"some":"data","key":${JSON.stringify(secret)}}`).toString('base64');
  const texts = [secret, ...spelled([secret]).split(' | '), page];
  for (const [index, text] of texts.entries()) {
    writeFileSync(join(cwd, 'page.html'), `before ${text} after`);
    const { found } = searched(cwd, new Map([[secret, 'environment']]));
    expect([index, found.length > 0]).toEqual([index, true]);
  }
  writeFileSync(join(cwd, 'page.html'), 'at 1481516 ms, 148151.6 or PIN 148151');
  expect(searched(cwd, new Map([['148151', 'PIN']])).found).toEqual(['page.html: PIN, 148151']);
  expect(searched(cwd, new Map([['148152', 'PIN']])).found).toEqual([]);
});
