import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { consolePage } from '#console';
import { createManualClock } from '#mocks/time';
import { createRecordedPlatform } from '#harness/console-runs/recorded-platform';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';
import { openShop } from './reference-peers.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

browserTest.each(['granite', 'willow'] as const)(
  'a basket of a shop like %s is changed and ordered on the phone',
  async (variant) => {
    await using opened = await openConsole(browser);
    const { page, console, complaints, foreign } = opened;
    await using shop = await openShop(variant);
    const { basketUrl, recalculateUrl, orderUrl, catalogueUrl, headers } = shop.settings;
    await page.goto(`${console}/#/phone`);
    await page.getByLabel('Name').fill('corner');
    await page.getByLabel('Basket address').fill(basketUrl);
    await page.getByLabel('Recalculate address').fill(recalculateUrl);
    await page.getByLabel('Order address').fill(orderUrl);
    await page.getByLabel('Catalogue address').fill(catalogueUrl);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    await page.getByLabel('Headers').fill(lines.join('\n'));
    await page.getByRole('button', { name: 'Add shop' }).click();

    const phone = page.getByRole('region', { name: "Shopper's phone" });
    await phone.getByLabel('Basket id').fill(shop.baskets[0] ?? '');
    await phone.getByRole('button', { name: 'Scan' }).click();
    const quantity = phone.locator('output').first();
    await quantity.waitFor();
    const before = Number(await quantity.innerText());
    await phone
      .getByRole('button', { name: /^One less/ })
      .first()
      .click();
    const code = shop.discountCodes.INVALID?.[0] ?? '';
    const calls = page.getByRole('list', { name: 'Calls to the shop' });
    await calls.getByText('checkout recalculating').waitFor();
    await calls.getByText('checkout open').nth(1).waitFor();
    expect(before).toBeGreaterThan(0);

    await phone.getByLabel('Discount code').fill(code);
    await phone.getByRole('button', { name: 'Use code' }).click();
    await phone.getByText('is not known').waitFor();
    await phone
      .getByRole('button', { name: /^One more/ })
      .first()
      .click();
    await calls.getByText('checkout open').nth(3).waitFor();
    await phone.getByRole('button', { name: 'Confirm and pay' }).click();
    await phone.getByText('Order placed').waitFor();
    expect([complaints, foreign()]).toEqual([[], []]);
  },
);

browserTest(
  'the deadlines of a basket are drawn as they run, and an order nobody takes is rolled back and refunded',
  async () => {
    const clock = createManualClock(Date.now());
    const samples = () => Promise.resolve({});
    const platform = createRecordedPlatform({ clock, ports: { samples, page: consolePage() } });
    await using opened = await openConsole(browser, { platform });
    const { page, console, complaints, foreign } = opened;
    await using shop = await openShop('granite');
    // Nobody listens there.
    platform.control.putShop('corner', { ...shop.settings, orderUrl: 'http://127.0.0.1:1/order' });
    await page.goto(`${console}/#/phone/corner`);
    await page.getByLabel('Basket id').fill(shop.baskets[0] ?? '');
    await page.getByRole('button', { name: 'Scan' }).click();
    const deadlines = page.getByRole('region', { name: 'Deadlines of this basket' });
    await deadlines.waitFor();
    expect(await deadlines.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('1 The basket is valid'),
      expect.stringContaining('Paid, and the order sent at most 3 min after'),
      expect.stringContaining('Rolled back and refunded 5 min without a connection, at most 8 min after'),
    ]);
    await page.getByRole('button', { name: 'Confirm and pay' }).click();
    await page.getByRole('heading', { name: 'Trying again' }).waitFor();
    await expect.poll(() => deadlines.getByRole('listitem').last().innerText()).toMatch(/[45] min( \d+ s)?$/);
    clock.advance(5 * 60_000);
    await page.getByRole('heading', { name: 'Order rolled back' }).waitFor();
    await page.getByText('has been refunded').waitFor();
    expect(await deadlines.count()).toBe(0);
    expect([complaints, foreign()]).toEqual([[], []]);
  },
);

browserTest('at the width of a tablet a call shows its path, and its host after it', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform } = opened;
  await using shop = await openShop('granite');
  platform.control.putShop('corner', shop.settings);
  await page.setViewportSize({ width: 820, height: 1180 });
  const { oaOrderId } = platform.control.startCheckout('corner', { basketId: shop.baskets[0] ?? '' });
  await page.goto(`${console}/#/phone/corner/${oaOrderId}`);
  const call = page.getByRole('list', { name: 'Calls to the shop' }).getByRole('link').first();
  await call.waitFor();
  expect(await call.innerText()).toMatch(/GET \/oa\/basket\?basketId=/);
});

browserTest('a basket the shop does not know is told in words', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform } = opened;
  await using shop = await openShop('granite');
  platform.control.putShop('corner', { ...shop.settings, baskets: shop.baskets });
  await page.goto(`${console}/#/phone/corner`);
  const [offered = ''] = shop.baskets;
  await page.getByRole('button', { name: offered, exact: true }).click();
  expect(await page.getByLabel('Basket id').inputValue()).toBe(offered);
  await page.getByLabel('Basket id').fill('no-such-basket');
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.getByText('The shop does not show this basket').waitFor();
  await page.getByRole('button', { name: 'Scan another' }).click();
  await page.getByLabel('Basket id').waitFor();
});

browserTest('the catalogue is synchronised from the page', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform } = opened;
  await using shop = await openShop('granite');
  platform.control.putShop('corner', shop.settings);
  await page.goto(`${console}/#/phone/corner?tab=catalogue`);
  await page.getByText('No products yet').waitFor();
  await page.getByRole('button', { name: 'Synchronise now' }).click();
  const products = page.getByRole('listbox', { name: 'Products' });
  await products.getByRole('option').first().waitFor();
  await page.getByRole('button', { name: 'Full refresh' }).click();
  await expect.poll(() => page.locator('.reports li').count()).toBe(2);
  expect(await page.locator('.reports li').first().innerText()).toContain('full');
});

browserTest(
  'a basket is locked twice, ordered to an address with an invoice, and the order is sent again',
  async () => {
    await using opened = await openConsole(browser);
    const { page, console, platform, complaints } = opened;
    await using shop = await openShop('granite');
    platform.control.putShop('corner', shop.settings);
    await page.goto(`${console}/#/phone/corner`);
    await page.getByLabel('Basket id').fill(shop.baskets[0] ?? '');
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByRole('button', { name: 'Lock again' }).click();
    const calls = page.getByRole('list', { name: 'Calls to the shop' });
    await calls.getByText('checkout open').nth(2).waitFor();
    await page.getByRole('radio').first().check();
    await page.getByText('Address and invoice').click();
    await page.getByRole('group', { name: 'Delivery' }).getByLabel('lastName').fill('Typed');
    await page.getByRole('group', { name: 'Invoice' }).getByLabel('taxId').fill('5250000002');
    await page.getByRole('button', { name: 'Confirm and pay' }).click();
    await page.getByText('Order placed').waitFor();
    await page.getByRole('button', { name: 'Send the last call again' }).click();
    await page.getByRole('button', { name: 'Send it and hang up' }).click();
    await expect.poll(() => calls.getByText('order', { exact: true }).count()).toBe(3);
    await calls.getByText('order', { exact: true }).first().click();
    await page.getByText('Typed').first().waitFor();
    await page.getByText('5250000002').first().waitFor();
    expect(complaints).toEqual([]);
  },
);
