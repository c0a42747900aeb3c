import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { html } from './html.ts';
import type { Reported } from '../report.ts';
import { textOf } from '#lab/doubles/reports/reported';
import { conformant, failing, harnessError, incomplete } from '#lab/doubles/reports/reported-cases';

const pageOf = async (reported: Reported): Promise<string> => await textOf((await html.write(reported))[0]);

const browserPath = '/usr/bin/chromium';
const launch = () =>
  chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
  });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const noBrowser = `there is no chromium at ${browserPath}`;

test('axe finds nothing to complain about, light or dark, wide or narrow', async (context) => {
  if (!existsSync(browserPath)) context.skip(noBrowser);
  const browser = await launch();
  try {
    for (const [make, colorScheme, width] of [
      [failing, 'light', 1280],
      [failing, 'dark', 1280],
      [failing, 'light', 390],
      [incomplete, 'dark', 390],
      [conformant, 'light', 1280],
      [harnessError, 'dark', 1280],
    ] as const) {
      // The page's own policy would refuse axe, which is a script of somebody else's.
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      await page.setContent(await pageOf(make()));
      await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
      await page.evaluate(axe);
      const violations = await page.evaluate<string[]>(
        `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((run) =>
            run.violations.map((found) => found.id + ': ' + found.nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(' | ')))`,
      );
      expect(violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}, 180_000);
