import { expect, test } from 'vitest';
import { createRig } from '#lab/doubles/platform/platform-rig';

const path = '/merchant/v1/pos/events';
const order = (orderContext: object) => ({
  messageKind: 'OrderSubmissionRequested',
  payload: { orderContext, items: [] },
});
const table = { type: 'STATION', stationId: 'T1', stationKind: 'TABLE' };
const kiosk = { type: 'STATION', stationId: 'K1', stationKind: 'KIOSK' };
const pickup = { type: 'PICKUP', pickupDetails: {} };

const openRig = async () => {
  const rig = createRig({ timing: { healthTimeoutMs: 10_000_000 } });
  const pos = await rig.activatedPos();
  const takes = (context: object) => {
    const sent = rig.control.sendCommand(pos.id, order(context));
    return sent.ok ? 'sent' : sent.refusal;
  };
  const push = (kind: string, body: unknown, messageId?: string) =>
    pos.call('POST', `${path}/${kind}`, body, messageId === undefined ? {} : { 'X-Message-Id': messageId });
  return { ...rig, pos, takes, push };
};

test('a closed location takes no new order until it opens again, each from its effectiveAt on', async () => {
  const { takes, push, clock } = await openRig();
  await push('PosLocationAvailabilityChanged', { open: false, effectiveAt: '2026-11-21T12:00:10Z' });
  await push('PosLocationAvailabilityChanged', { open: true, effectiveAt: '2026-11-21T12:00:20Z' });
  expect(takes(table)).toBe('sent');
  clock.advance(10_000);
  expect([takes(table), takes(pickup)]).toEqual(['LOCATION_CLOSED', 'LOCATION_CLOSED']);
  clock.advance(10_000);
  expect(takes(table)).toBe('sent');
});

test('a paused order type stops that type only, kiosks are not tables, and effectiveUntil clears it', async () => {
  const { takes, push, clock } = await openRig();
  const changes = [{ orderType: 'STATION', state: 'PAUSED', effectiveUntil: '2026-11-21T12:01:00Z' }];
  expect(await push('PosOrderTypeAvailabilityChanged', { changes })).toMatchObject({ status: 204 });
  expect([takes(table), takes(kiosk), takes(pickup)]).toEqual(['ORDER_TYPE_PAUSED', 'sent', 'sent']);
  clock.advance(60_000);
  expect(takes(table)).toBe('sent');
});

test('an event is applied once for each message id', async () => {
  const { takes, push, events } = await openRig();
  await push('PosLocationAvailabilityChanged', { open: false }, 'm1');
  await push('PosLocationAvailabilityChanged', { open: true }, 'm2');
  expect(await push('PosLocationAvailabilityChanged', { open: false }, 'm1')).toMatchObject({ status: 204 });
  expect(takes(table)).toBe('sent');
  expect(events.filter((event) => event.kind === 'pos-event').map(({ repeated }) => repeated)).toEqual([
    false,
    false,
    true,
  ]);
});

test('an invalid event is refused, does not use up its message id, and an unknown one is not found', async () => {
  const { push } = await openRig();
  expect(await push('ProductListingsUpdated', { listings: 1 }, 'm1')).toMatchObject({ status: 400 });
  expect(await push('ProductListingsUpdated', { listings: [] }, 'm1')).toMatchObject({ status: 204 });
  expect(await push('constructor', {})).toMatchObject({ status: 404 });
});

test('without health reports the POS capability ends, and no command is sent until the next report', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const report = { healthy: true, softwareName: 'Till', softwareVersion: '1' };
  const send = () => rig.control.sendCommand(pos.id, order(pickup)).ok;
  rig.clock.advance(179_000);
  expect(await pos.call('POST', '/merchant/v1/pos/health', report)).toMatchObject({ status: 204 });
  expect(await pos.call('POST', '/merchant/v1/pos/health', { healthy: 'yes' })).toMatchObject({ status: 400 });
  rig.clock.advance(179_999);
  expect(send()).toBe(true);
  rig.clock.advance(1);
  expect(send()).toBe(false);
  expect(rig.events.at(-1)).toMatchObject({ kind: 'capability', available: false });
  await pos.call('POST', '/merchant/v1/pos/health', report);
  expect(send()).toBe(true);
});

test.each([
  ['another header', { header: 'Idempotency-Key' }, { 'Idempotency-Key': 'e-1' }, {}],
  ['a field of the body', { field: 'eventId' }, {}, { eventId: 'e-1' }],
])('the identifier of an event may travel in %s', async (_, eventId, headers, field) => {
  const rig = createRig({ eventId });
  const pos = await rig.activatedPos();
  const push = async (open: boolean) =>
    pos.call(
      'POST',
      `${path}/PosLocationAvailabilityChanged`,
      { open, ...field },
      { ...headers, 'X-Message-Id': `${open}` },
    );
  expect([(await push(false)).status, (await push(true)).status]).toEqual([204, 204]);
  expect(rig.events.filter(({ kind }) => kind === 'pos-event')).toMatchObject([
    { messageId: 'e-1', repeated: false },
    { messageId: 'e-1', repeated: true },
  ]);
});
