import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { createWarpClock } from '#mocks/time';
import { certify } from '../index.ts';

// The README begins with some of the addresses; what needs the others is not exercised, and nothing breaks or is accused.
test.each([
  ['catalogueUrl', 'without triggers'],
  ['basketUrl', 'with triggers'],
  ['basketUrl orderUrl', 'with triggers'],
  ['basketUrl orderUrl', 'without triggers'],
  ['basketUrl orderUrl catalogueUrl', 'with triggers'],
  ['basketUrl recalculateUrl', 'without triggers'],
])('a sound shop is judged by the addresses that are known of it: %s, %s', async (known, triggered) => {
  const clock = createWarpClock();
  const merchant = createReferenceMerchant({ variant: 'granite', clock });
  await using host = await serve(merchant.fetch);
  const { merchant: whole = {}, triggers = {} } = merchant.configuration(host.url);
  const keys = new Set(known.split(' '));
  const own = Object.entries(whole).filter(([key]) => !key.endsWith('Url') || keys.has(key));
  const config = { merchant: Object.fromEntries(own), ...(triggered === 'with triggers' && { triggers }) };
  const result = await certify({ config, clock, seed: 3, effort: 'quick' });
  expect([result.verdict, result.reason]).toEqual(['incomplete', expect.stringContaining('could not be tried')]);
  const accused = result.requirements.filter(({ status }) => status === 'failed' || status === 'warning');
  expect(accused.map(({ id, violations }) => [id, violations?.[0]?.message])).toEqual([]);
});

// Whether what was refused had been sold out could not be asked; a server that breaks is never sold out.
test.each([
  [409, { status: 'not-exercised', unlock: 'merchant.recalculateUrl' }],
  [500, { status: 'failed' }],
])('an order answered %i by a shop whose recalculation is not known', async (status, told) => {
  const clock = createWarpClock();
  const merchant = createReferenceMerchant({ variant: 'granite', clock });
  await using host = await serve(async (request) =>
    new URL(request.url).pathname.endsWith('/order') ? Response.json({}, { status }) : await merchant.fetch(request),
  );
  const {
    basketUrl = '',
    orderUrl = '',
    fixtures = {},
    headers = {},
  } = merchant.configuration(host.url).merchant ?? {};
  const config = { merchant: { basketUrl, orderUrl, fixtures, headers } };
  const result = await certify({ config, clock, seed: 3, effort: 'quick', only: ['order'] });
  expect(result.requirements.find(({ id }) => id === 'order/confirmed')).toMatchObject(told);
});
