import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve, toFetch } from '#mocks/hosting';
import { createManualClock } from '#mocks/time';
import { fromFifoQueue } from '../backend.ts';
import { createEventStream } from '../../calls/event.ts';
import { createFront } from '../../calls/front.ts';
import { createHandedOver } from '../handed-over.ts';
import { createQueueFaults } from '../faults.ts';
import { createFifoQueue } from '../fifo/fifo-queue.ts';
import { createQueueGateway } from '../gateway.ts';
import type { RecordedQueueCall } from '#schemas';
import type { MessageAttributes } from '../fifo/message.ts';
import { boto3Version, createBoto3 } from '#lab/doubles/queue-clients/boto3';
import type { Called, Operation, OpenClient } from '#lab/doubles/queue-clients/client';
import { openJavascriptV2 } from '#lab/doubles/queue-clients/javascript-v2';
import { openJavascriptV3 } from '#lab/doubles/queue-clients/javascript-v3';

const boto3 = boto3Version();
const { open: openBoto3, close: closeBoto3 } = createBoto3();
afterAll(closeBoto3);

const clients: readonly { name: string; open: OpenClient; skip?: string }[] = [
  { name: '@aws-sdk/client-sqs', open: openJavascriptV3 },
  { name: 'aws-sdk 2', open: openJavascriptV2 },
  'reason' in boto3
    ? { name: 'boto3', open: openBoto3, skip: boto3.reason }
    : { name: `boto3 ${boto3.version}`, open: openBoto3 },
];

const secrets: Readonly<Record<string, string>> = { AKIAONE: 'secret+one/=', AKIATWO: 'secret-two' };

