import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';
import { hostRuns } from './console-runs.fixture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each width and each theme. */
const looks = [
  [1280, 'light'],
  [820, 'dark'],
  [390, 'light'],
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

browserTest(
  'one click leads from a row of the board to its finding and the exchange that shows it; the row is run again and compared',
  async ({ annotate }) => {
    const shop = createReferenceMerchant({
      variant: 'granite',
      clock: systemClock,
      faults: ['order:never-idempotent'],
    });
    await using served = await serve(shop.fetch);
    const tills = [{ name: 'bar' }, { name: 'front' }];
    await using runs = hostRuns({ ...shop.configuration(served.url), pos: { merchantTaxId: '5250000001', tills } });
    await using opened = await openConsole(browser, { platform: runs.platform });
    const { page, console, complaints, foreign } = opened;
    page.setDefaultTimeout(20_000);
    await page.goto(`${console}/#/certification`);
    await page.getByLabel('pos').check();
    expect(await page.getByLabel(/^Till/).locator('option').allInnerTexts()).toEqual(['bar', 'front']);
    await page.getByLabel('merchant').check();
    await page.getByText('Only some of it').click();
    await page.getByLabel('Only').fill('order/idempotent');
    await page.getByLabel('Seed').fill('4711');
    await page.getByLabel('Effort').selectOption('quick');
    await page.getByRole('button', { name: 'Start' }).click();
    const header = page.getByLabel('What was run');
    await header.getByText('4711').waitFor();
    expect(await header.innerText()).toBe('merchant · conformance.yaml · quick · seed 4711 · only order/idempotent');
    await page.getByRole('heading', { name: 'Granite reference shop' }).waitFor();

    const row = page.getByRole('region', { name: 'To be looked at' }).getByRole('link', { name: 'order/idempotent' });
    await row.first().waitFor();
    await page.getByRole('button', { name: 'Report here' }).waitFor();
    const clicked = performance.now();
    await row.first().click();
    const detail = page.getByRole('region', { name: 'Requirement order/idempotent' });
    const exchange = detail.getByRole('group', { name: /^Exchange \d+/ }).first();
    await exchange.locator('.json-text').first().waitFor();
    await annotate(`from the failed row to its exchange: 1 click, ${(performance.now() - clicked).toFixed(0)} ms`);
    expect(await detail.getByText('expected', { exact: true }).count()).toBeGreaterThan(0);
    const judgedAt = detail.getByRole('link', { name: /^How it is checked and fixed.*order\/idempotent/ });
    expect(await judgedAt.first().getAttribute('href')).toBe('/docs/requirements/order/idempotent.html');
    const command = detail.getByLabel('command that repeats it', { exact: true }).first();
    expect(await command.innerText()).toMatch(/^npx conformance run merchant --only merchant\/\S+ --seed 4711/);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await detail.getByRole('button', { name: /^Copy as test/ }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(
      "certify('merchant', {\n  config: 'conformance.yaml',\n  only: ['order/idempotent'],\n  seed: 4711,\n",
    );

    const inaccessible = async (): Promise<readonly string[]> => {
      await page.evaluate(axe);
      const found = await page.evaluate<{
        readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
      }>('axe.run()');
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    };
    const everywhere = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        found.push(...(await inaccessible()));
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      return found;
    };
    expect(await everywhere()).toEqual([]);

    // The same exchange in the run's traffic, among what was exchanged for this row.
    await detail.getByRole('link', { name: 'their traffic' }).click();
    const list = page.getByRole('listbox');
    await list.getByText('violation').first().waitFor();
    expect(page.url()).toContain('row=order%2Fidempotent');
    const lines = await list.getByRole('option').count();
    await page.getByRole('button', { name: 'Show the whole run' }).click();
    await expect.poll(() => list.getByRole('option').count()).toBeGreaterThanOrEqual(lines);
    await page.getByLabel('Verdict').selectOption('violation');
    await page.getByRole('button', { name: 'Grouped' }).click();
    await list.getByRole('option').first().click();
    const shown = page.getByRole('region', { name: 'Detail' });
    await shown.getByText('order/idempotent').first().waitFor();
    expect(await everywhere()).toEqual([]);

    await page.goBack();
    await page.goto(`${console}/#/certification`);
    const report = page.getByRole('button', { name: 'Report here' });
    await report.click();
    const judged = page
      .frameLocator('iframe')
      .getByRole('link', { name: /^How it is judged.*order\/idempotent/ })
      .first();
    await judged.waitFor();
    expect(await judged.getAttribute('href')).toBe('/docs/requirements/order/idempotent.html');
    await report.click();
    await row.first().click();
    await page.getByRole('button', { name: 'Run this row again' }).click();
    await expect.poll(() => page.getByRole('navigation', { name: 'Runs' }).getByRole('link').count()).toBe(2);
    await page.getByLabel('Compare with').selectOption({ index: 1 });
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText('1 still failing').waitFor();
    expect(await everywhere()).toEqual([]);
    expect([complaints, foreign()]).toEqual([[], []]);
  },
  240_000,
);
