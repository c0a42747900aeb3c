import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceTill } from '#mocks/pos';
import { createWarpClock } from '#mocks/time';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';
import { hostRuns } from './console-runs.fixture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

browserTest(
  'a till is certified from the page, with one step done by hand, up to its report',
  async () => {
    const clock = createWarpClock();
    const till = createReferenceTill({ variant: 'copper', clock });
    onTestFinished(() => till.stop());
    await using office = await serve(till.fetch);
    const { triggers, ...config } = till.configuration(office.url);
    const { activatePos, ...others } = triggers ?? {};
    const manual = 'Activate at {{platformUrl}} with {{merchantTaxId}} and {{pinCode}}';
    await using runs = hostRuns({ ...config, triggers: { ...others, activatePos: { manual } } }, clock);
    await using opened = await openConsole(browser, { platform: runs.platform });
    const { page, foreign } = opened;

    await page.goto(`${opened.console}/#/certification`);
    await page.getByLabel('pos').check();
    await page.getByRole('button', { name: 'Check the set-up' }).click();
    await page.locator('.checks li').first().waitFor();
    await page.getByText('Only some of it').click();
    await page.getByLabel('Only').fill('activation');
    await page.getByRole('button', { name: 'Start' }).click();
    const turn = page.locator('.turn');
    await turn.waitFor();
    expect(await turn.innerText()).toMatch(/Your turn: activatePos, \d+ (s|min) left/);
    const inaccessible = async (colorScheme: 'light' | 'dark'): Promise<readonly string[]> => {
      // Colours that are on their way from one scheme to the other are nobody's.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(axe);
      const found = await page.evaluate<{
        readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
      }>('axe.run()');
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    };
    expect([await inaccessible('light'), await inaccessible('dark')]).toEqual([[], []]);
    const report = page.getByRole('button', { name: 'Report here' });
    const typed = new Set<string>();
    // What a person does: types each new PIN into the till, and says so.
    const actOnTurn = async (): Promise<number> => {
      const text = (await turn.count()) === 0 ? '' : await turn.innerText({ timeout: 1000 }).catch(() => '');
      const [, platformUrl, merchantTaxId, pinCode = ''] = /Activate at (\S+) with (\S+) and (\S+)/.exec(text) ?? [];
      if (pinCode !== '' && !typed.has(pinCode)) {
        typed.add(pinCode);
        await fetch(activatePos?.http?.url ?? '', {
          method: activatePos?.http?.method ?? 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ platformUrl, merchantTaxId, pinCode }),
        });
        // The run goes on by itself when it sees the activation first.
        const done = turn.getByRole('button', { name: 'Done' });
        await done.click({ timeout: 1000 }).catch(() => undefined);
      }
      return report.count();
    };
    await expect.poll(actOnTurn, { timeout: 90_000 }).toBe(1);
    await report.click();
    expect(await page.locator('.requirement.passed').count()).toBe(0);
    await page.frameLocator('iframe').getByText('activation').first().waitFor();
    await report.click();
    await page.locator('.requirement.passed').first().waitFor();
    expect([await inaccessible('light'), await inaccessible('dark')]).toEqual([[], []]);
    expect(foreign()).toEqual([]);
  },
  150_000,
);
