import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openAllureReport, type Report, reports, summaryText } from '#reports';
import { failing } from '../doubles/reports/reported-cases.ts';
import { textOf } from '../doubles/reports/reported.ts';
import { testFolder } from '../doubles/test-folder.ts';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';
import { openTill } from './reference-peers.fixture.ts';

// The board is in board.whole.test.ts: one click as well.

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

/** From what says that something failed to the exchange that shows it, in sight. */
const oneClick = async (failed: Locator, shown: Locator): Promise<string> => {
  await failed.waitFor();
  const began = performance.now();
  await failed.click();
  await shown.waitFor();
  await expect.poll(() => shown.evaluate(isInSight)).toBe(true);
  return `1 click, ${(performance.now() - began).toFixed(0)} ms`;
};

const isInSight = (element: {
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < 900;
};

browserTest(
  'a line of the traffic and a command of the bench that break a rule are one click from the calls that show it',
  async ({ annotate }) => {
    await using opened = await openConsole(browser);
    const { page, platform, console, api, complaints, foreign } = opened;
    const { control } = platform;
    await using till = await openTill('quartz', api, ['delete:before-callback']);
    control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
    await till.activate(control.issuePin('bar').pinCode);
    const messageId = 'message-1';
    const command = { messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' } } as const;
    control.sendCommand('bar', { ...command, messageId, force: true });

    await page.goto(console);
    const line = page.getByRole('listbox').getByRole('option').filter({ hasText: messageId }).first();
    await line.getByText('violation').waitFor();
    const wrong = page.getByRole('region', { name: 'What is wrong' });
    const exchange = wrong.getByRole('group', { name: /^Exchange \d+/ });
    await annotate(`traffic: ${await oneClick(line, exchange)}`);
    await wrong.getByText('queue/delete-after-callback', { exact: true }).waitFor();
    // The callback it should have waited for is named beside the deletion.
    expect(await exchange.innerText()).toContain('DeleteMessage');
    await wrong.getByRole('link', { name: /^exchange \d+/ }).click();
    await page
      .getByRole('region', { name: 'Detail' })
      .getByRole('heading', { name: /^TableOrderSnapshot/ })
      .waitFor();

    await page.goto(`${console}/#/till/bar`);
    const sent = page.getByRole('region', { name: 'Commands' }).getByRole('link').filter({ hasText: 'violation' });
    await annotate(`till bench: ${await oneClick(sent, wrong)}`);
    await exchange.waitFor();
    expect([complaints, foreign()]).toEqual([[], []]);
  },
);

const openPage = async (address: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => page.close());
  await page.goto(address);
  return page;
};

const written = async (name: Report['name'], folder: string): Promise<void> => {
  const report = reports.find((each) => each.name === name);
  for (const file of (await report?.write(failing())) ?? []) writeFileSync(join(folder, file.path), await textOf(file));
};

const folderOfTest = (): string => {
  const folder = testFolder();
  return folder;
};

browserTest(
  'in the report a failure of the header is one click from its exchange, and in the terminal none',
  async ({ annotate }) => {
    const folder = folderOfTest();
    await written('html', folder);
    const page = await openPage(pathToFileURL(join(folder, 'report.html')).href);
    const article = page.getByRole('article', { name: 'order/idempotent' }).first();
    const exchange = article.getByText(/^In the response of exchange #31/);
    await annotate(
      `report: ${await oneClick(page.getByRole('banner').getByRole('link', { name: 'order/idempotent' }), exchange)}`,
    );

    // And below it is the whole of it, unfolded.
    await article.locator('details[open]').getByText('"shopOrderId": "SO-1002"').waitFor();

    const told = summaryText(failing(), { width: 100, colour: false });
    expect(told).toMatch(/✗ order\/idempotent[\s\S]*exchange +#31[\s\S]*▸ +"shopOrderId": "SO-1002"/);
    await annotate('terminal: 0 clicks');
  },
);

browserTest(
  'in Allure a failed test is one click from the line and the place of its exchange',
  async ({ annotate }) => {
    const folder = folderOfTest();
    mkdirSync(join(folder, 'allure-results'));
    await written('allure', folder);
    const report = await openAllureReport({
      outDir: join(folder, 'allure-report'),
      historyPath: join(folder, 'history.jsonl'),
      remember: true,
    });
    await report.build(join(folder, 'allure-results'));
    const page = await openPage(pathToFileURL(join(folder, 'allure-report/index.html')).href);
    // Below the groups it is in.
    for (const group of ['merchant', 'order']) await page.getByText(group, { exact: true }).first().waitFor();
    const failed = page.getByText('order/idempotent', { exact: true }).first();
    await failed.waitFor();
    const began = performance.now();
    await failed.click();
    // Below the fold, in its steps; the whole exchange is an attachment of its step.
    await expect
      .poll(() => page.locator('body').innerText(), { timeout: 60_000 })
      .toMatch(/#31 POST[\s\S]*▸ +"shopOrderId": "SO-1002"/);
    await annotate(`Allure: 1 click, ${(performance.now() - began).toFixed(0)} ms`);
  },
  240_000,
);
