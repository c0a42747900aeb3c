import type { JournalEvent } from '#schemas';
import type { MerchantTriggerInputs } from '#scenarios';
import type { TargetTriggers } from '../targets/triggers.ts';
import { request as httpRequest } from 'undici';
import { expect, test } from 'vitest';
import { basket, merchant, retrieval, request, at, scenario } from '#lab/doubles/merchant/merchant-run';
import { run } from './session.ts';

test('no secret gets into the journal, wherever the target repeats it', async () => {
  const secret = 'c4nary/s3cret+1';
  await using shop = await merchant({
    ...basket,
    id: `${secret}${'x'.repeat(40)}`,
    [secret]: Buffer.from(`u:${secret}`).toString('base64'),
  });
  const events: JournalEvent[] = [];
  const config = at(`${shop.url}/${encodeURIComponent(secret)}`);
  await run({
    ...request({ ...config, target: { name: secret } }, [retrieval], events),
    secrets: [secret],
    command: ['run', '--x', secret],
  });
  const text = JSON.stringify(events);
  expect(text).toContain('«redacted»');
  for (const form of [
    secret,
    encodeURIComponent(secret),
    'c4nary',
    Buffer.from(`u:${secret}`).toString('base64').slice(4, 18),
  ])
    expect(text).not.toContain(form);
});

test('a request of ours that breaks its own schema is our bug, unless it is meant to be odd', async () => {
  await using shop = await merchant(basket);
  const bad = { id: basket.id, products: 'none' } as never;
  const send = (options?: { expect: 'any' }) =>
    run(
      request({ merchant: { recalculateUrl: shop.url } }, [
        scenario('merchant/sends', async (world) => void (await world.merchant.recalculate(bad, options))),
      ]),
    );
  expect((await send()).reason).toContain('our own recalculation request is wrong at /products');
  expect(await send({ expect: 'any' })).not.toMatchObject({ verdict: 'harness-error' });
});

test('a pushed basket change is received, judged and handed to who waits for it', async () => {
  await using shop = await merchant(basket);
  const events: JournalEvent[] = [];
  const triggers: TargetTriggers = {
    has: (name) => name === 'pushBasketChange',
    fire: async (_, input) => {
      const { platformUrl } = input as MerchantTriggerInputs['pushBasketChange'];
      await httpRequest(`${platformUrl}/merchant/v1/baskets/change`, {
        method: 'POST',
        body: JSON.stringify({ ...basket, extra: 1 }),
      });
      await httpRequest(`${platformUrl}/elsewhere`);
      return { kind: 'done', result: undefined };
    },
  };
  const pushed: unknown[] = [];
  const waits = scenario('merchant/waits', async (world) => {
    await world.merchant.retrieve(basket.id);
    await world.triggers.fire('pushBasketChange', { basketId: basket.id, platformUrl: world.platform.url });
    pushed.push(await world.platform.nextChange(({ body }) => (body as { id?: string }).id === basket.id, 5000));
  });
  const result = await run({ ...request(at(shop.url), [waits], events), triggers });
  expect(pushed).toMatchObject([{ body: { id: basket.id, extra: 1 }, exchange: 2 }]);
  expect(result.requirements.find(({ id }) => id === 'basket/no-extra-top-level')?.violations).toMatchObject([
    { scenario: 'merchant/waits', exchanges: [2] },
  ]);
  expect(result.unexpected).toEqual([
    { what: 'GET /elsewhere, which the platform does not serve', count: 1, exchanges: [3] },
  ]);
});
