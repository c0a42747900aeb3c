import { expect, test } from 'vitest';
import { request } from '#lab/doubles/merchant/merchant-run';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { merchantScenarios } from '#scenarios';
import { type AssumptionId, assumptionIds, assumptions, checkConfig, type Config } from '#schemas';
import { run } from '../run/session.ts';
import { peers } from '../targets/reference-peers.ts';
import { createTriggers } from '../targets/triggers.ts';

type Overrides = NonNullable<Config['assumptions']>;

/** What the reference shop is asked while one scenario runs with these assumptions, and the verdicts. */
const runWith = async (overrides: Overrides, scenario: string) => {
  const peer = peers.merchant.create('granite', systemClock);
  const asked: { readonly url: URL; readonly body: string }[] = [];
  await using host = await serve(async (call) => {
    asked.push({ url: new URL(call.url), body: await call.clone().text() });
    return await peer.fetch(call);
  });
  const config: Config = { ...peer.configuration(host.url), assumptions: overrides };
  const { signal } = new AbortController();
  const chosen = merchantScenarios.filter(({ id }) => id === scenario);
  const { requirements } = await run({
    ...request(config, chosen),
    triggers: createTriggers(config.triggers, { signal }),
  });
  const orders = asked.filter(({ body }) => body.includes('"deliveryDetails"')).map(({ body }) => JSON.parse(body));
  return { asked, orders, failed: requirements.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])) };
};

/** Of each id that may be set: a value, one that cannot be, and what a run shows of the former. */
const settable: Partial<
  Record<AssumptionId, { readonly value: unknown; readonly wrong: unknown; readonly shows: () => Promise<unknown> }>
> = {
  'assume/pickup-point-key': {
    value: 'pointId',
    wrong: 'point',
    async shows() {
      const keysOf = async (key: 'id' | 'pointId') =>
        new Set(
          (await runWith({ 'assume/pickup-point-key': key }, 'merchant/order-occasions')).orders
            .filter(({ deliveryDetails }) => deliveryDetails.method === 'INSTORE_PICKUP')
            .flatMap(({ deliveryDetails }) => Object.keys(deliveryDetails))
            .filter((name) => name === 'id' || name === 'pointId'),
        );
      return [[...(await keysOf('id'))], [...(await keysOf('pointId'))]].join() === 'id,pointId';
    },
  },
  'assume/payment-amount': {
    value: 'minus-discounts',
    wrong: 'less',
    // Held by scenarios/merchant/order/order-request.test.ts, since no basket here has a discount for certain.
    shows: () => Promise.resolve(true),
  },
  'assume/consent-ids': {
    value: ['c0ffee00-0000-4000-8000-000000000001'],
    wrong: 'c1',
    async shows() {
      const { orders } = await runWith({ 'assume/consent-ids': ['consent-7'] }, 'merchant/order-occasions');
      return orders.some(({ consents }) => consents?.[0]?.id === 'consent-7');
    },
  },
  'assume/catalogue-limit-maximum': {
    value: 7,
    wrong: '7',
    async shows() {
      const { asked } = await runWith({ 'assume/catalogue-limit-maximum': 7 }, 'merchant/catalogue-full-sync');
      const limits = asked.flatMap(({ url }) => url.searchParams.get('limit') ?? []).map(Number);
      return limits.length > 0 && Math.max(...limits) === 7;
    },
  },
  'assume/unfinalised-shapes': {
    value: { basket: { required: ['loggedUser'] } },
    wrong: 'open',
    async shows() {
      const currency = { properties: { price: { properties: { currency: { pattern: '^never$' } } } } };
      const shapes = { 'assume/unfinalised-shapes': { basket: currency } };
      return (await runWith(shapes, 'merchant/basket-retrieval')).failed.length > 0;
    },
  },
};

test.each(assumptionIds)('what is set under %s changes a run, or is refused', { timeout: 60_000 }, async (id) => {
  const check = (value: unknown) => checkConfig({ assumptions: { [id]: value } });
  const own = settable[id];
  if (own === undefined) {
    const { key } = assumptions[id];
    const message =
      key === undefined
        ? 'changes nothing here: it is only told in the report, and cannot be set'
        : `changes nothing here: it is set with ${key}`;
    expect(check('x')).toEqual({ ok: false, problems: [{ path: `assumptions.${id}`, message }] });
    return;
  }
  expect(assumptions[id].key).toBe(`assumptions.${id}`);
  expect(check(own.value)).toMatchObject({ ok: true });
  expect(check(own.wrong)).toMatchObject({ ok: false, problems: [{ path: `assumptions.${id}` }] });
  expect(await own.shows()).toBe(true);
});
