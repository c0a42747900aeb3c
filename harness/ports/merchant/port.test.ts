import { createManualClock } from '#mocks/time';
import type { CheckOutcome, Exchange, ReducedBasket, RequirementId } from '#schemas';
import type { Answer, MerchantPort } from '#scenarios';
import { expect, test } from 'vitest';
import type { OutboundRequest, Reply } from '../../client/outbound.ts';
import { userAgent } from '../../config/tool.ts';
import { createRecorder } from '../recorder.ts';
import { createRedactor } from '#traffic';
import { createBasketLifetimes } from './basket-lifetimes.ts';
import { createMadeBaskets } from './made-baskets.ts';
import { createKnownEans } from './known-eans.ts';
import { createCompany } from './company.ts';
import { createTraces } from '../../client/traces.ts';
import { createBudget } from './budget.ts';
import { createCallSlots } from './call-slots.ts';
import { createJudgingOrder } from './judging-order.ts';
import { createMerchantPort } from './port.ts';

const basket = {
  id: 'b-1',
  expiresAt: '2126-11-21T12:00:00Z',
  price: { currency: 'PLN', basketValue: 1998, discounts: [] },
  deliveryOptions: [],
  products: [],
};
const reduced: ReducedBasket = { id: 'b-1', products: [] };
const order = {} as Parameters<MerchantPort['order']>[0];
const confirmation = { oaOrderId: 'o', shopOrderId: 's', returnPolicy: { maxReturnDays: 14 } };

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly failure?: Reply['failure'];
  readonly durationMs?: number;
  readonly tooLarge?: boolean;
}

/** A port whose target gives these answers, the last one over and over. */
const portTo = (answers: readonly Given[], budget = {}, headers: Readonly<Record<string, string>> = {}) => {
  const clock = createManualClock(0);
  const seen = {
    requests: [] as OutboundRequest[],
    checks: [] as string[],
    outcomes: new Map<RequirementId, CheckOutcome>(),
    exchanges: [] as Exchange[],
    observed: [] as string[],
    progress: [] as string[],
    retrieved: [] as string[],
    clock,
  };
  const port = createMerchantPort(
    {
      target: {
        basketUrl: 'http://shop/basket',
        recalculateUrl: 'http://shop/re?v=1',
        orderUrl: 'http://shop/order',
        catalogueUrl: 'http://shop/catalogue',
        headers: { 'X-Key': 'k3y', ...headers },
      },
      signature: undefined,
      trace: createTraces('a run'),
      outbound: (request) => {
        const given = answers[Math.min(seen.requests.length, answers.length - 1)] ?? {};
        seen.requests.push(request);
        const { status = 200, headers = { 'content-type': 'application/json' }, body, failure, durationMs = 1 } = given;
        const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? basket));
        return Promise.resolve({
          ...(failure === undefined ? { head: { status, headers } } : { failure }),
          bytes: failure === undefined ? bytes : Buffer.alloc(0),
          tooLarge: given.tooLarge ?? false,
          startedAt: clock.now(),
          durationMs,
        });
      },
      recorder: createRecorder(createRedactor({}), (event) => {
        if (event.event === 'exchange') seen.exchanges.push(event.exchange);
      }),
      budget: createBudget(budget),
      lifetimes: createBasketLifetimes(),
      made: createMadeBaskets(),
      eans: createKnownEans(),
      laws: { see: () => undefined, stalled: () => undefined, end: () => undefined, [Symbol.dispose]: () => undefined },
      judging: createJudgingOrder(),
      company: createCompany(),
      underWay: new Set(),
      called: () => undefined,
      turns: createCallSlots(2).turns,
      lane: () => createCallSlots(2).turns,
      turnsAhead: createCallSlots(2).ahead,
      clock: { ...clock, sleep: (milliseconds) => Promise.resolve(clock.advance(milliseconds)) },
      signal: new AbortController().signal,
      shapes: {},
      assertOurs: () => undefined,
    },
    {
      scenario: 'merchant/one',
      report: ({ requirement, outcome }) => {
        if (outcome.status !== 'passed') seen.checks.push(`${requirement} ${outcome.status}`);
        seen.outcomes.set(requirement, outcome);
      },
      observe: (assumption, what) => seen.observed.push(`${assumption} ${what}`),
      progress: (text) => seen.progress.push(text),
      retrieved: (basketId) => seen.retrieved.push(basketId),
    },
  );
  return { port, seen, clock };
};

test('each call has a traceparent of its own, which is recorded; one that is configured stays', async () => {
  const { port, seen } = portTo([{}]);
  await port.retrieve('b-1');
  await port.retrieve('b-1');
  const traces = seen.requests.map(({ headers }) => headers['traceparent']);
  expect(traces).toEqual([0, 1].map(() => expect.stringMatching(/^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-01$/)));
  expect(new Set(traces).size).toBe(2);
  expect(seen.exchanges.map(({ request }) => request.headers['traceparent'])).toEqual(traces);
  const configured = portTo([{}], {}, { Traceparent: '00-1-2-00' });
  await configured.port.retrieve('b-1');
  expect(configured.seen.requests[0]?.headers['traceparent']).toBe('00-1-2-00');
});

