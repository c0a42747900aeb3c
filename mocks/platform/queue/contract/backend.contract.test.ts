import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#mocks/time';
import { fromFifoQueue, type QueueBackend } from '../backend.ts';
import { type ContainerKind, startQueueContainer } from '../remote/containers.ts';
import { createFifoQueue } from '../fifo/fifo-queue.ts';
import type { NewMessage } from '../fifo/message.ts';
import { createRemoteQueues, type RemoteSettings } from '../remote/remote.ts';
import { servePermissiveEndpoint } from '#lab/doubles/platform/permissive-endpoint';

type Open = (name: string) => QueueBackend;
interface Backend {
  readonly name: string;
  /** Throws a sentence when the backend cannot be reached here. */
  readonly connect: () => Promise<{ readonly open: Open; readonly close: () => Promise<void> }>;
}

const remote = async (of: AsyncDisposable & { readonly settings: RemoteSettings }) => ({
  open: createRemoteQueues(of.settings),
  close: async () => await of[Symbol.asyncDispose](),
});
const container = (kind: ContainerKind): Backend => ({
  name: kind,
  connect: async () => remote(await startQueueContainer(kind)),
});

const backends: readonly Backend[] = [
  {
    name: 'embedded',
    connect: async () => ({
      open: () => fromFifoQueue(createFifoQueue({ clock: systemClock })),
      close: async () => undefined,
    }),
  },
  { name: 'our own gateway as an SQS endpoint', connect: async () => remote(await servePermissiveEndpoint()) },
  container('localstack'),
  container('elasticmq'),
  {
    name: 'SQS_ENDPOINT',
    connect: async () => {
      const { SQS_ENDPOINT: endpoint, AWS_REGION: region = 'eu-central-1' } = process.env;
      if (endpoint === undefined)
        throw new Error('SQS_ENDPOINT names no endpoint; credentials come as the AWS SDK finds them');
      return { open: createRemoteQueues({ endpoint, region }), close: async () => undefined };
    },
  },
];

// One suite over every backend that is reachable; vitest prints why another was not.
const wanted = (process.env['CONFORMANCE_BACKENDS'] ?? '').split(',');

describe.each(backends)('$name', ({ name, connect }) => {
  let reached: Awaited<ReturnType<Backend['connect']>> | undefined;
  let why = '';
  beforeAll(async () => {
    reached = await connect().catch((error: Error) => {
      why = error.message;
      return undefined;
    });
  }, 120_000);
  afterAll(async () => await reached?.close());

  const contract = (title: string, work: (queue: Rig) => Promise<void>) =>
    test(title, async ({ skip }) => {
      // Whoever has an engine wants to know that it was tried.
      if (reached === undefined && wanted.includes(name)) throw new Error(why);
      if (reached === undefined) return skip(`not reachable: ${why}`);
      await work(rigFor(reached.open(`contract-${randomUUID()}.fifo`)));
    });

  contract('keeps the order of a group and holds it back while one is in flight', async ({ send, take, queue }) => {
    await send('g1', 'a', 'b', 'c');
    await send('g2', 'x');
    const [first] = await take(1);
    expect((await take(10)).map(({ message }) => message.body)).toEqual(['x']);
    expect(await take(10)).toEqual([]);
    await queue.delete(first?.receiptHandle ?? '');
    expect((await take(1)).map(({ message }) => message.body)).toEqual(['b']);
    expect(first?.message).toMatchObject({ body: 'a', groupId: 'g1' });
  });

  contract(
    'delivers again, counted and with a new handle, once the visibility is over',
    async ({ send, take, queue }) => {
      await send('g1', 'a', 'b');
      const [first] = await take(1, { visibilityMs: 1000 });
      const [again] = await take(1, { waitMs: 5000 });
      expect(again).toMatchObject({ message: { body: 'a' }, receiveCount: 2 });
      expect(again?.receiptHandle).not.toBe(first?.receiptHandle);
      expect(await queue.delete(again?.receiptHandle ?? '')).toBeUndefined();
    },
  );

  contract('makes a message visible when its visibility is set to nothing', async ({ send, take, queue }) => {
    await send('g1', 'a');
    const [first] = await take(1);
    expect(await queue.changeVisibility(first?.receiptHandle ?? '', 0)).toBeUndefined();
    expect(await take(1)).toMatchObject([{ message: { body: 'a' }, receiveCount: 2 }]);
  });

  contract(
    'wakes a long poll when a message arrives, and lets go of one that hangs up',
    async ({ send, take, queue }) => {
      const polling = take(1, { waitMs: 20_000 });
      await send('g1', 'a');
      expect((await polling).map(({ message }) => message.body)).toEqual(['a']);
      const leaving = new AbortController();
      const left = queue.receive({ max: 1, waitMs: 20_000 }, leaving);
      leaving.abort();
      expect(await left).toEqual([]);
    },
  );

  contract('carries text and bytes as attributes, and any text as the body', async ({ queue, take }) => {
    const body = '{"é": "漢 🛒 \\u0000", "x": "<&>"}\r\n';
    const binaryValue = new Uint8Array([0, 255, 7]);
    const attributes = {
      messageKind: { dataType: 'String', stringValue: 'Test' },
      bytes: { dataType: 'Binary', binaryValue },
    };
    await queue.send({ groupId: 'g', deduplicationId: randomUUID(), body, attributes });
    const [{ message } = { message: undefined }] = await take(1);
    expect(message).toMatchObject({ body, attributes: { messageKind: attributes.messageKind } });
    const bytes = message?.attributes['bytes'];
    expect(bytes !== undefined && 'binaryValue' in bytes && Buffer.from(bytes.binaryValue)).toEqual(
      Buffer.from(binaryValue),
    );
  });

  contract('suppresses a message whose deduplication id was used', async ({ queue, take }) => {
    const message = { groupId: 'g', deduplicationId: randomUUID(), body: 'a' };
    await queue.send(message);
    await queue.send({ ...message, body: 'b' });
    expect((await take(10)).map(({ message: taken }) => taken.body)).toEqual(['a']);
  });

  contract('tells a forged handle from one whose message is deleted', async ({ send, take, queue }) => {
    await send('g1', 'a');
    const [first] = await take(1);
    expect(await queue.delete('garbage')).toBe('invalid');
    expect(await queue.delete(first?.receiptHandle ?? '')).toBeUndefined();
    expect(await queue.delete(first?.receiptHandle ?? '')).toBeUndefined();
    expect(await take(1)).toEqual([]);
  });
});

test('a queue that cannot be reached is a service that is not there', async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const queue = createRemoteQueues({ endpoint: 'http://127.0.0.1:1', region: 'eu', credentials })('gone.fifo');
  await expect(queue.delete('handle')).rejects.toMatchObject({ name: 'ServiceUnavailable' });
});

type Rig = ReturnType<typeof rigFor>;

const rigFor = (queue: QueueBackend) => ({
  queue,
  send: async (groupId: string, ...bodies: readonly string[]) => {
    for (const body of bodies) await queue.send({ groupId, deduplicationId: randomUUID(), body } satisfies NewMessage);
  },
  take: async (max: number, request: { readonly waitMs?: number; readonly visibilityMs?: number } = {}) =>
    queue.receive({ max, waitMs: 0, ...request }, new AbortController()),
});
