import { expect, test } from 'vitest';
import { createRig } from '#lab/doubles/platform/platform-rig';

const test503 = { path: '/merchant/v1/async/Test/', status: 503 };

const openTest = async () => {
  const rig = createRig();
  const pos = await rig.activatedPos();
  const { messageId } = (await pos.call('POST', '/merchant/v1/async/test')).body;
  const nonce = rig.control.command(pos.id, messageId)?.envelope.payload['nonce'];
  const answer = () => pos.call('POST', `/merchant/v1/async/Test/${messageId}`, { nonce });
  const isAccepted = () => rig.control.command(pos.id, messageId)?.resultAt !== undefined;
  return { ...rig, answer, isAccepted };
};

test('a callback can be answered 503 before it is accepted, for as many calls as were asked for', async () => {
  const { controlCall, answer, isAccepted } = await openTest();
  await controlCall('POST', '/apiFaults', { kind: 'status-before', times: 2, ...test503 });
  expect([(await answer()).status, (await answer()).status, isAccepted()]).toEqual([503, 503, false]);
  expect([(await answer()).status, isAccepted()]).toEqual([204, true]);
});

test('a callback can be accepted and yet answered 503, so that the POS repeats it', async () => {
  const { controlCall, answer, isAccepted, events } = await openTest();
  await controlCall('POST', '/apiFaults', { kind: 'status-after', ...test503 });
  expect([(await answer()).status, isAccepted()]).toEqual([503, true]);
  expect((await answer()).status).toBe(204);
  expect(events.findLast(({ kind }) => kind === 'callback')).toMatchObject({ repeated: true });
});

test('a fault for another path hits nobody, and can be forgotten', async () => {
  const { controlCall, answer } = await openTest();
  await controlCall('POST', '/apiFaults', { kind: 'drop-before', path: '/merchant/v1/pos/' });
  expect((await answer()).status).toBe(204);
  expect((await controlCall('GET', '/apiFaults')).body.faults).toHaveLength(1);
  await controlCall('DELETE', '/apiFaults');
  expect((await controlCall('GET', '/apiFaults')).body.faults).toEqual([]);
});
