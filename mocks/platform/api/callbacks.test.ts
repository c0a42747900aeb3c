import { expect, test } from 'vitest';
import { createRig } from '#lab/doubles/platform/platform-rig';

const synced = { checkpoint: {}, listings: [] };
const sendSync = (rig: ReturnType<typeof createRig>, id: string): string => {
  const request = { messageKind: 'ProductListingsSyncRequested', payload: { checkpoint: null } };
  const sent = rig.control.sendCommand(id, request);
  if (!sent.ok) throw new Error(sent.message);
  return sent.messageId;
};

test('a result is accepted once; a repeat is answered 204 and ignored', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const messageId = sendSync(rig, pos.id);
  const path = `/merchant/v1/async/ProductListingsSyncRequested/${messageId}`;
  expect(await pos.call('POST', path, synced)).toMatchObject({ status: 204, body: undefined });
  expect(await pos.call('POST', path, { checkpoint: { other: 1 }, listings: [] })).toMatchObject({ status: 204 });
  expect(rig.control.command(pos.id, messageId)?.result).toEqual(synced);
});

test('what is in the queue may be answered again, however many commands came since', async () => {
  const rig = createRig({ retention: { keepMs: 3_600_000, most: 2 } });
  const pos = await rig.activatedPos();
  const sendThree = () => [1, 2, 3].map(() => sendSync(rig, pos.id));
  const answer = async (ids: readonly string[]) => {
    const paths = ids.map((id) => `/merchant/v1/async/ProductListingsSyncRequested/${id}`);
    return (await Promise.all(paths.map((path) => pos.call('POST', path, synced)))).map(({ status }) => status);
  };
  const outlive = (ids: readonly string[]) => {
    for (const messageId of ids) rig.control.outlive(pos.id, messageId);
    rig.clock.advance(60_000);
  };
  const before = sendThree();
  const [first = ''] = before;
  expect(await answer(before)).toEqual([204, 204, 204]);
  expect(await answer(before)).toEqual([204, 204, 204]);

  outlive(before);
  rig.control.resendCommand(pos.id, first);
  const since = sendThree();
  expect(await answer([...since, first])).toEqual([204, 204, 204, 204]);

  outlive([...since, first]);
  expect(await answer(sendThree())).toEqual([204, 204, 204]);
  expect(await answer(before)).toEqual([404, 404, 404]);
});

test('an invalid body is answered 400 and the message stays open', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const path = `/merchant/v1/async/ProductListingsSyncRequested/${sendSync(rig, pos.id)}`;
  for (const body of [{}, [], 'null', '{', '', { ...synced, listings: {} }])
    expect(await pos.call('POST', path, body)).toMatchObject({ status: 400 });
  expect(await pos.call('POST', path, synced)).toMatchObject({ status: 204 });
});

test('a message that is unknown, of another location or of another kind is answered 404', async () => {
  const rig = createRig();
  const [pos, sibling, stranger] = [
    await rig.activatedPos(),
    await rig.activatedPos(),
    await rig.activatedPos('tax-2'),
  ];
  const messageId = sendSync(rig, pos.id);
  const kind = '/merchant/v1/async/ProductListingsSyncRequested';
  expect(await pos.call('POST', `${kind}/unknown`, synced)).toMatchObject({ status: 404 });
  expect(await sibling.call('POST', `${kind}/${messageId}`, synced)).toMatchObject({ status: 404 });
  expect(await stranger.call('POST', `${kind}/${messageId}`, synced)).toMatchObject({ status: 404 });
  expect(await pos.call('POST', `/merchant/v1/async/Test/${messageId}`, { nonce: 'n' })).toMatchObject({ status: 404 });
  expect(await pos.call('POST', `${kind}/..%2F..%2F${messageId}`, synced)).toMatchObject({ status: 404 });
  expect(await pos.call('POST', `${kind}/__proto__`, synced)).toMatchObject({ status: 404 });
});

test('the test call puts a nonce into the queue, and only that nonce answers it', async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const { status, body } = await pos.call('POST', '/merchant/v1/async/test');
  expect(status).toBe(200);
  const path = `/merchant/v1/async/Test/${body.messageId}`;
  const nonce = rig.control.command(pos.id, body.messageId)?.envelope.payload['nonce'];
  expect(await pos.call('POST', path, { nonce: 'another' })).toMatchObject({ status: 400 });
  expect(await pos.call('POST', path, { nonce })).toMatchObject({ status: 204 });
});

test('the test call with the credentials of a non-POS integration is answered 403', async () => {
  const rig = createRig();
  const { integrationProfileId } = rig.control.addLocation({ merchantTaxId: 'tax-1', kind: 'shop' });
  const shop = rig.signedBy(rig.control.issueCredentials(integrationProfileId));
  expect(await shop('POST', '/merchant/v1/async/test')).toMatchObject({ status: 403 });
});
