import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/read.ts';
import { merchantTarget } from '../../config/merchant-settings.ts';
import { tillTarget } from '../../config/till-settings.ts';
import { writeConfig } from './init.ts';
import type { CliContext } from '../cli-context.ts';

const context = (cwd: string, answers?: readonly string[]): CliContext => {
  const left = [...(answers ?? [])];
  return {
    cwd,
    env: {},
    printer: {
      out: () => undefined,
      inked: () => undefined,
      note: () => undefined,
      status: () => undefined,
      pause: () => () => undefined,
      live: false,
      colour: false,
      width: 100,
    },
    input: Readable.from([]),
    ...(answers && { ask: async () => left.shift() ?? '' }),
    onInterrupt: () => () => undefined,
    outlive: () => () => undefined,
    open: () => undefined,
  };
};
const init = async (answers?: readonly string[], suite: 'merchant' | 'pos' = 'merchant') => {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-init-'));
  await writeConfig({ suite, config: undefined, url: undefined, force: false }, context(cwd, answers));
  return readConfig({ file: undefined, cwd, env: {} });
};

test('without a terminal the example addresses are there to be replaced', async () => {
  const { config, file } = await init();
  expect(merchantTarget(config, file).basketUrl).toBe('https://shop.example/basket');
});

test('what is answered stands in the file, quoted as it must be', async () => {
  const { config } = await init(['Ann\'s "shop": #1', 'http://a/b?x=1', '', 'http://a/o', '', 'b1, b2 ,']);
  expect(config.target?.name).toBe('Ann\'s "shop": #1');
  expect(config.merchant).toMatchObject({
    basketUrl: 'http://a/b?x=1',
    recalculateUrl: 'https://shop.example/recalculate',
    orderUrl: 'http://a/o',
    fixtures: { baskets: ['b1', 'b2'] },
  });
});

test('the configuration of a till holds the tax id it was asked for', async () => {
  const { config, file } = await init(['Corner till', '123'], 'pos');
  expect(config.target).toEqual({ name: 'Corner till' });
  expect(tillTarget(config, file).merchantTaxId).toBe('123');
});
