import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { folderWith, resultIn } from './cli/cli.fixture.ts';

const examples = join(import.meta.dirname, '../examples');

test('a scenario of your own runs beside ours and is reported like them', async () => {
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  await using host = await serve(merchant.fetch);
  const config = merchant.configuration(host.url);
  const cwd = folderWith(config);
  const [basketId = ''] = config.merchant?.fixtures?.baskets ?? [];
  const { basketUrl = '', headers = {} } = config.merchant ?? {};
  const basket = (await (await fetch(`${basketUrl}?basketId=${encodeURIComponent(basketId)}`, { headers })).json()) as {
    price: { basketValue: number };
  };
  // The example names the package; here that is the checkout.
  const doors = { conformance: '../harness/index.ts', 'conformance/scenarios': '../harness/scenarios.ts' };
  const sources = Object.entries(doors).map(([name, path]) => [name, pathToFileURL(join(examples, path)).href]);
  const hook =
    `import { registerHooks } from 'node:module'; const doors = ${JSON.stringify(Object.fromEntries(sources))};` +
    `registerHooks({ resolve: (name, context, next) => next(doors[name] ?? name, context) })`;
  const run = (basketValue: number) => {
    writeFileSync(join(cwd, 'export.json'), JSON.stringify([{ basketId, basketValue }]));
    const args = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, join(examples, 'own-scenario.mjs')];
    return promisify(execFile)(process.execPath, [...args, 'conformance.yaml', 'export.json'], { cwd });
  };
  const rowOf = () => resultIn(cwd).requirements.find(({ id }) => id === 'basket/price');

  await run(basket.price.basketValue).catch((error: Error & { code: number }) =>
    expect(error).toMatchObject({ code: 4 }),
  );
  expect(rowOf()).toMatchObject({ status: 'passed', scenarios: ['own/exported-baskets'] });
  await expect(run(basket.price.basketValue + 1)).rejects.toMatchObject({ code: 1, stdout: 'non-conformant\n' });
  expect(rowOf()?.violations[0]).toMatchObject({ scenario: 'own/exported-baskets', pointer: '/price/basketValue' });
});
