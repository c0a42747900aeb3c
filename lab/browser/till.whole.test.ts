import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { samplesOf } from '#harness/console-runs/samples';
import { browserTest, hostPlatform, openBrowser, openConsole } from './browser.fixture.ts';
import { openTill } from './reference-peers.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

browserTest(
  'a till is activated from the page, takes an order, and a duplicate of it is delivered and not applied',
  async () => {
    await using opened = await openConsole(browser);
    const { page, console, api, complaints, foreign } = opened;
    await using till = await openTill('copper', api);
    await page.goto(`${console}/#/till`);
    await page.getByLabel('Merchant tax id').fill(till.merchantTaxId);
    await page.getByLabel('Name').fill('bar');
    await page.getByRole('button', { name: 'Add location' }).click();
    await page.getByRole('button', { name: 'Issue a PIN' }).click();
    await till.activate(await page.locator('output.pin').innerText());
    await page.getByText('POS available').waitFor();
    // A PIN that was used is no use to anybody.
    await page.locator('output.pin').waitFor({ state: 'hidden' });

    const form = page.getByRole('region', { name: 'Send a command' });
    await form.getByLabel('stationId').waitFor();
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    const commands = page.getByRole('region', { name: 'Commands' });
    await commands.getByText('1 result applied').waitFor();
    await commands.getByText('Deleted by the POS').waitFor();
    expect(await commands.getByText('1 delivery', { exact: true }).count()).toBe(1);

    await commands.getByRole('button', { name: 'Duplicate' }).click();
    await commands.getByText('2 deliveries').waitFor();
    await expect.poll(() => commands.getByText('Deleted by the POS').count()).toBe(2);
    expect(await commands.getByText('1 result applied').count()).toBe(1);
    expect([complaints, foreign()]).toEqual([[], []]);
  },
);

browserTest('a payload made invalid is warned of, and goes out all the same', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform } = opened;
  platform.control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  await page.goto(`${console}/#/till/bar`);
  const form = page.getByRole('region', { name: 'Send a command' });
  await form.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('TableOrderSnapshotRequested');
  await form.getByLabel('tableId').waitFor();
  await form.getByRole('button', { name: 'JSON' }).click();
  await form.getByLabel('Payload').fill('{ "tableId": 7 }');
  await form.getByText('Not valid.').waitFor();
  await form.getByLabel('Even if closed').check();
  await form.getByRole('button', { name: 'Send although invalid' }).click();
  await page.getByRole('region', { name: 'Queue' }).getByText('waiting to be received').waitFor();
  expect(platform.control.describe().locations[0]?.commands[0]?.envelope.payload).toEqual({ tableId: 7 });
});

browserTest('what is typed stays while the page reads the platform again, and is what is sent', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform } = opened;
  const { control } = platform;
  control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  await page.goto(`${console}/#/till/bar`);
  const form = page.getByRole('region', { name: 'Send a command' });
  await form.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('TableOrderSnapshotRequested');
  await form.getByLabel('Even if closed').check();
  await form.getByLabel('tableId').fill('');
  await form.getByLabel('tableId').pressSequentially('T9');
  control.addLocation({ merchantTaxId: 'tax-2', integrationProfileId: 'kitchen' });
  await page.getByRole('link', { name: 'kitchen' }).waitFor();
  expect(await form.getByLabel('tableId').inputValue()).toBe('T9');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('region', { name: 'Queue' }).getByText('waiting to be received').waitFor();
  expect(control.describe().locations[0]?.commands[0]?.envelope.payload).toEqual({ tableId: 'T9' });
});

browserTest('a message of a busy group is shown to wait, and for which', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform, api } = opened;
  const { control } = platform;
  await using till = await openTill('quartz', api);
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  await page.goto(`${console}/#/till/bar`);
  // Its result is refused, so that it stays in flight for its 30 seconds.
  control.apiFaults.add({ kind: 'status-before', status: 400, path: '/merchant/v1/async/', times: 1 });
  await till.activate(control.issuePin('bar').pinCode);
  await page.getByText('POS available').waitFor();
  const ask = () =>
    control.sendCommand('bar', { messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' } });
  ask();
  const queue = page.getByRole('region', { name: 'Queue' });
  await queue.getByText('in flight, visible again in').waitFor();
  ask();
  await queue.getByText('held back by TableOrderSnapshotRequested').waitFor();
});

