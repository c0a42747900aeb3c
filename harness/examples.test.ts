import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { createPlatform } from '#mocks/platform';
import { systemClock } from '#mocks/time';
import { folderWith, resultIn } from './cli/cli.fixture.ts';

const examples = join(import.meta.dirname, '../examples');

const missing = (command: string, ...args: readonly string[]): string | undefined => {
  try {
    execFileSync(command, [...args], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `${command} ${args.join(' ')} does not work here: ${(error as Error).message.split('\n')[0]}`;
  }
};

const tills = [
  {
    name: 'till.sh',
    lacks: missing('curl', '--aws-sigv4', 'aws:amz:eu:sqs', '--version') ?? missing('openssl', 'version'),
  },
  { name: 'till.py', lacks: missing('python3', '-c', 'import boto3') },
];

test.for(tills)(
  '$name activates, makes the test round trip and deletes its message',
  async ({ name, lacks }, { skip }) => {
    if (lacks !== undefined) skip(lacks);
    const platform = createPlatform({ clock: systemClock });
    await using host = await serve(platform.fetch);
    const { integrationProfileId } = platform.control.addLocation({ merchantTaxId: '5250000001' });
    const run = async (pin: string) => {
      const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
      return await promisify(execFile)(join(examples, name), [host.url, '5250000001', pin], { env });
    };
    const { stdout } = await run(platform.control.issuePin(integrationProfileId).pinCode);
    expect(stdout.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')).toBe(
      [
        'activation   profile ID',
        'health       204',
        'test call    200',
        'received     Test',
        'callback     204',
        'deleted      ID',
        '',
      ].join('\n'),
    );
    const [location] = platform.control.describe().locations;
    expect(location?.queue).toEqual([]);
    expect(location?.commands[0]?.resultAt).toBeDefined();
    await expect(run('000000')).rejects.toMatchObject({ code: 1, stdout: 'activation   INVALID_OR_EXPIRED_PIN\n' });
    platform.close();
  },
);

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
