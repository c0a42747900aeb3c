import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createByteBudget } from '../retention/byte-budget.ts';
import { type Said, stream } from './shop/shop-stream.fixture.ts';
import type { Law } from './law.ts';
import { merchantLaws } from './merchant-laws.ts';
import { posLaws } from './pos-laws.ts';
import { active, callback, message, numbered, poll, type Seen, settings } from './pos-stream.fixture.ts';
import { watch } from './watch.ts';

const busyMs = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};
const through = <Value>(law: Law<Value>, seen: readonly Value[]): void => {
  const { see, end } = watch([law], settings);
  seen.forEach(see);
  end(1_000_000);
};

const many = <Part>(count: number, part: (n: number) => Part): readonly Part[] =>
  Array.from({ length: count }, (_, n) => part(n));
const updatedAt = '2026-01-01T00:00:00.000Z';
const page = (products: readonly object[]): readonly Said[] => [
  { name: 'catalogue', method: 'GET', answer: { products } },
  { name: 'catalogue', method: 'GET', answer: { products }, url: 'http://shop/?checkpoint=x' },
];
const basket = { id: 'b', products: many(100_000, (n) => ({ id: `v${n}` })) };
const order = { oaOrderId: 'o', basket: { products: many(100_000, (n) => ({ id: `v${n}`, quantity: 1 })) } };

const shops: Readonly<Record<string, readonly Said[]>> = {
  'a product of very many variants': page([{ id: 'p', updatedAt, variants: many(100_000, (n) => ({ id: `v${n}` })) }]),
  'very many products': page(many(50_000, (n) => ({ id: `p${n}`, updatedAt, variants: [{ id: `v${n}` }] }))),
  'one product very often': page(many(50_000, () => ({ id: 'p', updatedAt }))),
  'a basket of very many lines': [
    { name: 'retrieval', url: 'http://shop/?basketId=b', answer: basket },
    { name: 'recalculation', request: basket, answer: basket },
    { name: 'basketChange', sender: 'target', request: basket },
  ],
  'an order of very many lines': [
    { name: 'order', request: order, answer: { shopOrderId: 's', oaOrderId: 'o' } },
    { name: 'order', request: order, answer: { shopOrderId: 's', oaOrderId: 'o' } },
  ],
};

test.each(Object.entries(shops))('%s take no law longer than their length', (_, said) => {
  const exchanges = stream(...said);
  // What is left of a second after reading is for the laws.
  for (const { request, response } of exchanges) void [request.body.json, response?.body.json];
  for (const law of merchantLaws)
    expect(
      busyMs(() => through(law, exchanges)),
      law.id,
    ).toBeLessThan(1500);
});

const deep = (inner: unknown): unknown => many(900, (n) => n).reduce<unknown>((value) => [value, 1], inner);
const results: Readonly<Record<string, unknown>> = {
  'very many parts': { success: true, items: many(100_000, (n) => ({ id: n })) },
  'many parts very deep': { success: true, items: deep(many(20_000, (n) => n)) },
  'very many times': { success: true, times: many(100_000, (n) => `2026-11-21T12:00:00.${n}Z`) },
  'a very long text': { success: true, text: '2T'.repeat(4_000_000) },
};

test.each(Object.entries(results))('a result of %s takes no law longer than its length', (_, body) => {
  const event = (messageId: string, more: object): Seen => ({
    kind: 'event',
    at: 50,
    messageKind: 'PosLocationAvailabilityChanged',
    messageId,
    body: { ...structuredClone(Object(body)), ...more },
    status: 204,
    signed: true,
  });
  const traffic = numbered([
    active,
    poll(1, 2, message('m')),
    callback(3, 'm', { body }),
    poll(20, 30, message('m', 2)),
    callback(40, 'm', { body: structuredClone(body) }),
    event('one', {}),
    event('one', { and: 1 }),
  ]);
  for (const law of posLaws)
    expect(
      busyMs(() => through(law, traffic)),
      law.id,
    ).toBeLessThan(1500);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapMiB = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

test('what laws remember of large bodies has a budget of bytes for all of them, and what is forgotten accuses nobody', () => {
  const before = heapMiB();
  const budget = createByteBudget({ most: 10 * 2 ** 20 });
  const large = (n: number) => ({ success: true, items: many(20_000, (part) => ({ n, part })) });
  const till = watch(posLaws, { ...settings, budget });
  const shop = watch(merchantLaws, { ...settings, budget });
  numbered([{ ...active, body: large(0) } as Seen]).forEach((seen) => till.see(seen));
  for (let n = 0; n < 40; n++)
    numbered([
      poll(n * 10, n * 10 + 1, message(`m${n}`, 1, `g${n}`)),
      callback(n * 10 + 2, `m${n}`, { body: large(n) }),
      {
        kind: 'event',
        at: n * 10 + 5,
        messageKind: `kind ${n}`,
        messageId: `e${n}`,
        body: large(n),
        status: 503,
        signed: true,
      },
    ]).forEach((seen) => till.see(seen));
  for (let n = 0; n < 40; n++) {
    const products = many(5000, (p) => ({ id: `${n} ${p}`, updatedAt, variants: [{ id: `v ${n} ${p}` }] }));
    const id = `${n}${'x'.repeat(500_000)}`;
    stream(
      {
        name: 'catalogue',
        method: 'GET',
        url: `http://shop/?checkpoint=${n}`,
        answer: { products, nextCheckpoint: id },
      },
      { name: 'retrieval', method: 'GET', url: `http://shop/?basketId=${n}`, answer: { id, products: [{ id }] } },
      { name: 'order', request: { oaOrderId: id, basket: { products } }, answer: { oaOrderId: id, shopOrderId: id } },
    ).forEach((exchange) => shop.see(exchange));
  }
  expect(heapMiB() - before).toBeLessThan(40);
  const late = [...till.at(100_000), ...till.end(100_000)].filter(({ outcome }) => outcome.status === 'failed');
  // Nothing was ever deleted, and the till has stopped; of what it said before there is nothing to accuse it of.
  expect([...new Set(late.map(({ requirement }) => requirement))].toSorted()).toEqual([
    'health/after-activation',
    'queue/handled-message-deleted',
    'queue/long-polling',
  ]);
});

test('of many tills none keeps what it said last beyond that budget', () => {
  const before = heapMiB();
  const budget = createByteBudget({ most: 10 * 2 ** 20 });
  const tills = many(60, (till) => {
    const { see } = watch(posLaws, { ...settings, budget });
    const body = { success: true, items: many(20_000, (part) => ({ till, part })) };
    numbered([active, poll(1, 2, message('m')), callback(3, 'm', { body })]).forEach(see);
    return see;
  });
  expect(heapMiB() - before).toBeLessThan(30);
  expect(tills).toHaveLength(60);
});
