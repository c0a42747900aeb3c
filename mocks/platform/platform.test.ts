import { SQS } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { validate } from '#schemas';
import { createRig } from '#lab/doubles/platform/platform-rig';

const openQueue = async (rig: ReturnType<typeof createRig>) => {
  const pos = await rig.activatedPos();
  const served = await serve(rig.platform.fetch);
  const { queueUrl, region, accessKeyId, secretAccessKey } = pos.queue;
  const sqs = new SQS({ endpoint: served.url, region, credentials: { accessKeyId, secretAccessKey } });
  const receive = async () => {
    const { Messages = [] } = await sqs.receiveMessage({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['MessageGroupId'],
    });
    return Messages;
  };
  return {
    ...pos,
    receive,
    delete: (handle?: string) => sqs.deleteMessage({ QueueUrl: queueUrl, ReceiptHandle: handle }),
    async [Symbol.asyncDispose]() {
      sqs.destroy();
      rig.platform.close();
      await served[Symbol.asyncDispose]();
    },
  };
};

test('a command goes from the control API through the queue to its POS, and its result comes back', async () => {
  const rig = createRig();
  await using pos = await openQueue(rig);
  const sent = await rig.controlCall('POST', `/locations/${pos.id}/commands`, {
    messageKind: 'TableOrderSnapshotRequested',
    payload: { tableId: 'T1' },
  });
  const [message] = await pos.receive();
  const envelope = JSON.parse(message?.Body ?? '');
  expect(validate('queue-envelope', envelope)).toEqual([]);
  expect(envelope).toMatchObject({ apiVersion: 'v1', messageId: sent.body.messageId, payload: { tableId: 'T1' } });
  expect(message?.MessageAttributes).toMatchObject({
    messageKind: { StringValue: 'TableOrderSnapshotRequested' },
    messageId: { StringValue: sent.body.messageId },
  });
  expect(message?.Attributes?.MessageGroupId).toBe('station:T1');
  const failure = { success: false, reasonCode: 'UNKNOWN_TABLE', retryable: false };
  const path = `/merchant/v1/async/TableOrderSnapshotRequested/${envelope.messageId}`;
  expect(await pos.call('POST', path, failure)).toMatchObject({ status: 204 });
  await pos.delete(message?.ReceiptHandle);
  const { body } = await rig.controlCall('GET', `/locations/${pos.id}/commands/${envelope.messageId}`);
  expect(body.result).toEqual(failure);
});

test('a command can be sent again, redelivered early and duplicated after its delete', async () => {
  const rig = createRig();
  await using pos = await openQueue(rig);
  const sent = await rig.controlCall('POST', `/locations/${pos.id}/commands`, {
    messageKind: 'ProductListingsSyncRequested',
    payload: { checkpoint: null },
  });
  const command = `/locations/${pos.id}/commands/${sent.body.messageId}`;
  await pos.receive();
  expect(await rig.controlCall('POST', `${command}/redeliver`)).toMatchObject({ body: { redelivered: 1 } });
  const [again] = await pos.receive();
  expect(await rig.controlCall('POST', `${command}/duplicate`, { times: 1 })).toMatchObject({
    body: { duplicated: 1 },
  });
  await pos.delete(again?.ReceiptHandle);
  const [duplicate] = await pos.receive();
  await pos.delete(duplicate?.ReceiptHandle);
  expect(await rig.controlCall('POST', `${command}/resend`)).toMatchObject({ status: 200 });
  const [resent] = await pos.receive();
  expect([again, duplicate, resent].map((message) => message?.Body)).toEqual(Array(3).fill(again?.Body));
});

test('one POS cannot read the queue of another merchant', async () => {
  const rig = createRig();
  await using pos = await openQueue(rig);
  const other = await rig.activatedPos('tax-2');
  rig.control.sendCommand(other.id, { messageKind: 'Test', payload: { nonce: 'n' } });
  expect(await pos.receive()).toEqual([]);
});
