import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openConsole } from './browser.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('what happens on the platform appears as it happens, and a filter narrows it', async () => {
  await using opened = await openConsole(browser);
  const { page, platform, console, complaints, foreign } = opened;
  platform.control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  await page.goto(console);
  await page.getByText('Nothing has happened yet').waitFor();
  platform.control.sendCommand('bar', { messageKind: 'Test', payload: { nonce: 'n' } });
  const list = page.getByRole('listbox');
  await list.getByText('command sent').waitFor();
  await list.getByText('Queued').waitFor();
  await page.getByLabel('Kind').selectOption({ label: 'Commands' });
  await expect.poll(() => list.getByRole('option').filter({ hasText: 'Queued' }).count()).toBe(0);
  expect(await list.getByText('command sent').count()).toBe(1);
  expect(complaints).toEqual([]);
  expect(foreign()).toEqual([]);
});