const silence = { code: 'ECONNRESET', message: 'the connection was reset', blame: 'target' } as const;

test.each<[string, (port: MerchantPort) => Promise<Answer>, Given, string, readonly string[]]>([
  ['a good basket', (port) => port.retrieve('b-1'), {}, 'answered', []],
  [
    'a refusal',
    (port) => port.recalculate(reduced),
    { status: 500, body: 'oops' },
    'refused',
    ['recalculation/answers failed'],
  ],
  ['a plain 503', (port) => port.lock(reduced), { status: 503 }, 'refused', ['lock/answers failed']],
  ['a redirect', (port) => port.retrieve('b-1'), { status: 302 }, 'refused', ['basket/retrieval-answers failed']],
  ['a page', (port) => port.catalogue({ limit: 1 }), { body: '<html>' }, 'unreadable', ['catalogue/page failed']],
  ['no content', (port) => port.order(order), { status: 204, body: '' }, 'unreadable', ['order/confirmed failed']],
  ['an array', (port) => port.retrieve('b-1'), { body: [] }, 'answered', ['basket/retrieval-answers failed']],
  ['silence', (port) => port.lock(reduced), { failure: silence }, 'silent', ['lock/answers failed']],
  [
    'an array where a refusal may be',
    (port) => port.order(order, { expect: 'any' }),
    { body: [] },
    'answered',
    ['order/confirmed failed'],
  ],
  ['a bare type', (port) => port.retrieve('b-1'), { headers: {} }, 'answered', ['http/json-content-type failed']],
  [
    'a +json type',
    (port) => port.retrieve('b-1'),
    { headers: { 'content-type': 'Application/HAL+JSON ; charset="utf-8"' } },
    'answered',
    [],
  ],
  ['a refusal that may be', (port) => port.recalculate(reduced, { expect: 'any' }), { status: 404 }, 'refused', []],
  [
    'a refusal about one thing',
    (port) => port.recalculate(reduced, { chargeTo: 'recalculation/logged-user' }),
    { status: 400 },
    'refused',
    ['recalculation/logged-user failed'],
  ],
  [
    'silence after we hung up',
    (port) => port.order(order, { hangUpAfterMs: 5 }),
    { failure: { code: 'HUNG_UP', message: 'we hung up', blame: 'ours' } },
    'silent',
    [],
  ],
  [
    'an answer that outran our hanging up',
    (port) => port.order(order, { hangUpAfterMs: 5 }),
    { body: confirmation },
    'answered',
    [],
  ],
  [
    'a refusal that outran our hanging up',
    (port) => port.order(order, { hangUpOnHead: true }),
    { status: 500, body: 'oops' },
    'refused',
    ['order/confirmed failed'],
  ],
  [
    'a reset before we hung up',
    (port) => port.order(order, { hangUpAfterMs: 5 }),
    { failure: silence },
    'silent',
    ['order/confirmed failed'],
  ],
])('%s is charged to whom it belongs', async (_, call, given, kind, checks) => {
  const { port, seen } = portTo([given]);
  expect((await call(port)).kind).toBe(kind);
  expect(seen.checks).toEqual(checks);
});

test.each<[string, Given, CheckOutcome['status'] | undefined]>([
  ['a prompt confirmation', { body: confirmation, durationMs: 8000 }, 'passed'],
  ['a late confirmation', { body: confirmation, durationMs: 8001 }, 'failed'],
  ['a late refusal', { status: 409, durationMs: 9000 }, 'failed'],
  ['a quick refusal', { status: 409 }, undefined],
  ['a reset', { failure: silence }, undefined],
  [
    'no answer at all',
    { failure: { code: 'TIMEOUT', message: 'no complete response within 20 s', blame: 'target' } },
    'failed',
  ],
])('%s of an order is judged by the 8 seconds', async (_, given, status) => {
  const { port, seen } = portTo([given]);
  await port.order(order);
  expect(seen.outcomes.get('order/answers-in-8-seconds')?.status).toBe(status);
});

test('an answer that takes long where no limit is stated is not charged', async () => {
  const { port, seen } = portTo([{ durationMs: 9000 }]);
  await port.lock(reduced);
  expect(seen.checks).toEqual([]);
});

test('a target that limits the rate is waited for', async () => {
  const { port, seen, clock } = portTo([
    { status: 429, headers: { 'retry-after': '3' } },
    { status: 503, headers: { 'retry-after': '2' } },
    {},
  ]);
  expect((await port.retrieve('b-1')).kind).toBe('answered');
  expect(clock.now()).toBe(5000);
  expect(seen.exchanges.map(({ n, response }) => [n, response?.status])).toEqual([
    [1, 429],
    [2, 503],
    [3, 200],
  ]);
  expect(seen.progress).toEqual([
    'the shop limits the rate of requests; waiting 3 s',
    'the shop limits the rate of requests; waiting 2 s',
  ]);
});

