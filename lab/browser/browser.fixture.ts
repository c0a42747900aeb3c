import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { test } from 'vitest';
import { commands, schemaOf } from '#schemas';
import { consolePage } from '#console';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { createRecordedPlatform } from '#harness/console-runs/recorded-platform';
import type { Platform, PlatformOptions } from '#mocks/platform';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** A test in a browser; skipped where there is none. CHROMIUM says where it is. */
export const browserTest = test.skipIf(!existsSync(executablePath));

/** A browser with the page as it is in the sources. */
export const openBrowser = async (): Promise<Browser> => {
  execFileSync(process.execPath, ['build/console.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: 'inherit',
  });
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
};

/** The host of the platform makes up better ones; a table order is the first example. */
const samples: NonNullable<NonNullable<PlatformOptions['ports']>['samples']> = async (messageKind) => {
  const { examples } = schemaOf(commands[messageKind].payload);
  return Object(Array.isArray(examples) ? examples[0] : {});
};

/** With the page as it was built last. */
export const hostPlatform = (made = samples): Platform =>
  createRecordedPlatform({ clock: systemClock, ports: { samples: made, page: consolePage() } });

/** A platform on sockets, and its console in a tab that tells what it asked for and what went wrong in it. */
export const openConsole = async (browser: Browser, options: { readonly platform?: Platform } = {}) => {
  const platform = options.platform ?? hostPlatform();
  const api = await serve(platform.fetch);
  const control = await serve(platform.controlFetch);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return {
    platform,
    page,
    api: api.url,
    console: control.url,
    complaints,
    /** Requests that went to another origin. */
    foreign: () => asked.filter((url) => !url.startsWith(control.url) && !url.startsWith('data:')),
    async [Symbol.asyncDispose]() {
      await page.close();
      platform.close();
      await control[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
};
