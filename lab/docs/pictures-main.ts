/** `npm run docs:pictures`: takes the pictures of README and documentation again: terminal, report, console. Needs a browser (CHROMIUM). */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { consolePage } from '#console';
import { createRecordedPlatform } from '#harness/console-runs/recorded-platform';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { temporaryFolder } from '#harness/output/temporary-folder';
import { developPictures } from './develop-pictures.ts';
import { terminalPicture } from './terminal-picture.ts';

const root = join(import.meta.dirname, '../..');
const pictures = join(root, 'docs/pictures');
using temporary = temporaryFolder('pictures');
const folder = temporary.path;
mkdirSync(pictures, { recursive: true });

/** A shop that places a repeated order again, certified as a user would. */
const failingRun = async (): Promise<string> => {
  const merchant = createReferenceMerchant({
    variant: 'granite',
    clock: systemClock,
    faults: ['order:never-idempotent'],
  });
  await using host = await serve(merchant.fetch);
  const target = { name: 'Acme shop', version: '2026.11' };
  writeFileSync(join(folder, 'conformance.yaml'), JSON.stringify({ ...merchant.configuration(host.url), target }));
  const args = [
    join(root, 'bin/conformance.js'),
    'run',
    'merchant',
    '--seed',
    '4711',
    '--effort',
    'quick',
    '--only',
    'order',
    '--only',
    'lock',
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '1', COLUMNS: '110' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => child.once('close', resolve));
  return said.replaceAll(host.url, 'https://shop.example');
};

/** The part that fits on a screen, and no longer lines than it has columns. */
const screenful = (said: string): string =>
  said
    .split('\n')
    .filter((line) => !line.includes('--data-raw'))
    .slice(0, 38)
    .join('\n');

const said = await failingRun();
writeFileSync(
  join(pictures, 'terminal.svg'),
  terminalPicture(`$ npx conformance run merchant\n${screenful(said)}`, 'A run that failed, in a terminal'),
);

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1150 }, colorScheme: 'light' });
  await page.goto(pathToFileURL(join(folder, 'conformance-results/report.html')).href);
  await page.screenshot({ path: join(pictures, 'report.png') });

  await page.setViewportSize({ width: 1100, height: 440 });
  const platform = createRecordedPlatform({ clock: systemClock, ports: { page: consolePage() } });
  await using api = await serve(platform.fetch);
  await using control = await serve(platform.controlFetch);
  platform.control.addLocation({ merchantTaxId: '5250000001', integrationProfileId: 'bar' });
  const till = join(root, 'examples/till.sh');
  const { pinCode } = platform.control.issuePin('bar');
  await new Promise((resolve) =>
    spawn(till, [api.url, '5250000001', pinCode], { stdio: 'ignore' }).once('close', resolve),
  );
  await page.goto(`${control.url}/#/traffic`);
  await page.getByRole('status').getByText('Live').waitFor();
  await page.getByText('POST').first().waitFor();
  await page.screenshot({ path: join(pictures, 'console.png') });
  platform.close();
  await developPictures(page, pictures);
} finally {
  await browser.close();
}
spawnSync('ls', ['-l', pictures], { stdio: 'inherit' });
