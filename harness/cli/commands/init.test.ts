import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { testFolder } from '#lab/doubles/test-folder';
import { readConfig } from '../../config/read.ts';
import { merchantTarget } from '../../config/configured-targets.ts';
import { tillTarget } from '../../config/configured-targets.ts';
import { writeConfig } from './init.ts';
import type { CliContext } from '../cli-context.ts';

const said: string[] = [];
const context = (cwd: string, answers?: readonly string[]): CliContext => {
  const left = [...(answers ?? [])];
  return {
    cwd,
    env: {},
    printer: {
      out: (text) => void said.push(text),
      inked: () => undefined,
      note: () => undefined,
      status: () => undefined,
      answer: () => undefined,
      event: () => undefined,
      pause: () => () => undefined,
      live: false,
      colour: false,
      width: 100,
      listWidth: Number.POSITIVE_INFINITY,
    },
    input: Readable.from([]),
    ...(answers && { ask: async () => left.shift() ?? '' }),
    onInterrupt: () => () => undefined,
    outlive: () => () => undefined,
    open: () => undefined,
  };
};
const init = async (answers?: readonly string[], suite: 'merchant' | 'pos' = 'merchant') => {
  const cwd = testFolder();
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

test('addresses below the given one are tried, and what tells nothing is not taken for wrong', async () => {
  const shop = await serve((request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && pathname === '/oa/basket')
      return Response.json({ error: 'unknown' }, { status: 404 });
    if (pathname === '/oa/order') return new Response(null, { status: 405 });
    return new Response(`Cannot GET ${pathname}`, { status: 404 });
  });
  onTestFinished(() => shop[Symbol.asyncDispose]());
  const cwd = testFolder();
  said.length = 0;
  await writeConfig({ suite: 'merchant', config: undefined, url: `${shop.url}/oa`, force: false }, context(cwd));
  const remarks = (said[0] ?? '').split('\n').map((line) => line.split(/ {2,}/).slice(1).join(' '));
  expect(remarks).toEqual([
    `${shop.url}/oa/basket answered 404 for a basket that does not exist`,
    `${shop.url}/oa/recalculate takes POST, so that a GET does not tell whether it is there`,
    `${shop.url}/oa/order answered 405 to GET`,
    `${shop.url}/oa/catalogue answered 404, as an address that is not there does: probably another path`,
  ]);
  expect(readConfig({ file: undefined, cwd, env: {} }).config.merchant?.basketUrl).toBe(`${shop.url}/oa/basket`);
});

test('a query of the given address is kept, and a route in it leads to the four addresses', async () => {
  await using shop = await serve((request) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.get('shop') !== '3') return new Response('', { status: 500 });
    return new Response('', { status: searchParams.get('rest_route') === '/oa/basket' ? 401 : 404 });
  });
  const cwd = testFolder();
  const url = `${shop.url}/index.php?rest_route=/oa&shop=3`;
  await writeConfig({ suite: 'merchant', config: undefined, url, force: false }, context(cwd));
  const { merchant } = readConfig({ file: undefined, cwd, env: {} }).config;
  expect(merchant?.catalogueUrl).toBe(`${shop.url}/index.php?rest_route=/oa/catalogue&shop=3`);
  expect((said.at(-2) ?? '').replaceAll(/ +/g, ' ')).toContain('basket&shop=3 answered 401: set merchant.headers');
});
