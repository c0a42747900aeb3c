import { expect, test } from 'vitest';
import { openStateStore } from './index.ts';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { testFolder } from '#lab/doubles/test-folder';

test('after a restart credentials, callbacks, undelivered messages, tips and availability are there', async () => {
  const path = testFolder();
  const open = async () => {
    const opened = await openStateStore(path);
    if (!opened.ok) throw new Error(opened.reason);
    const { store } = opened;
    const rig = createRig({ store });
    return { ...rig, stop: () => (rig.platform.close(), store.close()) };
  };
  const first = await open();
  const { integrationProfileId: id } = first.control.addLocation({ merchantTaxId: 'tax-1' });
  const { pinCode } = first.control.issuePin(id);
  const { apiConfiguration } = (await first.activate(pinCode)).body;
  const call = first.signedBy(apiConfiguration);
  const { body } = await call('POST', '/merchant/v1/async/test');
  const { body: other } = await call('POST', '/merchant/v1/async/test');
  const nonce = first.control.command(id, body.messageId)?.envelope.payload['nonce'];
  expect((await call('POST', `/merchant/v1/async/Test/${body.messageId}`, { nonce })).status).toBe(204);
  const staff = { phoneNumber: '+48600100200', displayName: 'Ala' };
  await call('PUT', '/merchant/v1/tipRecipients/s1', staff);
  const closed = { open: false };
  expect(
    (await call('POST', '/merchant/v1/pos/events/PosLocationAvailabilityChanged', closed, { 'x-message-id': 'e1' }))
      .status,
  ).toBe(204);
  first.stop();

  const second = await open();
  const again = second.signedBy(apiConfiguration);
  expect((await again('POST', `/merchant/v1/async/Test/${body.messageId}`, { nonce: 'other' })).status).toBe(204);
  expect((await again('POST', `/merchant/v1/async/Test/${other.messageId}`, { nonce: 'other' })).status).toBe(400);
  expect((await again('GET', '/merchant/v1/tipRecipients/s1')).body).toMatchObject({ displayName: 'Ala' });
  expect((await second.activate(pinCode)).body).toMatchObject({ success: false });
  const payload = { orderContext: { type: 'PICKUP', pickupDetails: {} }, items: [] };
  expect(second.control.sendCommand(id, { messageKind: 'OrderSubmissionRequested', payload })).toMatchObject({
    refusal: 'LOCATION_CLOSED',
  });
  expect(JSON.stringify(second.control.describe())).toContain(id);
  second.stop();
});
