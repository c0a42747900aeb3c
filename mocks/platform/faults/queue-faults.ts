import { textIn } from '../../json.ts';
import { jsonAnswer } from '../calls/answer.ts';
import type { Call, Handle } from '../calls/call.ts';
import type { FifoQueue } from '../queue/fifo/fifo-queue.ts';
import type { NewMessage } from '../queue/fifo/message.ts';
import type { FaultKit, PlatformFault } from './platform-fault.ts';
import { sentIn } from './decorators.ts';

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
  'queue:lost-when-received': {
    title: 'a received message that is not deleted never comes again',
    breaks: queue,
    options: (options) => ({ ...options, queue: { ...options.queue, visibilityMs: 30 * day } }),
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
  'queue-credentials:any-secret': {
    title: 'a queue call is accepted with a wrong signature',
    breaks: credentials,
    gateway: (next: Handle) => async (call: Call) => {
      const answer = await next(call);
      return answer.text.includes('signature we calculated does not match') ? jsonAnswer({}) : answer;
    },
  },
} satisfies Readonly<Record<string, PlatformFault>>;
