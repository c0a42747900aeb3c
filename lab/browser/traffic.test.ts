import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { serve } from '#mocks/hosting';
import { browserTest, hostPlatform, openBrowser, openConsole } from './browser.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

browserTest('what happens on the platform appears as it happens, and a filter narrows it', async () => {
  await using opened = await openConsole(browser);
  const { page, platform, console, complaints, foreign } = opened;
  platform.control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  await page.goto(console);
  await page.getByText('Nothing has happened yet').waitFor();
  platform.control.sendCommand('bar', { messageKind: 'Test', payload: { nonce: 'n' } });
  const list = page.getByRole('listbox');
  await list.getByText('command sent').waitFor();
  // One command is one line; what happened to it in the queue is told by it.
  expect(await list.getByRole('option').count()).toBe(1);
  await page.getByLabel('Search').fill('no such text');
  await page.getByText('Nothing matches').waitFor();
  await page.getByLabel('Search').fill('');
  await list.getByText('command sent').waitFor();
  await page.getByRole('button', { name: 'Grouped' }).click();
  await list.getByText('Queued').waitFor();
  await page.getByLabel('Kind').selectOption({ label: 'Commands' });
  await expect.poll(() => list.getByRole('option').filter({ hasText: 'Queued' }).count()).toBe(0);
  expect(await list.getByText('command sent').count()).toBe(1);
  expect(complaints).toEqual([]);
  expect(foreign()).toEqual([]);
});

browserTest(
  'an exchange has an address, what is wrong with it stands beside what was expected, and keys are enough',
  async () => {
    await using opened = await openConsole(browser);
    const { page, platform, console, complaints } = opened;
    await platform.fetch(
      new Request('http://platform.example/merchant/v1/baskets/change', { method: 'POST', body: '{"id":7}' }),
    );
    await platform.fetch(new Request('http://platform.example/merchant/v1/nowhere'));
    await page.goto(`${console}/#/traffic?text=%22ID%22:7`);
    await page.getByRole('listbox').getByRole('option').filter({ hasText: 'baskets/change' }).first().waitFor();
    await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(1);
    await page.goto(`${console}/#/traffic/1`);
    const detail = page.getByRole('region', { name: 'Detail' });
    await detail.getByRole('heading', { name: 'basketChange' }).waitFor();
    expect(await detail.getByText('expected', { exact: true }).count()).toBeGreaterThan(0);
    expect(await detail.getByText('Resources and their fields › Basket').count()).toBeGreaterThan(0);
    expect(await detail.getByLabel('curl command', { exact: true }).innerText()).toMatch(/^curl /);
    await detail.getByRole('button', { name: 'Raw' }).first().click();
    expect(await detail.getByText('{"id":7}').count()).toBeGreaterThan(0);

    await page.keyboard.press('k');
    await expect.poll(() => page.url()).toContain('#/traffic/2');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toMatch(/#\/traffic$/);
    await page.keyboard.press('/');
    await page.keyboard.type('basket');
    const rows = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => rows.count()).toBe(1);
    expect(page.url()).toContain('text=basket');
    await page.getByRole('button', { name: 'Clear' }).click();

    await page.getByRole('button', { name: 'Pause' }).click();
    const before = await rows.count();
    await platform.fetch(new Request('http://platform.example/merchant/v1/elsewhere'));
    await page.getByRole('button', { name: 'Resume (1 new)' }).click();
    await expect.poll(() => rows.count()).toBe(before + 1);
    expect(complaints).toEqual([]);
  },
);

browserTest('a platform that was started anew is noticed, and what was of the one before goes', async () => {
  const first = hostPlatform();
  const second = hostPlatform();
  let running = first;
  const leaving = new AbortController();
  await using served = await serve(async (request) => {
    const response = await running.controlFetch(request);
    if (running !== first || response.body === null || !request.url.includes('/journal/stream')) return response;
    const { readable, writable } = new TransformStream();
    response.body.pipeTo(writable, { signal: leaving.signal }).catch(() => undefined);
    return new Response(readable, { headers: response.headers });
  });
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.close();
    first.close();
    second.close();
  });
  for (const name of ['one', 'two', 'three'])
    await first.fetch(new Request(`http://platform.example/merchant/v1/${name}`));
  await page.goto(served.url);
  const list = page.getByRole('listbox');
  await list.getByText('/merchant/v1/three').waitFor();
  running = second;
  await second.fetch(new Request('http://platform.example/merchant/v1/new'));
  leaving.abort();
  await list.getByText('/merchant/v1/new').waitFor();
  expect(await list.getByText('/merchant/v1/three').count()).toBe(0);
});
