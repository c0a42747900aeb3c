import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { createReferenceMerchant, merchantVariants } from '#mocks/merchant';
import { testFolder } from '#lab/doubles/test-folder';
import { createPlatform, openStateStore, type Tap } from '../../index.ts';

test.each(merchantVariants)(
  'a shop like %s is bought from and kept in step through the control API',
  async (variant) => {
    const clock = createManualClock(Date.UTC(2026, 5, 1));
    const shop = createReferenceMerchant({ variant, clock });
    const { merchant: target = {} } = shop.configuration('http://shop.example');
    const sent: string[] = [];
    const tap: Tap = ({ sender, call }) => void (sender === 'harness' && sent.push(call.name));
    const platform = createPlatform({ clock, send: shop.fetch, tap });
    const control = async (method: string, path: string, body?: object) => {
      const init = { method, ...(body && { body: JSON.stringify(body) }) };
      const response = await platform.controlFetch(new Request(`http://control.example${path}`, init));
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
    const phaseOf = async (id: string, name: string) => {
      for (let round = 0; round < 100; round += 1) {
        const { phase } = (await control('GET', `/shops/s/checkouts/${id}`)).body;
        if (phase.name === name) return phase;
      }
      throw new Error(`never ${name}`);
    };
    const { basketUrl, recalculateUrl, orderUrl, catalogueUrl, headers } = target;
    await control('PUT', '/shops/s', { basketUrl, recalculateUrl, orderUrl, catalogueUrl, headers });
    const { body } = await control('POST', '/shops/s/checkouts', {
      basketId: target.fixtures?.baskets?.[0],
      lock: true,
    });
    const { offer } = await phaseOf(body.oaOrderId, 'open');

    const push = await platform.fetch(
      new Request('http://p/merchant/v1/baskets/change', { method: 'POST', body: JSON.stringify(offer.basket) }),
    );
    expect(push.status).toBe(204);
    expect(await phaseOf(body.oaOrderId, 'open')).toMatchObject({ notice: { about: 'changed-by-merchant' } });
    expect((await control('POST', `/shops/s/checkouts/${body.oaOrderId}/confirm`, { revision: 1 })).status).toBe(409);
    expect((await control('POST', `/shops/s/checkouts/${body.oaOrderId}/change`, { discountCodes: [] })).status).toBe(
      200,
    );
    await phaseOf(body.oaOrderId, 'open');
    await control('POST', `/shops/s/checkouts/${body.oaOrderId}/confirm`);
    await phaseOf(body.oaOrderId, 'confirmed');

    const { body: second } = await control('POST', '/shops/s/checkouts', { basketId: target.fixtures?.baskets?.[1] });
    await phaseOf(second.oaOrderId, 'open');
    const locking = await control('POST', `/shops/s/checkouts/${second.oaOrderId}/lock`, { revision: 1 });
    expect(locking).toMatchObject({ status: 200, body: { phase: { name: 'locking' } } });
    expect(await phaseOf(second.oaOrderId, 'open')).toMatchObject({ offer: { locked: true, revision: 2 } });
    expect((await control('POST', `/shops/s/checkouts/${second.oaOrderId}/lock`, { revision: 1 })).status).toBe(409);
    expect(sent).toContain('lock');

    expect((await control('POST', '/shops/s/syncs')).body).toMatchObject({ kind: 'full' });
    expect((await control('POST', '/shops/s/syncs', { full: true })).body).toMatchObject({
      kind: 'full',
      delisted: [],
    });
    const { products, reports } = (await control('GET', '/shops/s/catalogue')).body;
    expect(products.length).toBeGreaterThan(10);
    expect(reports).toMatchObject([{ kind: 'full' }, { kind: 'full' }]);
    const { shops } = (await control('GET', '/shops')).body;
    expect(shops).toMatchObject([{ name: 's', products: products.length, checkouts: 2 }]);
    expect(shops[0].settings.basketUrl).toBe(basketUrl?.replaceAll(/=[^&]*/g, '=«redacted»'));
    expect(shops[0].settings).not.toHaveProperty('headers');
    platform.close();
  },
);

test('a payment by hand waits to be settled, and a shop without addresses cannot be called', async () => {
  const clock = createManualClock(Date.UTC(2026, 5, 1));
  const merchant = createReferenceMerchant({ variant: 'granite', clock });
  const {
    basketUrl = '',
    recalculateUrl = '',
    orderUrl = '',
    headers = {},
  } = merchant.configuration('http://shop.example').merchant ?? {};
  const { control, close } = createPlatform({ clock, send: merchant.fetch });
  control.putShop('s', { basketUrl, recalculateUrl, orderUrl, headers, payments: 'by-hand' });
  const { oaOrderId } = control.shop('s').checkouts.start({ basketId: 'demo-1' });
  const phase = () => control.checkout('s', oaOrderId).phase.name;
  const until = async (name: string) => {
    for (let turn = 0; turn < 100 && phase() !== name; turn += 1) await new Promise(setImmediate);
    expect(phase()).toBe(name);
  };
  await until('open');
  expect(control.settlePayment('s', { accepted: true })).toBe(false);
  control.tellCheckout('s', (checkouts) => checkouts.confirm(oaOrderId));
  expect(phase()).toBe('paying');
  expect(control.settlePayment('s', { accepted: false, reason: 'no money' })).toBe(true);
  await until('open');
  await expect(control.syncShop('s', true)).rejects.toThrow('catalogueUrl');
  expect(() => control.putShop('t', { basketUrl: 'ftp://x' })).toThrow('basketUrl');
  expect(() => control.putShop('t', { orderUrl: 'http://me:hunter-2@x' })).toThrow(/^orderUrl holds a user name/);
  control.putShop('t', { basketUrl: 'http://x/b?key=hunter-2&tenant=3#k=hunter-2' });
  expect(control.shops().at(-1)?.settings).toEqual({ basketUrl: 'http://x/b?key=«redacted»&tenant=«redacted»#…' });
  control.putShop('t', { ...control.shops().at(-1)?.settings, payments: 'by-hand' });
  expect(control.shop('t').settings.basketUrl).toBe('http://x/b?key=hunter-2&tenant=3#k=hunter-2');
  close();
});

test('engines call nobody but who may be called, neither a shop that was named before', async () => {
  const clock = createManualClock(Date.UTC(2026, 5, 1));
  const sent: string[] = [];
  let isAllowed = true;
  const { control, close } = createPlatform({
    clock,
    mayCall: ({ host }) => isAllowed && host === 'shop.example',
    send: async ({ url }) => {
      sent.push(url);
      return Response.json({ currency: 'PLN', products: [] });
    },
  });
  expect(() => control.putShop('s', { catalogueUrl: 'http://169.254.169.254/latest' })).toThrow('platform.shopHosts');
  control.putShop('s', { catalogueUrl: 'http://shop.example/c' });
  await control.syncShop('s', true);
  expect(sent).toHaveLength(1);
  isAllowed = false;
  expect(await control.syncShop('s', true)).toMatchObject({ failure: expect.stringContaining('does not allow') });
  expect(sent).toHaveLength(1);
  close();
});

test('a schedule survives a restart of the platform and a change of its shop, until it is stopped', async () => {
  const path = testFolder();
  const clock = createManualClock(Date.UTC(2026, 5, 1));
  let walks = 0;
  const life = async () => {
    const opened = await openStateStore(path);
    if (!opened.ok) throw new Error(opened.reason);
    const { store } = opened;
    const send = async () => {
      walks += 1;
      return Response.json({ currency: 'PLN', products: [] });
    };
    const platform = createPlatform({ clock, store, send });
    const schedule = async (body: object) =>
      platform.controlFetch(new Request('http://c/shops/s/schedule', { method: 'PUT', body: JSON.stringify(body) }));
    const settled = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    };
    const walksIn = async (minutes: number) => {
      await settled();
      const before = walks;
      clock.advance(minutes * 60_000);
      await settled();
      return walks - before;
    };
    return { ...platform, schedule, walksIn, stop: () => (platform.close(), store.close()) };
  };
  const first = await life();
  first.control.putShop('s', { catalogueUrl: 'http://shop.example/c' });
  expect((await first.schedule({ everyMs: 60_000 })).status).toBe(204);
  expect(await first.walksIn(1)).toBeGreaterThan(0);
  first.stop();
  const second = await life();
  expect(await second.walksIn(1)).toBeGreaterThan(0);
  second.control.putShop('s', { catalogueUrl: 'http://shop.example/other' });
  expect(await second.walksIn(1)).toBeGreaterThan(0);
  await second.schedule({});
  expect(await second.walksIn(5)).toBe(0);
  second.stop();
  const third = await life();
  expect(await third.walksIn(5)).toBe(0);
  third.stop();
});
