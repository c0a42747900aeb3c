import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { consolePage } from '#console';
import { createRecordedPlatform } from '#harness/console-runs/recorded-platform';
import { samplesOf } from '#harness/console-runs/samples';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { openTill } from '../browser/reference-peers.fixture.ts';

/** What the shop of the tutorial answers, as it is before its mistake is mended. */
const tutorialBasket = async (): Promise<(id: string) => object> => {
  const tutorial = readFileSync(join(import.meta.dirname, '../../docs/tutorials/develop-shop.md'), 'utf8');
  const source = /const basket = [\s\S]*?\}\);\n/.exec(tutorial)?.[0] ?? '';
  const module = `data:text/javascript,${encodeURIComponent(`${source}export default basket;`)}`;
  return ((await import(module)) as { readonly default: (id: string) => object }).default;
};

/** The pictures of the tutorials "develop a shop" and "develop a till". */
export const developPictures = async (page: Page, folder: string): Promise<void> => {
  const ports = { samples: samplesOf({}), page: consolePage() };
  const platform = createRecordedPlatform({ clock: systemClock, ports });
  await using api = await serve(platform.fetch);
  await using console = await serve(platform.controlFetch);
  const basket = await tutorialBasket();
  await using shop = await serve(async () => Response.json(basket('b-1')));
  await using till = await openTill('copper', api.url, ['delete:before-callback']);
  const { control } = platform;
  const picture = (name: string) => page.screenshot({ path: join(folder, `develop-${name}.png`) });

  control.putShop('mine', {
    basketUrl: `${shop.url}/basket`,
    recalculateUrl: `${shop.url}/recalculate`,
    orderUrl: `${shop.url}/order`,
  });
  await page.setViewportSize({ width: 1100, height: 640 });
  await page.goto(`${console.url}/#/phone/mine`);
  await page.getByLabel('Basket id').fill('b-1');
  await page.getByRole('button', { name: 'Scan' }).click();
  const call = page.getByRole('list', { name: 'Calls to the shop' }).getByText('retrieval', { exact: true });
  await call.waitFor();
  await page.getByText('violation').first().waitFor();
  await picture('shop-phone');
  await call.click();
  await page.locator('#traffic-detail').waitFor();
  await picture('shop-traffic');

  control.addLocation({ merchantTaxId: till.merchantTaxId, integrationProfileId: 'bar' });
  await till.activate(control.issuePin('bar').pinCode);
  await page.setViewportSize({ width: 1100, height: 720 });
  await page.goto(`${console.url}/#/till/bar`);
  await page.getByText('POS available').waitFor();
  const phone = page.getByRole('region', { name: "Guest's phone" });
  await phone.getByLabel('Table').fill(till.openTable);
  for (const [index, name] of ['Scan the table', 'Read the menu', 'Order something'].entries()) {
    await phone.getByRole('button', { name }).click();
    await phone
      .getByRole('status', { name: `Answer ${index + 1}` })
      .getByText('answered')
      .waitFor();
  }
  const command = page.getByRole('region', { name: 'Commands' }).getByRole('link').first();
  await command.getByText('violation').waitFor();
  await picture('till-bench');
  await page.setViewportSize({ width: 1100, height: 600 });
  await page.goto(`${console.url}/#/traffic`);
  const line = page.getByRole('listbox').getByRole('option').filter({ hasText: 'OrderSubmissionRequested' }).first();
  await line.getByText('violation').waitFor();
  await line.click();
  await page.locator('#traffic-detail').getByText('queue/delete-after-callback').first().waitFor();
  await picture('till-traffic');
  platform.close();
};