describe.each(clients)('$name', ({ open, skip }) => {
  if (skip !== undefined) {
    test.skip(`not run: ${skip}`, () => undefined);
    return;
  }
  // The first import of an SDK takes up to two seconds.
  beforeAll(async () => (await openRig(open))[Symbol.asyncDispose](), 30_000);

  test('receives in order per group, deletes, and finds the queue empty', async () => {
    await using rig = await openRig(open);
    rig.send('g1', 'a', 'b');
    rig.send('g2', 'c');
    const first = await rig.receive({ MaxNumberOfMessages: 1 });
    expect((await rig.receive({ MaxNumberOfMessages: 10 })).map(({ Body }) => Body)).toEqual(['c']);
    expect(await rig.delete(first[0]?.ReceiptHandle)).toMatchObject({ ok: true });
    expect((await rig.receive({ MaxNumberOfMessages: 10 })).map(({ Body }) => Body)).toEqual(['b']);
    expect(await rig.receive()).toEqual([]);
  });

  test('bodies survive: XML characters, carriage returns, quotes, other planes', async () => {
    await using rig = await openRig(open);
    const body = 'a & b < c > d " \' \r\n \r \t é 漢 🛒 ]]> &amp; {"json": "\\u0000"}';
    rig.send('g1', body);
    expect((await rig.receive())[0]?.Body).toBe(body);
  });

  test.each([
    [[], undefined],
    [['Nothing'], undefined],
    [['All'], '4c360f3fdafd970e05fae2f149d997f5'],
    [['.*'], '4c360f3fdafd970e05fae2f149d997f5'],
    [['General', 'Hello'], 'fca026605781cb4126a1e9044df24232'],
    [['Hel.*'], '83fee93c1bcd8b9a5a923ffacdc636c7'],
  ])('attributes asked for as %j come with the MD5 recorded from AWS', async (MessageAttributeNames, md5) => {
    await using rig = await openRig(open);
    rig.sendWith({ General: 'Kenobi', Hello: 'There', 'Help.Me': 'Me' });
    const [message] = await rig.receive({ MessageAttributeNames });
    expect(message?.MD5OfMessageAttributes).toBe(md5);
  });

  test('system attributes come by either parameter name', async () => {
    await using rig = await openRig(open);
    rig.send('g1', 'a');
    rig.send('g2', 'b');
    const [first] = await rig.receive({ AttributeNames: ['All'] });
    expect(first?.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      MessageGroupId: 'g1',
      SentTimestamp: '1000',
      SequenceNumber: '00000000000000000001',
    });
    if (open === openJavascriptV2) return; // 2.1400 is older than the second name.
    const [second] = await rig.receive({ MessageSystemAttributeNames: ['MessageGroupId'] });
    expect(second?.Attributes).toEqual({ MessageGroupId: 'g2' });
  });

  test('a handle whose delivery timed out is InvalidParameterValue, garbage is ReceiptHandleIsInvalid', async () => {
    await using rig = await openRig(open);
    rig.send('g1', 'a');
    const [message] = await rig.receive();
    rig.clock.advance(30_000);
    expect(await rig.delete(message?.ReceiptHandle)).toMatchObject({
      code: expect.stringMatching(/^InvalidParameterValue(Exception)?$/),
      message: expect.stringContaining('The receipt handle has expired.'),
    });
    expect(await rig.delete('garbage')).toMatchObject({ code: 'ReceiptHandleIsInvalid' });
    const [again] = await rig.receive();
    expect(await rig.delete(again?.ReceiptHandle)).toMatchObject({ ok: true });
    expect(await rig.delete(again?.ReceiptHandle)).toMatchObject({ ok: true });
  });

  test('a receive attempt is not repeated after a delete, and its id has 128 characters at most', async () => {
    await using rig = await openRig(open);
    rig.send('g1', 'a', 'b');
    const [first] = await rig.receive({ ReceiveRequestAttemptId: 'attempt-1' });
    expect(await rig.receive({ ReceiveRequestAttemptId: 'attempt-1' })).toMatchObject([
      { ReceiptHandle: first?.ReceiptHandle },
    ]);
    await rig.delete(first?.ReceiptHandle);
    for (const ReceiveRequestAttemptId of ['attempt-1', 'a'.repeat(129), 'with a space'])
      expect(await rig.call('ReceiveMessage', { ReceiveRequestAttemptId })).toMatchObject({
        ok: false,
        code: expect.stringMatching(/^InvalidParameterValue/),
      });
  });

  test('a batch delete says for each entry what came of it', async () => {
    await using rig = await openRig(open);
    rig.send('g1', 'a');
    const [message] = await rig.receive();
    const Entries = [
      { Id: 'one', ReceiptHandle: message?.ReceiptHandle },
      { Id: 'two', ReceiptHandle: 'garbage' },
    ];
    expect(await rig.call('DeleteMessageBatch', { Entries })).toMatchObject({
      ok: true,
      output: { Successful: [{ Id: 'one' }], Failed: [{ Id: 'two', Code: 'ReceiptHandleIsInvalid' }] },
    });
  });

  test.each([
    ['an empty batch', 'DeleteMessageBatch', { Entries: [] }, 'EmptyBatchRequest'],
    [
      'eleven entries',
      'DeleteMessageBatch',
      { Entries: Array.from({ length: 11 }, (_, index) => ({ Id: `e${index}`, ReceiptHandle: 'h' })) },
      'TooManyEntriesInBatchRequest',
    ],
    [
      'one id twice',
      'DeleteMessageBatch',
      { Entries: Array.from({ length: 2 }, () => ({ Id: 'e', ReceiptHandle: 'h' })) },
      'BatchEntryIdsNotDistinct',
    ],
    ['a bad entry id', 'DeleteMessageBatch', { Entries: [{ Id: 'e/1', ReceiptHandle: 'h' }] }, 'InvalidBatchEntryId'],
    ['a wait over 20 seconds', 'ReceiveMessage', { WaitTimeSeconds: 21 }, 'InvalidParameterValue'],
    ['more than 10 messages', 'ReceiveMessage', { MaxNumberOfMessages: 11 }, 'InvalidParameterValue'],
    ['a hidden time over 12 hours', 'ReceiveMessage', { VisibilityTimeout: 43_201 }, 'InvalidParameterValue'],
    ['sending', 'SendMessage', { MessageBody: 'x', MessageGroupId: 'g' }, 'AccessDenied'],
    ['asking for the queue attributes', 'GetQueueAttributes', {}, 'AccessDenied'],
    ['purging', 'PurgeQueue', {}, 'AccessDenied'],
    ['changing visibility', 'ChangeMessageVisibility', { ReceiptHandle: 'h', VisibilityTimeout: 1 }, 'AccessDenied'],
  ] as const)('%s is refused', async (_, operation, input, code) => {
    await using rig = await openRig(open);
    const called = await rig.call(operation, input);
    expect(called.ok ? 'ok' : called.code).toMatch(new RegExp(`^(AWS\\.SimpleQueueService\\.)?${code}(Exception)?$`));
  });

  test('the credentials of one queue open no other queue', async () => {
    await using rig = await openRig(open);
    for (const queue of ['two.fifo', 'never.fifo'])
      expect(await rig.call('ReceiveMessage', { QueueUrl: `${rig.url}/000000000000/${queue}` })).toMatchObject({
        code: expect.stringContaining('AccessDenied'),
      });
  });

  test.each([
    [{ secretAccessKey: 'another' }, /^(SignatureDoesNotMatch|InvalidSignatureException)$/],
    [{ accessKeyId: 'AKIANOBODY' }, /^(InvalidClientTokenId|UnrecognizedClientException)$/],
    [{ region: 'us-east-1' }, /^(SignatureDoesNotMatch|InvalidSignatureException)$/],
  ])('credentials changed to %j are refused', async (change, code) => {
    await using rig = await openRig(open, change);
    const called = await rig.call('ReceiveMessage', {});
    expect(called.ok ? 'ok' : called.code).toMatch(code);
  });

  test('faults hit the stated number of calls, and every call is recorded', async () => {
    await using rig = await openRig(open);
    rig.send('g1', 'a');
    rig.faults.add({ kind: 'error', error: 'ServiceUnavailable', times: 2, action: 'ReceiveMessage' });
    rig.faults.add({ kind: 'drop-before' });
    const codes = [];
    for (let call = 0; call < 4; call += 1) codes.push((await rig.call('ReceiveMessage', {})).ok);
    expect(codes).toEqual([false, false, false, true]);
    expect(rig.calls.map(({ status, fault, action }) => [status, fault, action])).toEqual([
      [503, 'error', 'ReceiveMessage'],
      [503, 'error', 'ReceiveMessage'],
      [0, 'drop-before', 'ReceiveMessage'],
      [200, undefined, 'ReceiveMessage'],
    ]);
  });

  test('an answer is lost when it brings something, also to a poll that waited, and none that began before it was forgotten', async () => {
    await using rig = await openRig(open);
    const lost = { kind: 'drop-after', action: 'ReceiveMessage' } as const;
    rig.faults.add(lost);
    expect((await rig.call('ReceiveMessage', {})).ok).toBe(true);
    const losing = rig.call('ReceiveMessage', { WaitTimeSeconds: 20 });
    await rig.nextPoll();
    rig.send('g1', 'a');
    expect((await losing).ok).toBe(false);
    rig.faults.add(lost);
    const polling = rig.receive({ WaitTimeSeconds: 20 });
    await rig.nextPoll();
    rig.faults.clear();
    rig.send('g2', 'b');
    expect((await polling).map(({ Body }) => Body)).toEqual(['b']);
  });

  test('a long poll is answered as soon as a message arrives', async () => {
    await using rig = await openRig(open);
    const polling = rig.receive({ WaitTimeSeconds: 20 });
    await rig.nextPoll();
    rig.send('g1', 'a');
    expect((await polling).map(({ Body }) => Body)).toEqual(['a']);
  });
});

