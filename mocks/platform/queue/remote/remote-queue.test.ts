import { expect, onTestFinished, test } from 'vitest';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { servePermissiveEndpoint } from '#lab/doubles/platform/permissive-endpoint';
import { createRemoteQueues } from './remote.ts';
import { openJavascriptV3 } from '#lab/doubles/queue-clients/javascript-v3';

const payload = { tableId: 'T1' };

test('a platform whose queues are elsewhere sends, redelivers, duplicates and forgets what was deleted', async () => {
  const endpoint = await servePermissiveEndpoint();
  onTestFinished(async () => await endpoint[Symbol.asyncDispose]());
  const rig = createRig({ queue: { remote: createRemoteQueues(endpoint.settings) } });
  const pos = await rig.activatedPos();
  const { serve } = await import('#mocks/hosting');
  const host = await serve(rig.platform.fetch);
  onTestFinished(async () => await host[Symbol.asyncDispose]());
  const { queueUrl, ...keys } = pos.queue;
  const client = await openJavascriptV3({ endpoint: host.url, ...keys });
  onTestFinished(async () => await client[Symbol.asyncDispose]());
  const take = async () => {
    const called = await client.call('ReceiveMessage', { QueueUrl: queueUrl, WaitTimeSeconds: 5 });
    const [message] = called.ok ? (called.output.Messages ?? []) : [];
    return { messageId: JSON.parse(message?.Body ?? '{}').messageId, handle: message?.ReceiptHandle };
  };
  const remove = async (ReceiptHandle: string | undefined) =>
    (await client.call('DeleteMessage', { QueueUrl: queueUrl, ReceiptHandle })).ok;

  const sent = ['a', 'b'].map(() =>
    rig.control.sendCommand(pos.id, { messageKind: 'TableOrderSnapshotRequested', payload }),
  );
  const [first, second] = sent.map((command) => (command.ok ? command.messageId : ''));
  expect((await take()).messageId).toBe(first);
  expect(rig.control.redeliverEarly(pos.id, first ?? '')).toBe(1);
  const again = await take();
  expect(again.messageId).toBe(first);
  for (const times of [1, 1]) expect(rig.control.duplicateAfterDelete(pos.id, first ?? '', times)).toBe(1);
  expect(await remove(again.handle)).toBe(true);
  const next = await take();
  expect(next.messageId).toBe(second);
  expect(await remove(next.handle)).toBe(true);
  for (let copies = 0; copies < 2; copies += 1) {
    const duplicate = await take();
    expect(duplicate.messageId).toBe(first);
    expect(await remove(duplicate.handle)).toBe(true);
  }
  expect(await remove('garbage')).toBe(false);
  expect(rig.control.describe().locations[0]?.queue).toEqual([]);
});

test('a queue that cannot be reached is told in the journal and answered 503', async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const remote = createRemoteQueues({ endpoint: 'http://127.0.0.1:1', region: 'eu', credentials });
  const rig = createRig({ queue: { remote } });
  const { id } = await rig.activatedPos();
  rig.control.sendCommand(id, { messageKind: 'TableOrderSnapshotRequested', payload });
  await expect.poll(() => rig.events.filter(({ kind }) => kind === 'queue-failure').length).toBe(1);
  const sent = await rig.controlCall('POST', `/locations/${id}/commands`, {
    messageKind: 'TableOrderSnapshotRequested',
    payload,
  });
  expect(sent).toMatchObject({ status: 503, body: { error: 'QueueFailed' } });
});
