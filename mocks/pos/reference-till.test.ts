import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { type CommandKind, checkConfig, resultShapeOf, validate } from '#schemas';
import { posVariants } from './index.ts';
import { activeTill as active, openRig, passing } from '#lab/doubles/till/till-rig';

const startedAt = Date.UTC(2026, 10, 21, 12);

const table = (stationId: string | undefined) => ({ type: 'STATION', stationId, stationKind: 'TABLE' });
const payment = (oaPaymentId: string) => ({
  oaPaymentId,
  amount: { value: 100, currency: 'PLN' },
  paidAt: '2026-11-21T12:00:00Z',
});

test.each(posVariants)('%s has a complete configuration', (variant) => {
  const config = openRig(variant).till.configuration('http://till.example');
  expect(checkConfig(config)).toMatchObject({ ok: true });
  expect(Object.keys(config.triggers ?? {})).toHaveLength(10);
});

test.each(posVariants)('%s activates, reports its health and answers the test round trip', async (variant) => {
  await using rig = openRig(variant);
  expect(await rig.activate('000000')).toMatchObject({ success: false });
  expect(rig.seen.map(({ kind }) => kind).filter((kind) => kind !== 'exchange')).toEqual(['activation']);
  expect(await rig.activate()).toMatchObject({ success: true });
  expect(await rig.event('health')).toMatchObject({ status: 204 });
  await rig.trigger('testRoundTrip');
  const { messageId = '' } = await rig.event('test-call');
  expect(await rig.event('callback')).toMatchObject({ messageKind: 'Test', messageId, status: 204 });
  await rig.event('queue-change', ({ change }) => change.change === 'deleted');
});

test.each(posVariants)('%s answers every command in its shape', async (variant) => {
  await using rig = await active(variant);
  const { tables = {}, kiosks = [], listings = {} } = rig.fixtures;
  const item = { listingId: listings.inStock?.[0], quantity: 2 };
  const orderContext = table(tables.open?.[0]);
  const ask = async (kind: CommandKind, payload: Record<string, unknown>, shown: object) => {
    const result = await rig.ask(kind, payload);
    expect(result).toMatchObject(shown);
    expect(validate(resultShapeOf(kind) ?? 'test', result)).toEqual([]);
    return result;
  };
  for (const tableId of [...(tables.open ?? []).slice(0, 1), ...(tables.closed ?? []), ...(tables.closing ?? [])])
    await ask('TableOrderSnapshotRequested', { tableId }, { success: true, tableOrderSnapshot: { tableId } });
  await ask('TableOrderSnapshotRequested', { tableId: 'made-up' }, { success: false });
  for (const context of [
    orderContext,
    { type: 'STATION', stationId: kiosks[0], stationKind: 'KIOSK' },
    { type: 'PICKUP', pickupDetails: {} },
    { type: 'DELIVERY', deliveryDetails: {} },
  ])
    for (const paid of [{}, { payment: payment(JSON.stringify(context).slice(0, 40)) }]) {
      const result = await ask('OrderSubmissionRequested', { orderContext: context, items: [item], ...paid }, {});
      expect(result).toMatchObject({ success: true });
      expect('tableOrderSnapshot' in result).toBe(context === orderContext);
      expect('receipt' in result).toBe('payment' in paid);
    }
  const { bill } = await ask('BillPreparationRequested', { orderContext }, { success: true });
  const pay = { posBillId: bill.posBillId, payment: payment('p-1') };
  const { receipt } = await ask('BillPaymentCompleted', pay, { success: true });
  await ask('BillPaymentCompleted', pay, { success: true, receipt });
  await ask('BillPaymentCompleted', { ...pay, posBillId: 'made-up' }, { success: false });
  const { tableOrderSnapshot } = await rig.ask('TableOrderSnapshotRequested', { tableId: tables.open?.[0] });
  expect(tableOrderSnapshot.payments).not.toEqual([]);
});

test.each(posVariants)('%s gives the reason that fits for what it rejects', async (variant) => {
  await using rig = await active(variant);
  const { tables = {}, listings = {} } = rig.fixtures;
  const good = { listingId: listings.inStock?.[0], quantity: 1 };
  const limited = listings.limited?.[0] ?? { id: '', max: 0 };
  const reasons = async (tableId: string | undefined, ...items: readonly object[]) => {
    const result = await rig.ask('OrderSubmissionRequested', { orderContext: table(tableId), items });
    expect(result.success).toBe(false);
    return result.rejectedItems.map(({ reasonCode }: { reasonCode: string }) => reasonCode);
  };
  const open = tables.open?.[0];
  expect(await reasons(open, good, { listingId: listings.outOfStock?.[0], quantity: 1 })).toEqual(['OUT_OF_STOCK']);
  expect(await reasons(open, { listingId: limited.id, quantity: limited.max + 1 })).toEqual(['INSUFFICIENT_STOCK']);
  expect(await reasons(open, { listingId: listings.delisted?.[0], quantity: 1 })).toEqual(['DELISTED']);
  expect(await reasons(open, { ...good, unitPrice: { value: 1, currency: 'PLN' } })).toEqual(['PRICE_CHANGED']);
  expect(await reasons(tables.closed?.[0], good)).toEqual(['ORDER_CLOSED']);
});

