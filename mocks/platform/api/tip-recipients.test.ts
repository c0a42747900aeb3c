import { expect, test } from 'vitest';
import { validate } from '#schemas';
import { createRig } from '#lab/doubles/platform/platform-rig';

const path = '/merchant/v1/tipRecipients';
const anna = { phoneNumber: '+48600100200', displayName: 'Anna' };

test('a put recipient is PENDING until the staff member confirms, then ACTIVE without phone and deadline', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const put = await pos.call('PUT', `${path}/w%201`, anna);
  expect(put).toMatchObject({
    status: 200,
    body: {
      tipRecipient: {
        externalTipRecipientId: 'w 1',
        linkStatus: 'PENDING',
        expiresAt: '2026-11-28T12:00:00.000Z',
        ...anna,
      },
    },
  });
  rig.clock.advance(1000);
  rig.control.confirmTipRecipient(put.body.tipRecipient.id);
  const { body } = await pos.call('GET', `${path}/w%201`);
  expect(body).toEqual({
    id: put.body.tipRecipient.id,
    merchantId: expect.any(String),
    integrationProfileId: pos.id,
    externalTipRecipientId: 'w 1',
    displayName: 'Anna',
    linkStatus: 'ACTIVE',
    linkedAt: '2026-11-21T12:00:01.000Z',
  });
  expect(validate('tip-recipient', body)).toEqual([]);
  expect(await pos.call('GET', path)).toMatchObject({ status: 200, body: { tipRecipients: [body] } });
});

test('the same phone keeps an ACTIVE link, another phone returns it to PENDING', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const { body } = await pos.call('PUT', `${path}/w1`, anna);
  rig.control.confirmTipRecipient(body.tipRecipient.id);
  const renamed = await pos.call('PUT', `${path}/w1`, { ...anna, displayName: 'Ania' });
  expect(renamed.body.tipRecipient).toMatchObject({
    linkStatus: 'ACTIVE',
    displayName: 'Ania',
    id: body.tipRecipient.id,
  });
  const moved = await pos.call('PUT', `${path}/w1`, { ...anna, phoneNumber: '+48600100201' });
  expect(moved.body.tipRecipient).toMatchObject({ linkStatus: 'PENDING', phoneNumber: '+48600100201' });
});

test('a confirmation after the deadline, without identity or for the second time is rejected', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const { body } = await pos.call('PUT', `${path}/w1`, anna);
  const confirm = (verified?: boolean) => () => rig.control.confirmTipRecipient(body.tipRecipient.id, verified);
  expect(confirm(false)).toThrow(/identity/);
  rig.clock.advance(7 * 24 * 3_600_000);
  expect(confirm()).toThrow(/deadline/);
  await pos.call('PUT', `${path}/w1`, anna);
  expect(confirm()).not.toThrow();
  expect(confirm()).toThrow(/already/);
});

test('another merchant neither sees nor changes a recipient', async () => {
  const rig = createRig();
  const [mine, theirs] = [await rig.activatedPos('tax-1'), await rig.activatedPos('tax-2')];
  await mine.call('PUT', `${path}/w1`, anna);
  expect(await theirs.call('GET', `${path}/w1`)).toMatchObject({ status: 404 });
  expect(await theirs.call('GET', path)).toMatchObject({ body: { tipRecipients: [] } });
  await theirs.call('PUT', `${path}/w1`, { ...anna, displayName: 'Mallory' });
  expect((await mine.call('GET', `${path}/w1`)).body).toMatchObject({ displayName: 'Anna' });
});

test.each([{}, { ...anna, phoneNumber: '600100200' }, { phoneNumber: '+48600100200' }, 'null'])(
  '%j is refused',
  async (body) => {
    const pos = await createRig().activatedPos();
    expect(await pos.call('PUT', `${path}/w1`, body)).toMatchObject({ status: 400 });
  },
);

test.each([
  [{ wrapper: 'items', putStatus: 201 }, { items: [{ displayName: 'Anna' }] }],
  [{ wrapper: '', putStatus: 204 }, [{ displayName: 'Anna' }]],
])('wrapper and status are as the settings say: %j', async (tipRecipients, list) => {
  const rig = createRig({ tipRecipients });
  const pos = await rig.activatedPos();
  expect((await pos.call('PUT', `${path}/w-1`, anna)).status).toBe(tipRecipients.putStatus);
  expect((await pos.call('GET', path)).body).toMatchObject(list);
});
