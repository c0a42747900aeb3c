import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createRecordedPlatform } from '#harness/hosted/recorded-platform';
import { consolePage } from '#console';
import { createReferenceTill } from '#mocks/pos';
import { createWarpClock, systemClock } from '#mocks/time';
import { createHostedRuns } from '#harness/hosted/hosted-runs';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test.skipIf(!existsSync(executablePath))(
  'a till is certified from the page, with one step done by hand, up to its report',
  async () => {
    execFileSync(process.execPath, ['build/console.ts'], { stdio: 'inherit' });
    const clock = createWarpClock();
    const till = createReferenceTill({ variant: 'copper', clock });
    const office = await serve(till.fetch);
    const { triggers, ...config } = till.configuration(office.url);
    const { activatePos, ...others } = triggers ?? {};
    const manual = 'Activate at {{platformUrl}} with {{merchantTaxId}} and {{pinCode}}';
    const cwd = mkdtempSync(join(tmpdir(), 'conformance-page-'));
    writeFileSync(
      join(cwd, 'conformance.yaml'),
      JSON.stringify({ ...config, triggers: { ...others, activatePos: { manual } } }),
    );
    const certification = createHostedRuns({
      config: undefined,
      cwd,
      env: {},
      out: join(cwd, 'results'),
      now: () => Date.now(),
      taken: () => [],
      clock,
    });
    const platform = createRecordedPlatform({ clock: systemClock, ports: { certification, page: consolePage() } });
    const control = await serve(platform.controlFetch);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    onTestFinished(async () => {
      await browser.close();
      await certification[Symbol.asyncDispose]();
      platform.close();
      await control[Symbol.asyncDispose]();
      await till.stop();
      await office[Symbol.asyncDispose]();
    });
    const page = await browser.newPage();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(control.url) && !request.url().startsWith('data:')) foreign.push(request.url());
    });

    await page.goto(`${control.url}/#/certification`);
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
    expect(foreign).toEqual([]);
  },
  150_000,
);
