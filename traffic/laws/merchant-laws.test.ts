import { encodeCheckpoint } from '#schemas';
import { expect, test } from 'vitest';
import { noBody, toBody } from '../body/body.ts';
import type { Exchange } from '../exchange.ts';
import { merchantLaws } from './merchant-laws.ts';
import { watch } from './watch.ts';

interface Said {
  readonly name: 'order' | 'recalculation' | 'lock' | 'catalogue';
  readonly request?: object;
  readonly url?: string;
  readonly status?: number;
  readonly answer?: unknown;
  readonly failure?: Exchange['failure'];
}

const json = (value: unknown) => toBody(Buffer.from(JSON.stringify(value)));

/** Calls to a shop, one after the other. */
const stream = (...said: readonly Said[]): readonly Exchange[] =>
  said.map(({ name, request, url = 'http://shop/', status = 200, answer = {}, failure }, index) => ({
    n: index + 1,
    at: index * 100,
    answeredAt: index * 100 + 50,
    sender: 'harness',
    call: { name, party: 'merchant' },
    request: { method: 'POST', url, headers: {}, body: request === undefined ? noBody : json(request) },
    response: { status, headers: {}, body: json(answer) },
    ...(failure !== undefined && { failure }),
    facts: {},
  }));

/** By requirement, everything that was said of it, and the exchanges that rest on. */
const told = (exchanges: readonly Exchange[]) => {
  const { see, end } = watch(merchantLaws, { healthIntervalMs: 60_000, visibilityMs: 30_000, signatures: true });
  const said = [...exchanges.flatMap(see), ...end(1_000_000)];
  return Object.fromEntries(
    Object.entries(Object.groupBy(said, ({ requirement }) => requirement)).map(([id, judgements = []]) => [
      id,
      judgements.map(({ outcome }) =>
        'exchanges' in outcome ? `${outcome.status} ${outcome.exchanges?.join(' ')}` : outcome.status,
      ),
    ]),
  );
};

const order = (oaOrderId: string, shopOrderId: unknown, more: Partial<Said> = {}): Said => ({
  name: 'order',
  request: { oaOrderId },
  answer: { oaOrderId, shopOrderId },
  ...more,
});

test('what nobody saw is not exercised, with a reason', () => {
  expect(Object.values(told([])).flat()).toEqual(
    merchantLaws.flatMap(({ covers }) => covers.map(() => 'not-exercised')),
  );
});

test('one shopOrderId for two orders is found, with both exchanges, and a repeat is no other order', () => {
  expect(told(stream(order('o1', 's1'), order('o1', 's1'), order('o2', 7), order('o2', 's1')))).toMatchObject({
    'order/distinct-orders': ['failed 1 4'],
    'order/oa-order-id-echo': ['passed', 'passed', 'passed', 'passed'],
  });
  expect(told(stream(order('o1', 's1'), order('o2', 's2')))).toMatchObject({ 'order/distinct-orders': ['passed'] });
});

test('a confirmation of another order is found, and one that names none says nothing', () => {
  expect(
    told(stream(order('o1', 's1', { answer: { oaOrderId: 'o9' } }), order('o2', 's2', { answer: {} }))),
  ).toMatchObject({
    'order/oa-order-id-echo': ['failed 1'],
  });
});

test('what was not confirmed, or not heard, says nothing of orders', () => {
  const unheard = { code: 'HUNG_UP', message: 'we hung up', blame: 'ours' } as const;
  expect(
    told(stream(order('o1', 's1'), order('o2', 's1', { status: 409 }), order('o3', 's1', { failure: unheard }))),
  ).toMatchObject({ 'order/distinct-orders': ['not-exercised'], 'order/oa-order-id-echo': ['passed'] });
});

test('an answer to a recalculation carries its requestId, or none, and keeps the basket', () => {
  const ask = (answer: object, name: Said['name'] = 'recalculation'): Said => ({
    name,
    request: { requestId: 'r1', id: 'b1' },
    answer,
  });
  expect(
    told(stream(ask({ requestId: 'r1', id: 'b1' }), ask({ id: 'b2' }), ask({ requestId: 'r0', id: 'b2' }, 'lock'))),
  ).toMatchObject({
    'basket/request-id-echo': ['passed', 'passed', 'failed 3'],
    'recalculation/keeps-basket-id': ['passed', 'failed 2'],
  });
});

const page = (limit: number, ids: readonly string[], checkpoint?: string): Said => ({
  name: 'catalogue',
  url: `http://shop/catalogue?limit=${limit}${checkpoint === undefined ? '' : `&checkpoint=${encodeURIComponent(checkpoint)}`}`,
  answer: { products: ids.map((id) => ({ id, updatedAt: '2026-01-01T00:00:00.000Z' })) },
});

test('a page holds at most as many products as asked for; one that begins wrongly is too long for that reason', () => {
  const at = encodeCheckpoint({ epochMs: Date.parse('2026-01-01T00:00:00.000Z'), id: 'b' });
  expect(
    told(stream(page(2, ['a', 'b']), page(1, ['a', 'b']), page(1, ['c', 'd'], at), page(1, ['a', 'b'], at))),
  ).toMatchObject({
    'catalogue/limit': ['passed', 'failed 2', 'failed 3'],
  });
  expect(told(stream(page(2, [])))).toMatchObject({ 'catalogue/limit': ['not-exercised'] });
});