test.each(posVariants)('%s prepares bills by checkpoint, by line, and not where there is none', async (variant) => {
  await using rig = await active(variant);
  const { tables = {} } = rig.fixtures;
  const tableId = tables.open?.[0];
  const orderContext = table(tableId);
  const prepare = (more: object = {}) => rig.ask('BillPreparationRequested', { orderContext, ...more });
  const { tableOrderSnapshot: before } = await rig.ask('TableOrderSnapshotRequested', { tableId });
  expect(await prepare({ checkpoint: before.updatedAt })).toMatchObject({ success: true });
  const one = await prepare({ items: [before.lines[0]] });
  expect(one).toMatchObject({ success: true });
  expect(one.bill.totals).not.toEqual((await prepare()).bill.totals);
  await rig.trigger('changeTable', { tableId, changeType: 'LINE_DELIVERED' });
  await rig.event('pos-event');
  expect(await prepare({ checkpoint: before.updatedAt })).toMatchObject({ reasonCode: 'ORDER_CHANGED' });
  rig.send('BillPaymentFailed', { posBillId: one.bill.posBillId, reasonCode: 'DECLINED' });
  expect(await prepare()).toMatchObject({ success: true });
  const at = (id: string | undefined) => rig.ask('BillPreparationRequested', { orderContext: table(id) });
  expect(await at(tables.empty?.[0])).toMatchObject({ success: false, reasonCode: 'NO_OPEN_BILL' });
  // The text ranks neither of two true reasons above the other.
  const closed = { copper: 'ORDER_CLOSED', quartz: 'NO_OPEN_BILL' }[variant];
  expect(await at(tables.closed?.[0])).toMatchObject({ success: false, reasonCode: closed });
});

test.each(posVariants)('%s syncs all listings, none, and just the one that changed', async (variant) => {
  await using rig = await active(variant);
  const { listings: fixtures = {} } = rig.fixtures;
  const sync = (checkpoint: unknown) => rig.ask('ProductListingsSyncRequested', { checkpoint });
  const full = await sync(null);
  const text = JSON.stringify(full.listings);
  for (const id of [...(fixtures.inStock ?? []), ...(fixtures.outOfStock ?? [])])
    expect(text).toContain(JSON.stringify(id));
  const none = await sync(full.checkpoint);
  expect(none.listings).toEqual([]);
  const [listingId = ''] = fixtures.inStock ?? [];
  await rig.trigger('changeListing', { listingId });
  await rig.event('pos-event', ({ messageKind }) => messageKind === 'ProductListingsUpdated');
  const some = await sync(none.checkpoint);
  expect(some.listings).toHaveLength(1);
  expect(JSON.stringify(some.listings)).toContain(JSON.stringify(listingId));
});

test.each(posVariants)('%s pushes every change, and the same event again after a 5xx', async (variant) => {
  const ids: (string | null)[] = [];
  const clock = createManualClock(startedAt);
  await using rig = await active(variant, {
    clock,
    through: async (request, platform) => {
      if (!request.url.includes('/events/')) return platform(request);
      ids.push(request.headers.get('x-message-id'));
      return ids.length === 1 ? new Response(null, { status: 500 }) : platform(request);
    },
  });
  await passing(clock, rig.trigger('setLocation', { open: false }));
  await passing(
    clock,
    rig.event('pos-event', ({ messageKind }) => messageKind === 'PosLocationAvailabilityChanged'),
  );
  await rig.trigger('setOrderType', { orderType: 'DELIVERY', state: 'PAUSED' });
  await rig.event('pos-event', ({ messageKind }) => messageKind === 'PosOrderTypeAvailabilityChanged');
  for (const changeType of ['POS_LINE_ADDED', 'LINE_DELIVERED', 'LINE_UPDATED', 'LINE_CANCELLED', 'ORDER_CLOSED']) {
    await rig.trigger('changeTable', { tableId: rig.fixtures.tables?.open?.[0], changeType });
    await rig.event('pos-event', ({ body }) => Object(body).changeType === changeType);
  }
  expect(rig.seen.filter((event) => event.kind === 'pos-event' && event.status !== 204)).toEqual([]);
  expect(ids[0]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(ids.length - 1);
});

test.each(posVariants)('%s reports its health at intervals', async (variant) => {
  const clock = createManualClock(startedAt);
  await using rig = await active(variant, { clock });
  const beat = (since: number) =>
    passing(
      clock,
      rig.event('health', ({ at }) => at > since),
    );
  const first = await beat(startedAt);
  const second = await beat(first.at);
  const third = await beat(second.at);
  expect(third.at - second.at).toBe(second.at - first.at);
});

test.each(posVariants)('%s puts, gets and lists tip recipients under the id of its bills', async (variant) => {
  await using rig = await active(variant);
  const bill = () => rig.ask('BillPreparationRequested', { orderContext: table(rig.fixtures.tables?.open?.[0]) });
  const { tipRecipientId } = await bill();
  await rig.trigger('putTipRecipient', { id: tipRecipientId, phoneNumber: '+48600100200', displayName: 'Ana' });
  expect(await rig.event('tip-recipient')).toMatchObject({ action: 'put', status: 200 });
  await rig.trigger('getTipRecipient', { id: tipRecipientId });
  expect(await rig.event('tip-recipient', ({ action }) => action === 'get')).toMatchObject({ status: 200 });
  await rig.trigger('listTipRecipients');
  await rig.event('tip-recipient', ({ action }) => action === 'list');
  expect(await bill()).toMatchObject({ tipRecipientId });
});

test.each(posVariants)(
  '%s works on a command for as long as it is told to, on the clock it is given',
  async (variant) => {
    const clock = createManualClock(startedAt);
    await using rig = openRig(variant, { clock, latencyMs: 2000 });
    await passing(clock, rig.activate());
    const sentAt = clock.now();
    const answered = rig.ask('TableOrderSnapshotRequested', { tableId: rig.fixtures.tables?.open?.[0] });
    expect(await passing(clock, answered)).toMatchObject({ success: true });
    expect(clock.now() - sentAt).toBeGreaterThanOrEqual(2000);
  },
);
