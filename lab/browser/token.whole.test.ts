import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { serve } from '#mocks/hosting';
import { guardControl } from '#mocks/platform';
import { browserTest, hostPlatform, openBrowser } from './browser.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

const token = 'a-token-of-24-characters';

browserTest('a page behind a token opens by the address that was printed, and by no other', async () => {
  const platform = hostPlatform();
  const served = await serve(guardControl(platform.controlFetch, { token: token }));
  const context = await browser.newContext();
  const page = await context.newPage();
  onTestFinished(async () => {
    await context.close();
    platform.close();
    await served[Symbol.asyncDispose]();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const stranger = await page.goto(served.url);
  expect(stranger?.status()).toBe(401);
  await page.getByText('Open the address with ?token=').waitFor();
  expect((await page.goto(`${served.url}/?token=another-token-altogether`))?.status()).toBe(401);

  await page.goto(`${served.url}/?token=${token}`);
  await page.getByRole('status').getByText('Live').waitFor();
  // Neither the address, nor the history, nor a script of the page has it.
  expect(page.url()).not.toContain(token);
  expect(await page.evaluate('document.cookie')).toBe('');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

  // What the page reads, changes and follows goes on with the cookie alone.
  platform.control.addLocation({ merchantTaxId: '5250000001', integrationProfileId: 'bar' });
  await page.goto(`${served.url}/#/till/bar`);
  await page.getByRole('button', { name: 'Issue a PIN' }).click();
  await page.locator('output.pin').waitFor();
  await page.goto(`${served.url}/#/traffic`);
  await platform.fetch(new Request('http://platform.example/merchant/v1/nowhere'));
  await page.getByRole('listbox').getByText('/merchant/v1/nowhere').click();
  await page.getByRole('region', { name: 'Detail' }).getByRole('heading', { name: 'unknown-path' }).waitFor();
  await page.reload();
  await page.getByRole('status').getByText('Live').waitFor();
  expect(asked.filter((url) => url.includes(token))).toHaveLength(1);
  expect(asked.filter((url) => !url.startsWith(served.url))).toEqual([]);
});
