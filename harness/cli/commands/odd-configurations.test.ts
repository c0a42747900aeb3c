import { expect, test } from 'vitest';
import { conformance, folderWith, hosting } from '../cli.fixture.ts';

/** What is pasted into configurations, secret stores and shell profiles, and what only somebody who looks for trouble writes. */
const odd = [
  'abc\r',
  'abc\n',
  'a\r\nb',
  '\u0000',
  '\u0007',
  '“abc”',
  'a\u00a0b',
  '\u200bab',
  'ż',
  '😀',
  '\ud800',
  '\ufeffa',

  '',
  ' ',
  '__proto__',
  'constructor',
  '%',
  '%zz',
  '(',
  '[',
  '*',
  '\\',
  ':',
  '{{lines}}',
  '{{',
  '$',
  '/',
  '../x',
  '?a=b',

  'http://',
  'http://[',
  'http://a b/',
  'http://127.0.0.1:99999',
  'http://127.0.0.1:1/%',
  'http://u:p@127.0.0.1:1',

  'ftp://a',
  '127.0.0.1:1',
  ':1',
  'localhost',
  'http://ż.example',
  'http://127.0.0.1:1/\ud800',
  'x'.repeat(20_000),
  '1e99',
];

/** Numbers between 0 and 1, the same for the same seed. */
const drawn = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

type Node = Record<string, unknown> | unknown[];

/** Every place of a configuration that holds a text, a number or a truth. */
const places = (node: unknown, holder?: Node, key?: string): readonly { holder: Node; key: string }[] => {
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([name, inner]) => places(inner, node as Node, name));
  return holder === undefined || key === undefined ? [] : [{ holder, key }];
};

const usual = (url: string) => ({
  target: { name: 'shop', version: '1' },
  merchant: {
    basketUrl: `${url}/basket`,
    recalculateUrl: `${url}/recalculate`,
    orderUrl: `${url}/order`,
    catalogueUrl: `${url}/catalogue`,
    headers: { Authorization: 'Bearer abc', 'X-Shop': 'one' },
    deliveryOptionKeys: ['DRONE'],
    budget: { orders: 1, requests: 2, concurrency: 2 },
    signature: {
      apiKey: 'key',
      secret: 'secret',
      template: {
        headers: { 'x-key': '{apiKey}', 'x-sign': '{signature}', 'x-time': '{timestamp}' },
        signedParts: ['method', 'path', 'timestamp', 'bodyHash'],
        join: '\n',
        algorithm: 'sha256',
        encoding: 'hex',
      },
    },
    fixtures: {
      baskets: ['b-1', 'b-2'],
      products: { inStock: ['v1'], outOfStock: ['v2'], limited: [{ id: 'v3', max: 3 }] },
      discountCodes: { valid: ['OK'], EXPIRED: ['OLD'] },
      pickupPoints: { PICKUP: 'p-1' },
    },
  },
  triggers: {
    createBasket: { http: { method: 'POST', url: `${url}/make`, headers: { 'x-a': 'b' }, body: 'x' }, result: '/id' },
    changeProduct: { http: { url: `${url}/change/{{productId}}`, body: { id: '{{productId}}' } }, timeout: '1s' },
  },
  platform: { listen: '127.0.0.1:0', eventId: { header: 'x-event' }, paths: { basketChange: '/changed' } },
  queue: { kind: 'embedded', region: 'eu-central-1' },
  pos: { merchantTaxId: '5250000001', fixtures: { tables: { open: ['1'] } }, triggers: undefined },
  reports: { formats: ['markdown'] },
});

const basket = {
  id: 'b-1',
  expiresAt: '2999-01-01T00:00:00Z',
  price: { currency: 'EUR', basketValue: 100, discounts: [] },
  deliveryOptions: [],
  products: [{ id: 'v1', quantity: 1, linePrice: 100, unitPrice: 100 }],
};

const commands = [
  ['doctor', 'merchant'],
  ['run', 'merchant', '--ci', '--effort', 'quick', '--only', 'merchant/basket-retrieval'],
  ['doctor', 'pos'],
] as const;

const most = Number(process.env['ODD_CONFIGURATIONS'] ?? 200);

test(`${most} odd configurations and environments are never our bug`, { timeout: most * 1000 }, async () => {
  const url = await hosting(() => Response.json(basket));
  const ends = new Map<number | null, number>();
  for (let seed = 1; seed <= most; seed += 1) {
    const next = drawn(seed * 7919);
    const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
    const config = usual(url);
    if (next() < 0.7) delete (config.merchant as { signature?: unknown }).signature;
    const env: Record<string, string> = {};
    const value = (): unknown => {
      if (next() < 0.1) return one<unknown>([null, 0, -1, 1.5, 1e21, true, [], {}, ['a']]);
      const text = one(odd);
      if (next() < 0.5) return text;
      const name = `ODD_${Object.keys(env).length}`;
      env[name] = next() < 0.5 ? text : `abc${text}`;
      return `\${${name}}`;
    };
    const count = next() < 0.15 ? 0 : 1 + Math.floor(next() * 2);
    for (let change = 0; change < count; change += 1) {
      const { holder, key } = one(places(config));
      if (next() < 0.2 && !Array.isArray(holder)) holder[one(odd)] = value();
      else (holder as Record<string, unknown>)[key] = value();
    }
    if (next() < 0.3) env[one(['http_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'])] = one(odd);
    const args = one(commands);
    const { code, stderr } = await conformance(args, { cwd: folderWith(JSON.stringify(config)), env });
    ends.set(code, (ends.get(code) ?? 0) + 1);
    expect
      .soft(code, `seed ${seed}: ${args.join(' ')} ${JSON.stringify(env).slice(0, 200)} ${stderr.slice(0, 600)}`)
      .not.toBe(5);
  }
  if (process.env['ODD_CONFIGURATIONS'] !== undefined) process.stdout.write(`${JSON.stringify([...ends])}\n`);
  expect(Math.min(...[0, 2, 3].map((code) => ends.get(code) ?? 0))).toBeGreaterThan(0);
});