const openRig = async (open: OpenClient, change: object = {}) => {
  const clock = createManualClock(1000);
  const polled: (() => void)[] = [];
  const queue = createFifoQueue({ clock });
  const backend = fromFifoQueue(queue);
  const watched: typeof backend = {
    ...backend,
    receive: (request, signal) => {
      const receiving = backend.receive(request, signal);
      polled.shift()?.();
      return receiving;
    },
  };
  const calls: RecordedQueueCall[] = [];
  const events = createEventStream(() => clock.now());
  events.subscribe((event) => {
    if (event.kind === 'queue-call') calls.push(event.call);
  });
  const faults = createQueueFaults();
  const gateway = createQueueGateway({
    clock,
    region: 'eu-test-1',
    faults,
    directory: {
      secretOf: (id) => secrets[id],
      queueOf: (id) => ({
        name: id === 'AKIAONE' ? 'one.fifo' : 'two.fifo',
        backend: watched,
        integrationProfileId: 'one',
      }),
    },
    handedOver: createHandedOver(clock),
  });
  const served = await serve(
    toFetch(createFront(gateway, { clock, events, classify: () => ({ name: 'queue', party: 'queue' }) })),
  );
  const settings = { accessKeyId: 'AKIAONE', secretAccessKey: 'secret+one/=', region: 'eu-test-1' };
  const client = await open({ endpoint: served.url, ...settings, ...change });
  const call = (operation: Operation, input: Record<string, unknown>): Promise<Called> =>
    client.call(operation, { QueueUrl: `${served.url}/000000000000/one.fifo`, ...input });
  let sent = 0;
  const sendOne = (groupId: string, body: string, attributes: MessageAttributes = {}) => {
    sent += 1;
    queue.send({ groupId, deduplicationId: `${sent}`, body, attributes });
  };
  return {
    url: served.url,
    clock,
    faults,
    calls,
    call,
    send: (groupId: string, ...bodies: string[]) => {
      for (const body of bodies) sendOne(groupId, body);
    },
    sendWith: (values: Record<string, string>) => {
      const typed = Object.entries(values).map(([name, stringValue]) => [name, { dataType: 'String', stringValue }]);
      sendOne('g1', 'with attributes', Object.fromEntries(typed));
    },
    receive: async (input: Record<string, unknown> = {}) => {
      const called = await call('ReceiveMessage', input);
      if (!called.ok) throw new Error(`${called.code}: ${called.message}`);
      return called.output.Messages ?? [];
    },
    delete: (ReceiptHandle: string | undefined) => call('DeleteMessage', { ReceiptHandle }),
    nextPoll: () => new Promise<void>((resolve) => polled.push(resolve)),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      queue.close();
      await served[Symbol.asyncDispose]();
    },
  };
};
