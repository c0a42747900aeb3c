import { textIn } from '#mocks/json';
import { jsonAnswer } from '#mocks/platform/calls/answer';
import type { Call, Handle } from '#mocks/platform/calls/call';
import type { FifoQueue } from '#mocks/platform/queue/fifo/fifo-queue';
import type { NewMessage } from '#mocks/platform/queue/fifo/message';
import type { FaultKit, PlatformFault } from '#mocks/platform/faults/platform-fault';
import { sentIn } from '#mocks/platform/faults/decorators';

const queue = ['platform/queue'] as const;
const credentials = ['platform/queue-credentials'] as const;
const day = 24 * 3_600_000;

const changed = (sound: FifoQueue, change: (message: NewMessage) => NewMessage): FifoQueue => ({
  ...sound,
  send: (message) => sound.send(change(message)),
});

/** A call of this action is answered as if it had been done. */
const allowed = (action: string, output: object) => (next: Handle) => async (call: Call) =>
  call.request.headers['x-amz-target'] === `AmazonSQS.${action}` ? jsonAnswer(output) : next(call);

/** The queue and its credentials. */
export const queueFaults = {
  'queue:newest-first': {
    title: 'of a group the newest message is delivered first',
    breaks: queue,
    queue: (sound) => ({
      ...sound,
      receive: (request, answer) =>
        request.max > 1
          ? sound.receive(request, answer)
          : sound.receive({ ...request, max: 10 }, (deliveries) => {
              const newest = deliveries.at(-1);
              const rest = deliveries.slice(0, -1);
              for (const { receiptHandle } of rest) sound.changeVisibility(receiptHandle, 0);
              answer(newest === undefined ? [] : [newest]);
            }),
    }),
  },
  'queue:groups-not-held': {
    title: 'a group goes on while one of its messages is in flight',
    breaks: queue,
    queue: (sound) => changed(sound, (message) => ({ ...message, groupId: message.deduplicationId })),
  },
  'queue:visible-early': {
    title: 'a received message comes again after 5 seconds',
    breaks: queue,
    options: (options) => ({ ...options, queue: { ...options.queue, visibilityMs: 5000 } }),
  },
  'queue:forgets-early': {
    title: 'messages are dropped after 4 days, which is the default of SQS',
    breaks: queue,
    options: (options) => ({ ...options, queue: { ...options.queue, retentionMs: 4 * day } }),
  },
  'queue:keeps-for-ever': {
    title: 'messages are never dropped',
    breaks: queue,
    options: (options) => ({ ...options, queue: { ...options.queue, retentionMs: 1000 * day } }),
  },
  'queue:without-attributes': {
    title: 'messages carry no attributes',
    breaks: queue,
    queue: (sound) => changed(sound, ({ attributes: _, ...message }) => message),
  },
  'queue:without-idempotency-key': {
    title: 'the envelope has no idempotencyKey',
    breaks: queue,
    queue: (sound) =>
      changed(sound, (message) => {
        const { idempotencyKey: _, ...envelope } = JSON.parse(message.body);
        return { ...message, body: JSON.stringify(envelope) };
      }),
  },
  'queue-credentials:may-send': {
    title: 'a POS may send messages',
    breaks: credentials,
    gateway: allowed('SendMessage', { MessageId: 'm', MD5OfMessageBody: '' }),
  },
  'queue-credentials:may-purge': {
    title: 'a POS may purge its queue',
    breaks: credentials,
    gateway: allowed('PurgeQueue', {}),
  },
  'queue-credentials:may-read-attributes': {
    title: "a POS may read its queue's attributes",
    breaks: credentials,
    gateway: allowed('GetQueueAttributes', { Attributes: {} }),
  },
  'queue-credentials:any-queue': {
    title: 'a POS may receive from the queue of another location',
    breaks: credentials,
    gateway:
      (next: Handle, { state }: FaultKit) =>
      async (call: Call) => {
        const { headers } = call.request;
        const { QueueUrl } = sentIn(call);
        const name = textIn(QueueUrl).split('/').at(-1);
        const [, key = ''] = /Credential=([^/]+)/.exec(headers['authorization'] ?? '') ?? [];
        const other = [...state.locations.values()].find(({ queueName }) => queueName === name);
        const own = state.queueCredentials.get(key)?.location;
        const receives = headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage';
        if (!receives || own === undefined || other === undefined || other === own) return next(call);
        return new Promise((resolve) => {
          other.queue.receive({ max: 1, waitMs: 0 }, (deliveries) =>
            resolve(jsonAnswer({ Messages: deliveries.map(({ message }) => ({ Body: message.body })) })),
          );
        });
      },
  },
} satisfies Readonly<Record<string, PlatformFault>>;
