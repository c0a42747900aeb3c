import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';
import { openShop, openTill } from './reference-peers.fixture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

const sizes = {
  desktop: { width: 1280, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;
const views = [
  '#/traffic',
  '#/traffic/1',
  '#/traffic?charts=1',
  '#/till',
  '#/till/bar/m-1',
  '#/phone',
  '#/phone/new',
  '#/phone/shop?tab=catalogue',
  '#/phone/shop?tab=shop',
  '#/phone/shop/ORDER',
  '#/certification',
] as const;

browserTest.each([
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['tablet', 'light'],
  ['tablet', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
] as const)('axe finds nothing in any view: %s, %s', async (size, colorScheme) => {
  await using opened = await openConsole(browser);
  const { page, platform, console, api, foreign } = opened;
  await using till = await openTill('copper', api);
  await using shop = await openShop('granite');
  const { control } = platform;
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  await till.activate(control.issuePin('bar').pinCode);
  control.putShop('shop', shop.settings);
  await control.syncShop('shop', true);
  control.sendCommand('bar', {
    messageKind: 'TableOrderSnapshotRequested',
    payload: { tableId: 'T1' },
    messageId: 'm-1',
    force: true,
  });
  await page.setViewportSize(sizes[size]);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const { oaOrderId } = control.startCheckout('shop', { basketId: shop.baskets[0] ?? '' });
  for (const view of views) {
    await page.goto(`${console}/${view.replace('ORDER', oaOrderId)}`);
    await page.getByRole('status').getByText('Live').waitFor();
    await page.getByText('Reading').waitFor({ state: 'hidden' });
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{
      violations: readonly { id: string; nodes: readonly { html: string }[] }[];
    }>('axe.run()');
    const found = violations.map(({ id, nodes }) => `${view} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found).toEqual([]);
  }
  expect(foreign()).toEqual([]);
});