test('a rate limit that persists leaves the call unsent, with the key that helps', async () => {
  const { port, seen, clock } = portTo([{ status: 429, headers: {} }]);
  expect(await port.retrieve('b-1')).toEqual({
    kind: 'unsent',
    reason: 'the shop limits the rate of requests',
    unlock: 'merchant.budget',
  });
  expect(clock.now()).toBe(30_000);
  expect(seen.checks).toEqual(['basket/retrieval-answers not-exercised']);
});

test('the budget is never exceeded', async () => {
  const { port, seen } = portTo([{ body: confirmation }], { orders: 1, requests: 2 });
  await port.order(order);
  expect(await port.order(order)).toMatchObject({ kind: 'unsent', unlock: 'merchant.budget.orders' });
  await port.retrieve('b-1');
  expect(await port.retrieve('b-1')).toMatchObject({ kind: 'unsent', unlock: 'merchant.budget.requests' });
  expect(seen.requests).toHaveLength(2);
});

test('addresses carry what was configured and what the call adds, encoded', async () => {
  const { port, seen } = portTo([{}]);
  await port.lock(reduced);
  await port.catalogue({ checkpoint: 'a+b/c==', limit: 5 });
  await port.catalogue({ limit: 5 });
  expect(seen.requests.map(({ url }) => url)).toEqual([
    'http://shop/re?v=1&lock=true',
    'http://shop/catalogue?checkpoint=a%2Bb%2Fc%3D%3D&limit=5',
    'http://shop/catalogue?limit=5',
  ]);
  expect(seen.requests[0]).toMatchObject({
    body: '{"id":"b-1","products":[]}',
    headers: { 'x-key': 'k3y', 'accept-encoding': 'identity', 'user-agent': userAgent() },
  });
});

test('a call says whose it is, unless it is configured to say something else', async () => {
  expect(userAgent()).toMatch(/^conformance\/\d+\.\d+\.\d+/);
  const { port, seen } = portTo([{}], {}, { 'User-Agent': 'the platform' });
  await port.catalogue({ limit: 5 });
  expect(seen.requests[0]?.headers['user-agent']).toBe('the platform');
});

test('a body with a schema violation is answered, yet not valid', async () => {
  const { port, seen } = portTo([{ body: { ...basket, id: 'x'.repeat(37) } }, { body: basket, headers: {} }]);
  expect(await port.retrieve('b-1')).toMatchObject({ kind: 'answered', valid: false });
  expect(seen.checks).toEqual(['basket/id failed']);
  expect(seen.outcomes.get('basket/id')).toMatchObject({ pointer: '/id', exchanges: [1] });
  expect(await port.retrieve('b-1')).toMatchObject({ kind: 'answered', valid: true });
});

test('a basket may be pushed under the id it was scanned with and under the one it came back with', async () => {
  const { port, seen } = portTo([{}, { status: 404 }]);
  await port.retrieve('scanned');
  await port.retrieve('unknown');
  expect(seen.retrieved.toSorted()).toEqual(['b-1', 'scanned']);
});

test('a basket that has expired may be unknown, and only then', async () => {
  const living = { ...basket, expiresAt: '1970-01-01T00:01:00Z' };
  const { port, seen } = portTo([{ body: living }, { status: 404 }, { status: 410 }, { status: 500 }]);
  await port.retrieve('scanned');
  expect(await port.retrieve('scanned')).toMatchObject({ kind: 'refused' });
  expect(seen.checks).toEqual(['basket/retrieval-answers failed']);
  seen.clock.advance(60_000);
  expect(await port.recalculate(reduced)).toMatchObject({ kind: 'unsent', unlock: 'triggers.createBasket' });
  expect(await port.retrieve('scanned')).toMatchObject({ kind: 'refused', status: 500 });
  expect(seen.checks).toEqual([
    'basket/retrieval-answers failed',
    'recalculation/answers not-exercised',
    'basket/retrieval-answers failed',
  ]);
});

const tooSlow = { code: 'TIMEOUT', message: 'no complete response within 30 s', blame: 'target' } as const;

test('who does not answer in our time is asked once more with more of it, until that was in vain', async () => {
  const { port, seen } = portTo([
    { failure: tooSlow },
    {},
    { failure: tooSlow },
    { failure: tooSlow },
    { failure: tooSlow },
  ]);
  expect((await port.retrieve('b-1')).kind).toBe('answered');
  expect([seen.checks, seen.requests.map(({ timeoutMs }) => timeoutMs)]).toEqual([[], [30_000, 90_000]]);
  expect((await port.retrieve('b-1')).kind).toBe('silent');
  expect((await port.retrieve('b-1')).kind).toBe('silent');
  expect(seen.checks).toEqual(['basket/retrieval-answers failed', 'basket/retrieval-answers failed']);
  expect(seen.requests).toHaveLength(5);
});

test('of an answer larger than we read nothing is concluded', async () => {
  const { port, seen } = portTo([{ tooLarge: true }]);
  expect(await port.catalogue({ limit: 1 })).toMatchObject({ kind: 'unsent' });
  expect(seen.checks).toEqual(['catalogue/page not-exercised']);
});
