import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { consolePage } from './assets.ts';

const built = () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'style.css'), 'p{}');
  writeFileSync(join(folder, 'index.html'), '<p>');
  return pathToFileURL(`${folder}/`);
};
const page = (path: string) => consolePage(built(), built())(path);

test('serves the documentation by the rules of the page', () => {
  const found = page('/docs/style.css');
  expect(found?.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(found?.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page('/docs/')?.status).toBe(200);
});

test.each([
  '/docs/../package.json',
  '/docs/%2e%2e/package.json',
  '/docs//etc/hosts',
  '/docs/.npmrc',
  '/docs',
  '/package.json',
])('has nothing at %s', (path) => expect(page(path)).toBeUndefined());

test('says how to build what is not built, and nothing of a page that there never was', () => {
  const none = consolePage(new URL('none/', built()), new URL('none/', built()));
  expect([none('/')?.status, none('/docs/')?.status]).toEqual([503, 503]);
  expect(none('/docs/none.html')).toBeUndefined();
});
