import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';
import { hostRuns } from './console-runs.fixture.ts';
import { openShop, openTill } from './reference-peers.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

browserTest(
  'times, health and queue groups are drawn with a table each, and a message that was held back is told',
  async () => {
    await using opened = await openConsole(browser);
    const { page, platform, console, api, complaints, foreign } = opened;
    const { control } = platform;
    await using till = await openTill('quartz', api);
    await using shop = await openShop('granite');
    control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
    control.putShop('shop', shop.settings);
    control.startCheckout('shop', { basketId: shop.baskets[0] ?? '' });
    await till.activate(control.issuePin('bar').pinCode);
    // Until it is visible again the second one waits.
    control.apiFaults.add({ kind: 'status-before', status: 503, path: '/merchant/v1/async/', times: 1 });
    for (const messageId of ['m-1', 'm-2'])
      control.sendCommand('bar', {
        messageKind: 'TableOrderSnapshotRequested',
        payload: { tableId: 'T1' },
        messageId,
        groupId: 'table-1',
        force: true,
      });
    await page.goto(`${console}/#/traffic`);
    await page.getByRole('button', { name: 'Charts' }).click();
    const figure = (name: string) => page.getByRole('figure', { name });
    await figure('How fast shops answer').getByText('retrieval', { exact: true }).first().waitFor();
    await figure('Health reports over time')
      .getByText(/^bar, \d+ reports?$/)
      .waitFor();
    const queue = figure('Queue groups');
    await queue.getByText('table-1', { exact: true }).first().waitFor();
    await queue.getByText('The longest hold-back is').first().waitFor({ timeout: 40_000 });
    await queue.getByText('The same as a table').click();
    expect(await queue.getByRole('row').count()).toBe(3);

    await page.goto(`${console}/#/till/bar`);
    await page.getByText('Over time').click();
    await figure('Queue groups').waitFor();
    expect([complaints, foreign()]).toEqual([[], []]);
  },
);

browserTest('a walk shows where its order breaks, on the platform and in a run', async () => {
  const shop = createReferenceMerchant({
    variant: 'granite',
    clock: systemClock,
    faults: ['catalogue:neighbours-swapped'],
  });
  await using served = await serve(shop.fetch);
  const config = shop.configuration(served.url);
  await using runs = hostRuns(config);
  await using opened = await openConsole(browser, { platform: runs.platform });
  const { page, console, complaints, foreign } = opened;
  const { catalogueUrl = '', headers = {} } = config.merchant ?? {};
  runs.platform.control.putShop('corner', { catalogueUrl, headers });
  await runs.platform.control.syncShop('corner', true);
  await page.goto(`${console}/#/traffic/w-corner-1`);
  await page.getByRole('figure').getByText('breaks here').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await page.getByRole('figure').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto(`${console}/#/certification`);
  await page.getByLabel('merchant').check();
  await page.getByText('Only some of it').click();
  await page.getByLabel('Only').fill('merchant/catalogue-full-sync');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Report here' }).waitFor();
  await page.getByRole('link', { name: 'catalogue/ascending-order' }).first().click();
  await page.getByRole('link', { name: 'their traffic' }).click();
  await page.getByRole('listbox').getByText('catalogue', { exact: true }).first().click();
  await page.getByRole('figure').getByText('breaks here').first().waitFor();
  await page.getByRole('button', { name: 'Charts' }).click();
  await page.getByRole('figure', { name: 'How fast shops answer' }).waitFor();
  expect([complaints, foreign()]).toEqual([[], []]);
});
