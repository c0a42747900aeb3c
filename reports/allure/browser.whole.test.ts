import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAllureReport } from './page.ts';
import { allure } from './allure.ts';
import type { Reported } from '../report.ts';
import { textOf } from '#lab/doubles/reports/reported';
import { conformant, failing, incomplete } from '#lab/doubles/reports/reported-cases';
import { testFolder } from '#lab/doubles/test-folder';

const browserPath = '/usr/bin/chromium';

/** Builds the page of one run after another in one folder, as runs with the same `--out` do. */
const builtPage = async (runs: readonly Reported[]): Promise<string> => {
  const folder = testFolder();
  const historyPath = join(folder, 'history.jsonl');
  for (const run of runs) {
    rmSync(join(folder, 'allure-results'), { recursive: true, force: true });
    mkdirSync(join(folder, 'allure-results'));
    for (const document of await allure.write(run)) writeFileSync(join(folder, document.path), await textOf(document));
    const report = await openAllureReport({ outDir: join(folder, 'allure-report'), historyPath, remember: true });
    await report.build(join(folder, 'allure-results'));
  }
  expect(readFileSync(historyPath, 'utf8').trim().split('\n')).toHaveLength(runs.length);
  return pathToFileURL(join(folder, 'allure-report/index.html')).href;
};

test('a browser shows a failure with its requirement and its history, and asks nobody for anything', async (context) => {
  if (!existsSync(browserPath)) context.skip(`there is no chromium at ${browserPath}`);
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).protocol));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(await builtPage([conformant(), incomplete(), failing()]));
    for (const group of ['merchant', 'order', 'order/idempotent'])
      await page.getByText(group, { exact: true }).first().waitFor();
    await page.getByText('order/idempotent', { exact: true }).first().click();
    await page.getByText('Look the order up by oaOrderId first').first().waitFor();
    // The two runs before it, in both of which it passed.
    await page
      .getByText(/^History\s*2$/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    expect(asked.filter((protocol) => protocol.startsWith('http'))).toEqual([]);
  } finally {
    await browser.close();
  }
});
