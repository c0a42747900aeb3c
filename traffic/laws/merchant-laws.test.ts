import { encodeCheckpoint } from '#schemas';
import { expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { type Said, stream, told } from './shop/shop-stream.fixture.ts';
import { merchantLaws } from './merchant-laws.ts';

const order = (oaOrderId: string, shopOrderId: unknown, more: Partial<Said> = {}): Said => ({
  name: 'order',
  request: { oaOrderId },
  answer: { oaOrderId, shopOrderId },
  ...more,
});

test('what nobody saw is not exercised, with a reason', () => {
  expect(Object.values(told([])).flat()).toEqual(
    // The scenarios that make a change, or ask for more than there is, say what became of it.
    merchantLaws
      .filter(
        ({ id }) =>
          ![
            'catalogue/bumped-when-changed',
            'basket-change/known-basket',
            'basket/more-than-asked',
            'basket/still-retrieved',
            'shop/codes-used-up',
            'catalogue/now-and-then',
          ].includes(id),
      )
      .flatMap(({ covers }) => covers)
      .filter((id) => !['lock/as-recalculated', 'order/confirmed', 'basket/policies-omitted-when-none'].includes(id))
      .map(() => 'not-exercised'),
  );
});

test('one shopOrderId for two orders is found, with both exchanges, and a repeat is no other order', () => {
  expect(told(stream(order('o1', 's1'), order('o1', 's1'), order('o2', 7), order('o2', 's1')))).toMatchObject({
    'order/distinct-orders': ['failed 1 4'],
    'order/oa-order-id-echo': ['passed', 'passed', 'passed', 'passed'],
  });
  expect(told(stream(order('o1', 's1'), order('o2', 's2')))).toMatchObject({ 'order/distinct-orders': ['passed'] });
  expect(told(stream(order('o1', 's1'), order('o1 ', 's1')))).toMatchObject({
    'order/distinct-orders': ['warned 1 2'],
  });
});

test('a confirmation of another order is found, and one that names none says nothing', () => {
  expect(
    told(stream(order('o1', 's1', { answer: { oaOrderId: 'o9' } }), order('o2', 's2', { answer: {} }))),
  ).toMatchObject({
    'order/oa-order-id-echo': ['failed 1'],
  });
});

test('an id that comes back in a plainer spelling is a warning, and in a fancier one it is another', () => {
  const echoing = (oaOrderId: string, echo: string) =>
    told(stream(order(oaOrderId, 's', { answer: { oaOrderId: echo } })))['order/oa-order-id-echo'];
  expect(echoing('OA１ ', 'oa1')).toEqual(['warned 1']);
  expect(echoing('oa1', 'OA1')).toEqual(['failed 1']);
  const kept = (shopOrderId: string) =>
    told(stream(order('oa1', 's1'), order('OA1', shopOrderId, { answer: { oaOrderId: 'oa1', shopOrderId } })));
  expect(kept('s2')).toMatchObject({ 'order/oa-order-id-echo': ['passed', 'warned 2'] });
  expect(kept('s1')).toMatchObject({ 'order/oa-order-id-echo': ['passed', 'failed 1 2'] });
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
  const again: Said = { ...ask({ requestId: 'r1', id: 'b1' }), request: { requestId: 'r2', id: 'b1' } };
  // With the request whose answer came back.
  expect(told(stream(ask({ requestId: 'r1', id: 'b1' }), again))['basket/request-id-echo']).toContain('failed 1 2');
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

test('a page that is wrong now and then is told once it was right before and after, with the same products', () => {
  const at = (id: string) => encodeCheckpoint({ epochMs: Date.parse('2026-01-01T00:00:00.000Z'), id });
  const [right, wrong] = [page(9, [], at('b')), page(9, ['a', 'b'], at('b'))];
  const said = (...pages: readonly Said[]) => told(stream(...pages))['catalogue/strictly-after-checkpoint'];
  expect(said(right, wrong, right, wrong, right)).toEqual(['failed 1 2 3', 'failed 3 4 5']);
  // A checkpoint that is always misread, an end that is always wrong, a change meanwhile, and orders of ids are not told here.
  expect(said(wrong, right, right, page(9, ['a', 'b'], at('c')), wrong, wrong)).toBe(undefined);
  expect(said(right, wrong, page(9, ['c'], at('b')))).toBe(undefined);
  expect(said(right, page(9, ['a'], at('b')), right)).toBe(undefined);
});

const both = (exchanges: readonly Exchange[]) => {
  const said = told(exchanges);
  return { later: said['order/idempotent'], atOnce: said['order/idempotent-concurrently'] };
};
const untried = ['not-exercised'];

test('an order that comes again is the same order, whatever came in between', () => {
  expect(both(stream(order('o1', 's1'), order('o2', 's2'), order('o1', 's1')))).toEqual({
    later: ['passed'],
    atOnce: untried,
  });
  expect(both(stream(order('o1', 's1'), order('o1', 's2'), order('o1', 's3')))).toEqual({
    later: ['failed 1 2'],
    atOnce: untried,
  });
  expect(both(stream(order('o1', 's1'), order('o1', '', { status: 409 })))).toEqual({
    later: ['warned 1 2'],
    atOnce: untried,
  });
  expect(both(stream(order('o1', 's1'), order('o1', '', { status: 500 })))).toEqual({
    later: ['failed 1 2'],
    atOnce: untried,
  });
  expect(both(stream(order('o1', 's1', { status: 500 }), order('o1', 's1'), order('o2', '', { status: 429 })))).toEqual(
    {
      later: untried,
      atOnce: untried,
    },
  );
});

test('copies under way at once become one order, and what comes later is a repeat again', () => {
  const beside = { beside: true } as const;
  expect(both(stream(order('o1', 's1'), order('o1', 's1', beside), order('o1', 's1')))).toEqual({
    later: ['passed'],
    atOnce: ['passed'],
  });
  expect(both(stream(order('o1', 's1'), order('o1', 's1', beside), order('o1', 's2')))).toEqual({
    later: ['failed 1 3'],
    atOnce: ['passed'],
  });
  // Put off until the first is made, and not broken by it.
  expect(both(stream(order('o1', 's1'), order('o1', '', { ...beside, status: 503 }), order('o1', 's1')))).toMatchObject(
    {
      atOnce: ['warned 2', 'passed'],
    },
  );
  expect(both(stream(order('o1', 's1'), order('o1', '', { ...beside, status: 500 })))).toMatchObject({
    atOnce: ['failed 2'],
  });
  expect(both(stream(order('o1', 's1'), order('o1', '', { ...beside, status: 409 }), order('o1', 's2')))).toEqual({
    later: untried,
    atOnce: ['warned 2', 'failed 1 3'],
  });
  expect(both(stream(order('o1', 's1'), order('o1', 's2', beside), order('o1', 's3')))).toEqual({
    later: untried,
    atOnce: ['failed 1 2'],
  });
  expect(both(stream(order('o1', '', { status: 500 }), order('o1', 's1', beside)))).toEqual({
    later: untried,
    atOnce: ['failed 1'],
  });
  expect(both(stream(order('o1', 's1'), order('o1', '', { ...beside, status: 409 })))).toEqual({
    later: untried,
    atOnce: ['warned 2'],
  });
});

test('of an order that nobody heard the answer of those that are answered later have to agree', () => {
  const failure = { code: 'HUNG_UP', message: 'we hung up', blame: 'ours' } as const;
  expect(both(stream(order('o1', 's1', { failure }), order('o1', 's1'), order('o1', 's2')))).toEqual({
    later: ['failed 2 3'],
    atOnce: untried,
  });
  expect(both(stream(order('o1', 's1', { failure }), order('o1', 's2')))).toEqual({ later: untried, atOnce: untried });
});

test('a repeat takes nothing from the stock; what others buy is theirs', () => {
  const shelf = (availableQuantity: number): Said => ({
    name: 'catalogue',
    answer: { products: [{ id: 'p', variants: [{ id: 'v', stock: { isAvailable: true, availableQuantity } }] }] },
  });
  const ofOne = (oaOrderId: string): Said => ({
    name: 'order',
    request: { oaOrderId, basket: { products: [{ id: 'v', quantity: 1 }] } },
    answer: { oaOrderId, shopOrderId: oaOrderId },
  });
  const times = (oaOrderId: string, repeats: number) => Array.from({ length: repeats + 1 }, () => ofOne(oaOrderId));
  const verdicts = (first: number, second: number) =>
    new Set(
      told(stream(shelf(20), ...times('a', 2), shelf(20 - first), ...times('b', 4), shelf(20 - first - second)))[
        'order/idempotent'
      ],
    );
  expect(verdicts(3, 5)).toEqual(new Set(['passed', 'failed 6']));
  expect(verdicts(2, 4)).toEqual(new Set(['passed', 'failed 6']));
  for (const [first, second] of [
    [1, 1],
    [0, 0],
    [3, 1],
    [1, 5],
    [3, 4],
    [7, 9],
  ] as const)
    expect(verdicts(first, second)).toEqual(new Set(['passed']));
});

test('a shop that takes two for each one ordered takes nothing for a repeat', () => {
  const shelf = (availableQuantity: number): Said => ({
    name: 'catalogue',
    answer: { products: [{ id: 'p', variants: [{ id: 'v', stock: { isAvailable: true, availableQuantity } }] }] },
  });
  const times = (oaOrderId: string, quantity: number, repeats: number): readonly Said[] =>
    Array.from({ length: repeats + 1 }, () => ({
      name: 'order',
      request: { oaOrderId, basket: { products: [{ id: 'v', quantity }] } },
      answer: { oaOrderId, shopOrderId: oaOrderId },
    }));
  const said = stream(shelf(20), ...times('a', 3, 1), shelf(14), ...times('b', 1, 1), ...times('c', 1, 0), shelf(10));
  expect(new Set(told(said)['order/idempotent'])).toEqual(new Set(['passed']));
});

const sold = (updatedAt: string, variant: object): Said => ({
  name: 'catalogue',
  answer: {
    products: [
      { id: 'p', updatedAt, variants: [{ id: 'v', unitPrice: 100, stock: { isAvailable: true }, ...variant }] },
    ],
  },
});
const bumps = (...said: readonly Said[]) => told(stream(...said))['catalogue/change-bumps-updated-at'];

test.for([
  ['price', { unitPrice: 101 }],
  ['EAN', { ean: '5901234123457' }],
  ['stock', { stock: { isAvailable: false } }],
] as const)('a product with another %s has another updatedAt', ([, changed]) => {
  const before = sold('2026-01-01T00:00:00.000Z', {});
  const after = sold('2026-01-01T00:00:00.001Z', changed);
  expect(bumps(before, after)).toEqual(['passed']);
  const unbumped = sold('2026-01-01T00:00:00.001Z', {});
  expect(bumps(before, after, unbumped, unbumped)).toEqual(['passed', 'failed 2 4']);
  // Half of a change, read while it was made, and all of it with the next answer.
  expect(bumps(before, after, unbumped, sold('2026-01-01T00:00:00.002Z', {}))).toEqual(['passed', 'passed']);
  // Never asked for again it may be either.
  expect(bumps(before, after, unbumped)).toEqual(['passed', 'warned 2 3']);
  // Long after, and before a later change with a bump.
  const others = Array.from({ length: 400 }, (): Said => ({ name: 'catalogue', answer: { products: [] } }));
  expect(bumps(before, after, unbumped, ...others, unbumped, sold('2026-01-01T00:00:00.002Z', {}))).toEqual([
    'passed',
    'failed 2 404',
    'passed',
  ]);
});

test.for(['yesterday, 10:00', '2026-01-01T00:00:00Z'])('nothing is said of changes at %s', (at) => {
  expect(bumps(sold(at, {}), sold(at, { unitPrice: 101 }))).toBeUndefined();
});

test('what no rule ties to updatedAt may change without it, and what is no page says nothing', () => {
  const same = '2026-01-01T00:00:00.000Z';
  const odd = [null, 'page', { products: 1 }, { products: [null, { id: 'p', variants: [3] }] }];
  expect(
    bumps(
      sold(same, { name: 'a' }),
      sold(same, { name: 'b', id: 'v2', unitPrice: 5 }),
      ...odd.map((answer): Said => ({ name: 'catalogue', answer })),
    ),
  ).toBeUndefined();
});
