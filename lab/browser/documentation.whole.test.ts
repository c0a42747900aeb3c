import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  execFileSync(process.execPath, ['build/docs.ts'], { cwd, stdio: 'ignore' });
}, 120_000);
afterAll(() => browser.close());

const pages = [
  '',
  'requirements/index.html',
  'requirements/order/idempotent.html',
  'triggers.html',
  'configuration.html',
];
const looks = [
  [1280, 'light'],
  [820, 'dark'],
  [390, 'light'],
] as const;

interface Seen {
  readonly found: readonly string[];
  readonly tooWide: number;
}

browserTest(
  'the console serves the documentation: accessible, no wider than the window, and with nothing from elsewhere',
  async () => {
    await using opened = await openConsole(browser);
    const { page, console, complaints, foreign } = opened;
    for (const path of pages)
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`${console}/docs/${path}`);
        // Past its own policy, as the tools of a developer are.
        await page.evaluate(axe);
        const seen = await page.evaluate<Seen>(
          `axe.run().then(({ violations }) => ({
            found: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)),
            tooWide: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
          }))`,
        );
        expect({ path, width, ...seen }).toEqual({ path, width, found: [], tooWide: 0 });
      }
    await page.getByLabel('Search').fill('idempotent oaOrderId');
    await page.getByRole('search').getByRole('link', { name: 'order/idempotent', exact: true }).click();
    await page.getByRole('heading', { name: 'order/idempotent' }).waitFor();
    expect(await page.getByRole('img', { name: /where a failure shows/ }).count()).toBe(1);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      'npx conformance run merchant --only order/idempotent',
    );
    expect([complaints, foreign()]).toEqual([[], []]);
  },
  240_000,
);
