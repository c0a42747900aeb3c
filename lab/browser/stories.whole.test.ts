import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { createClassifier, fromHar } from '#traffic';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';
import { openShop, openTill } from './reference-peers.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

const ask = { messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' } } as const;

browserTest('a command is one line that unfolds into what happened to it, in the order of cause', async () => {
  await using opened = await openConsole(browser);
  const { page, platform, console, api, complaints, foreign } = opened;
  const { control } = platform;
  await using till = await openTill('copper', api);
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  await till.activate(control.issuePin('bar').pinCode);
  await page.goto(console);
  // The first result is answered 503, which is our doing.
  control.apiFaults.add({ kind: 'status-before', status: 503, path: '/merchant/v1/async/', times: 1 });
  const messageId = 'message-1';
  control.sendCommand('bar', { ...ask, messageId, force: true });
  const list = page.getByRole('listbox');
  const story = list.getByRole('option').filter({ hasText: messageId }).first();
  await story.getByText('called back 503 (ours)').waitFor();
  control.redeliverEarly('bar', messageId);
  await story.getByText('called back 204 · deleted').waitFor();
  await expect.poll(() => list.getByRole('option').filter({ hasText: messageId }).count()).toBe(1);
  expect(await story.innerText()).toContain('called back 503 (ours)');

  await story.click();
  const steps = list.locator('.step-row');
  const titles = async () => await steps.locator('.title').allInnerTexts();
  await expect
    .poll(titles)
    .toEqual([
      'Sent',
      'Delivered',
      'Called back: 503',
      'Visible again',
      'Delivered again (2)',
      'Called back: 204',
      'Deleted by the POS',
    ]);
  for (const text of await steps.allTextContents()) expect(text).toContain(messageId);
  expect(await steps.nth(2).innerText()).toContain('ours 503');
  // Each step is a call of its own, one click away.
  await steps.nth(6).click();
  const detail = page.getByRole('region', { name: 'Detail' });
  await detail.getByRole('heading', { name: 'DeleteMessage' }).waitFor();
  expect(complaints).toEqual([]);
  expect(foreign()).toEqual([]);
});

browserTest('health reports and polls are folded away, and what is found by watching is shown', async () => {
  await using opened = await openConsole(browser);
  const { page, platform, console, api } = opened;
  const { control } = platform;
  await using till = await openTill('quartz', api, ['delete:before-callback']);
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  await till.activate(control.issuePin('bar').pinCode);
  const messageId = 'message-1';
  control.sendCommand('bar', { ...ask, messageId, force: true });
  await page.goto(console);
  const list = page.getByRole('listbox');
  const story = list.getByRole('option').filter({ hasText: messageId }).first();
  await story.getByText('violation').waitFor();
  expect(await list.getByText('ReportPosHealth').count()).toBe(0);
  await page.getByRole('button', { name: /^Polls, health [1-9]/ }).click();
  await list.getByText('ReportPosHealth').first().waitFor();
  await page.getByLabel('Verdict').selectOption('violation');
  await expect.poll(() => list.getByRole('option').count()).toBe(1);
  await story.click();
  const detail = page.getByRole('region', { name: 'Detail' });
  // It was told before the callback that shows it was.
  const deletion = list.locator('.step-row').filter({ hasText: 'Deleted by the POS' }).first();
  await expect.poll(() => deletion.getAttribute('class')).toMatch(/\bbad\b/);
  expect(await deletion.innerText()).toContain('queue/delete-after-callback');
  expect(await list.locator('.step-row').filter({ hasText: 'Called back' }).getAttribute('class')).toMatch(/\bgood\b/);
  const listed = detail.getByRole('listitem').filter({ hasText: 'Deleted by the POS' }).first();
  expect(await listed.getAttribute('class')).toBe('bad');
  expect(await listed.innerText()).toContain('queue/delete-after-callback');
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/deletion.png` });
  await deletion.click();
  await detail.getByRole('heading', { name: 'DeleteMessage' }).waitFor();
  await detail.getByText('queue/delete-after-callback').first().waitFor();
});

browserTest('what is shown is taken along as an archive that can be judged, and a checkout is one line', async () => {
  await using opened = await openConsole(browser);
  const { page, platform, console } = opened;
  await using shop = await openShop('granite');
  const { control } = platform;
  control.putShop('corner', shop.settings);
  await control.syncShop('corner', true);
  await page.goto(console);
  const list = page.getByRole('listbox');
  await list.getByRole('option').filter({ hasText: 'Catalogue of corner' }).waitFor();
  const { oaOrderId } = control.startCheckout('corner', { basketId: shop.baskets[0] ?? '' });
  const checkout = list.getByRole('option').filter({ hasText: 'Checkout at corner' });
  await checkout.getByText('retrieval · open').waitFor();
  expect(await list.getByRole('option').count()).toBe(2);
  expect(await checkout.innerText()).toContain(oaOrderId);

  await page.getByLabel('Search').fill(oaOrderId);
  await expect.poll(() => list.getByRole('option').count()).toBe(1);
  const download = page.waitForEvent('download');
  await page.getByRole('search').getByRole('button', { name: 'Save as HAR' }).click();
  const archive = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  const { basketUrl } = shop.settings;
  const classify = createClassifier({ merchant: { basketUrl } });
  const exchanges = archive.log.entries.map((entry: unknown, index: number) => fromHar(entry, index, classify));
  expect(exchanges).toMatchObject([{ sender: 'harness', call: { name: 'retrieval' }, response: { status: 200 } }]);
  const secrets = Object.values(shop.settings.headers);
  for (const secret of secrets) expect(JSON.stringify(archive)).not.toContain(secret);

  await checkout.click();
  await list.locator('.step-row').filter({ hasText: 'retrieval' }).click();
  const detail = page.getByRole('region', { name: 'Detail' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await detail.getByRole('button', { name: /^Copy as test/ }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain("certify('merchant', {");
});
