import { serve, toFetch } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { fromFifoQueue } from '#mocks/platform/queue/backend';
import { createEventStream } from '#mocks/platform/calls/event';
import { createFront } from '#mocks/platform/calls/front';
import { createHandedOver } from '#mocks/platform/queue/handed-over';
import { createQueueFaults } from '#mocks/platform/queue/faults';
import { createFifoQueue, type FifoQueue } from '#mocks/platform/queue/fifo/fifo-queue';
import { createQueueGateway } from '#mocks/platform/queue/gateway';
import type { RemoteSettings } from '#mocks/platform/queue/remote/remote';
import { md5, md5OfAttributes } from '#mocks/platform/queue/wire/receive-message';

/**
 * Our own gateway as an SQS endpoint whose credentials may do everything, to try the remote backend where there is no other
 * service. It proves the adapter and its wiring, not what other services do.
 */
export const servePermissiveEndpoint = async (
  address: Parameters<typeof serve>[1] = {},
): Promise<AsyncDisposable & { readonly settings: RemoteSettings }> => {
  const queues = new Map<string, FifoQueue>();
  let current = '';
  const gateway = createQueueGateway({
    clock: systemClock,
    region: 'eu-central-1',
    faults: createQueueFaults(),
    allowChangeVisibility: true,
    directory: {
      secretOf: () => 'test',
      queueOf: () => {
        const queue = queues.get(current);
        return queue && { name: current, backend: fromFifoQueue(queue), integrationProfileId: current };
      },
    },
    handedOver: createHandedOver(systemClock),
  });
  const answering = createFront(gateway, {
    clock: systemClock,
    events: createEventStream(() => systemClock.now()),
    classify: () => ({ name: 'queue', party: 'queue' }),
  });
  const fetch = toFetch(answering);
  const host = await serve(async (request) => {
    const action = request.headers.get('x-amz-target')?.split('.')[1];
    const input = Object(await request.clone().json());
    current =
      String(input.QueueName ?? input.QueueUrl)
        .split('/')
        .at(-1) ?? '';
    if (action === 'CreateQueue') {
      if (!queues.has(current)) queues.set(current, createFifoQueue({ clock: systemClock }));
      return Response.json({ QueueUrl: `${new URL(request.url).origin}/000000000000/${current}` });
    }
    if (action !== 'SendMessage') return fetch(request);
    const attributes = Object.entries(input.MessageAttributes ?? {}).map(([name, value]) => {
      const { DataType, StringValue, BinaryValue } = Object(value);
      return [
        name,
        BinaryValue === undefined
          ? { dataType: DataType, stringValue: StringValue }
          : { dataType: DataType, binaryValue: Buffer.from(BinaryValue, 'base64') },
      ];
    });
    const sent = queues.get(current)?.send({
      groupId: input.MessageGroupId,
      deduplicationId: input.MessageDeduplicationId,
      body: input.MessageBody,
      attributes: Object.fromEntries(attributes),
    });
    return Response.json({
      MessageId: sent?.messageId,
      SequenceNumber: String(sent?.sequence),
      MD5OfMessageBody: md5(input.MessageBody),
      MD5OfMessageAttributes: md5OfAttributes(Object.fromEntries(attributes)),
    });
  }, address);
  return {
    settings: {
      endpoint: host.url,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    },
    async [Symbol.asyncDispose]() {
      for (const queue of queues.values()) queue.close();
      await host[Symbol.asyncDispose]();
    },
  };
};