browserTest('a fault is for the till it was armed at, and what is said of it covers nothing', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform, api, complaints } = opened;
  const { control } = platform;
  await using till = await openTill('copper', api);
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'front' });
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  await till.activate(control.issuePin('bar').pinCode);
  await page.goto(`${console}/#/till/front`);
  const faults = page.getByRole('region', { name: 'Faults' });
  await faults.getByRole('button', { name: 'Next callback: 503' }).click();
  const armed = faults.getByRole('list', { name: 'Armed' });
  await armed.getByText('for this till').waitFor();
  const said = await page.locator('.notice').first().boundingBox();
  const view = await page.locator('main').boundingBox();
  expect(said?.y).toBeGreaterThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
  await page.goto(`${console}/#/till/bar`);
  await armed.getByText('for front').waitFor();
  control.sendCommand('bar', {
    messageKind: 'TableOrderSnapshotRequested',
    payload: { tableId: 'T1' },
    messageId: 'm-1',
    force: true,
  });
  const commands = page.getByRole('region', { name: 'Commands' });
  await commands.getByText('answered').waitFor();
  expect(await armed.getByText('for front').count()).toBe(1);

  // Its own is part of the story, between the delivery and what came after.
  await faults.getByRole('button', { name: 'Next callback: 503' }).click();
  await armed.getByText('for this till').waitFor();
  control.sendCommand('bar', {
    messageKind: 'TableOrderSnapshotRequested',
    payload: { tableId: 'T1' },
    messageId: 'm-2',
    force: true,
  });
  await page.goto(`${console}/#/till/bar/m-2`);
  const steps = commands.locator('.steps li');
  await expect.poll(async () => (await steps.allInnerTexts()).length).toBeGreaterThanOrEqual(3);
  const [sent, delivered, refused] = await steps.allInnerTexts();
  expect([sent, delivered, refused]).toEqual([
    expect.stringContaining('Sent'),
    expect.stringContaining('Delivered'),
    expect.stringContaining('Called back: 503: fault of ours'),
  ]);
  expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
});

browserTest('what a till is set up with is shown when it is asked for, and a location can be removed', async () => {
  await using opened = await openConsole(browser);
  const { page, console, platform, api, complaints, foreign } = opened;
  const { control } = platform;
  await using till = await openTill('copper', api);
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'terrace' });
  await till.activate(control.issuePin('bar').pinCode);
  const { api: issued, queue } = control.credentials('bar');
  const secrets = [issued?.secret, queue?.secretAccessKey].map(String);
  await page.goto(`${console}/#/till/bar`);
  await page.getByText('POS available').waitFor();
  const main = page.locator('main');
  for (const secret of secrets) expect(await main.innerHTML()).not.toContain(secret);
  await page.getByRole('button', { name: 'Show credentials' }).click();
  const shown = page.getByRole('region', { name: 'Credentials' });
  await shown.waitFor();
  for (const secret of secrets) expect(await shown.innerText()).toContain(secret);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy: API secret' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(issued?.secret);
  await page.getByRole('button', { name: 'Hide credentials' }).click();
  for (const secret of secrets) expect(await main.innerHTML()).not.toContain(secret);

  await page.getByRole('button', { name: 'Remove this location' }).click();
  await page.getByRole('button', { name: 'Remove bar' }).click();
  await page.getByRole('heading', { name: 'terrace' }).waitFor();
  await page.getByRole('link', { name: /^bar/ }).waitFor({ state: 'hidden' });
  expect(control.describe().locations.map(({ integrationProfileId }) => integrationProfileId)).toEqual(['terrace']);
  expect([complaints, foreign()]).toEqual([[], []]);
});

browserTest('a guest scans a table, orders, asks for the bill, and pays it wrongly and rightly', async () => {
  await using opened = await openConsole(browser, { platform: hostPlatform(samplesOf({})) });
  const { page, console, platform, api, complaints } = opened;
  const { control } = platform;
  await using till = await openTill('copper', api);
  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  await till.activate(control.issuePin('bar').pinCode);
  await page.goto(`${console}/#/till/bar`);
  await page.getByText('POS available').waitFor();
  const phone = page.getByRole('region', { name: "Guest's phone" });
  await phone.getByLabel('Table').fill(till.openTable);
  const act = async (name: string, badge: string) => {
    const before = control.describe().locations[0]?.commands.length ?? 0;
    await phone.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => control.describe().locations[0]?.commands[before]?.result).toBeDefined();
    // What was answered before has gone by then.
    await phone
      .getByRole('status', { name: `Answer ${before + 1}` })
      .getByText(badge, { exact: true })
      .waitFor();
  };
  const last = () => control.describe().locations[0]?.commands.at(-1);
  expect(await phone.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true);
  await act('Scan the table', 'answered');
  await act('Read the menu', 'answered');
  await act('Order something', 'answered');
  await act('Ask for the bill', 'answered');
  const { bill } = Object(last()?.result);
  await act('Pay another bill', 'UNKNOWN_BILL');
  await act('Pay', 'answered');
  expect(last()?.envelope.payload).toMatchObject({ posBillId: bill.posBillId, payment: { amount: bill.totals.total } });
  expect(complaints).toEqual([]);
});
