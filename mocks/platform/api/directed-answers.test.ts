import { expect, test } from 'vitest';
import { createRig } from '#lab/doubles/platform/platform-rig';

const rig = async () => {
  const made = createRig();
  const pos = await made.activatedPos();
  const sent = made.control.sendCommand(pos.id, {
    messageKind: 'ProductListingsSyncRequested',
    payload: { checkpoint: null },
  });
  if (!sent.ok) throw new Error(sent.message);
  const path = `/merchant/v1/async/ProductListingsSyncRequested/${sent.messageId}`;
  return { ...made, pos, messageId: sent.messageId, path, callback: () => pos.call('POST', path, synced) };
};
const synced = { checkpoint: {}, listings: [] };

test('the next callbacks get the answers decided beforehand and leave the message open', async () => {
  const { control, pos, messageId, callback } = await rig();
  control.answerCallbacks(pos.id, messageId, [{ status: 503 }, { status: 400 }]);
  expect([(await callback()).status, (await callback()).status]).toEqual([503, 400]);
  expect(control.command(pos.id, messageId)?.resultAt).toBeUndefined();
  expect((await callback()).status).toBe(204);
});

test('who is not known is refused, and does not use an answer up', async () => {
  const { control, pos, messageId, path, send, callback } = await rig();
  control.answerCallbacks(pos.id, messageId, [{ status: 503 }]);
  expect((await send('POST', path, synced)).status).toBe(401);
  expect((await callback()).status).toBe(503);
});

test('silence lasts until the caller gives up, or a minute', async () => {
  const { control, pos, messageId, platform, clock, path } = await rig();
  control.answerCallbacks(pos.id, messageId, ['silence']);
  let answered = false;
  const call = pos.call('POST', path, synced).finally(() => {
    answered = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(59_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toBe(false);
  clock.advance(1000);
  expect((await call).status).toBe(0);
  platform.close();
});

test('events of a kind are answered so too', async () => {
  const { control, pos } = await rig();
  control.answerEvents('PosLocationAvailabilityChanged', [{ status: 500 }]);
  const push = () => pos.call('POST', '/merchant/v1/pos/events/PosLocationAvailabilityChanged', { open: true });
  expect([(await push()).status, (await push()).status]).toEqual([500, 204]);
});

test('health reports are answered so too, and a refused one keeps no till alive', async () => {
  const { control, pos } = await rig();
  control.answerHealth([{ status: 503 }]);
  const report = { healthy: true, softwareName: 'Till', softwareVersion: '1' };
  const push = () => pos.call('POST', '/merchant/v1/pos/health', report);
  expect([(await push()).status, (await push()).status]).toEqual([503, 204]);
});

test('the control API directs them too: statuses, silence and dropped connections', async () => {
  const { control, controlCall, pos, messageId, callback } = await rig();
  const path = `/locations/${pos.id}/commands/${messageId}/answers`;
  const answers = [{ status: 503 }, 'drop', { status: 204 }, { status: 304 }];
  expect((await controlCall('POST', path, { answers })).status).toBe(204);
  const seen: number[] = [];
  while (seen.length < answers.length) seen.push((await callback()).status);
  expect(seen).toEqual([503, 0, 204, 304]);
  expect(control.command(pos.id, messageId)?.resultAt).toBeUndefined();
  expect((await callback()).status).toBe(204);
  expect(control.command(pos.id, messageId)?.resultAt).toBeDefined();

  const event = '/events/PosLocationAvailabilityChanged/answers';
  expect((await controlCall('POST', event, { answers: [{ status: 500 }] })).status).toBe(204);
  const push = () => pos.call('POST', '/merchant/v1/pos/events/PosLocationAvailabilityChanged', { open: true });
  expect([(await push()).status, (await push()).status]).toEqual([500, 204]);
});

test.each([
  [[]],
  [[{ status: 99 }]],
  [[{ status: 600 }]],
  [[{ status: '503' }]],
  [['hush']],
  [[{ status: 503, more: 1 }]],
  [[null]],
])('what is no answer is refused: %j', async (answers) => {
  const { controlCall, pos, messageId } = await rig();
  const refused = await controlCall('POST', `/locations/${pos.id}/commands/${messageId}/answers`, { answers });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('"silence", "drop"') } });
});
