import { expect, test } from 'vitest';
import { createClassifier } from '../naming/classify.ts';
import { createQueueReader } from './captured-queue.ts';
import { messagesInXml } from './query-answer.ts';
import { fromRecorded } from './recorded.ts';

const xml = (...messages: readonly string[]) =>
  `<?xml version="1.0"?><ReceiveMessageResponse><ReceiveMessageResult>${messages.join('')}</ReceiveMessageResult></ReceiveMessageResponse>`;
const message = (id: string) =>
  `<Message><MessageId>m</MessageId><ReceiptHandle>handle-${id}</ReceiptHandle>` +
  `<Body>{&quot;messageId&quot;:&quot;${id}&quot;,&#34;messageKind&#x22;:&quot;order&quot;,"note":"a &lt;Message&gt; &amp;amp; more"}</Body>` +
  `<Attribute><Name>MessageGroupId</Name><Value>T&amp;1</Value></Attribute>` +
  `<Attribute><Name>ApproximateReceiveCount</Name><Value>3</Value></Attribute></Message>`;

test('messages are read as they were meant, entities and all', () => {
  expect(messagesInXml(xml(message('m-1')))).toEqual([
    {
      receiptHandle: 'handle-m-1',
      body: '{"messageId":"m-1","messageKind":"order","note":"a <Message> &amp; more"}',
      attributes: new Map([
        ['MessageGroupId', 'T&1'],
        ['ApproximateReceiveCount', '3'],
      ]),
    },
  ]);
  expect(messagesInXml(xml())).toEqual([]);
  expect(messagesInXml('<html></html>')).toBe(undefined);
  expect(messagesInXml(xml('<Message><Body>&#xffffff;&nosuch;</Body></Message>'))).toMatchObject([
    { body: '&#xffffff;&nosuch;' },
  ]);
});

test('whoever never closes what he opens is read in a moment', () => {
  const before = process.cpuUsage();
  expect(messagesInXml(xml('<Message>'.repeat(50_000)))).toHaveLength(50_000);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
});

type Recorded = Parameters<typeof fromRecorded>[0];

const captured = (request: Recorded['request'], response: NonNullable<Recorded['response']>, operation = '') =>
  fromRecorded(
    {
      n: 1,
      scenario: '',
      at: '2026-11-22T06:00:00Z',
      durationMs: 1,
      sender: 'target',
      operation,
      request,
      response,
    },
    createClassifier({}),
  );

const call = (form: Readonly<Record<string, string>>, body: string, more: object = {}) =>
  captured(
    {
      method: 'POST',
      url: '/queue/a.fifo',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    },
    { status: 200, headers: { 'content-type': 'text/xml' }, body, ...more },
  );

test('the query protocol is read whole: what was received, deleted and refused', () => {
  const read = createQueueReader();
  const polled = { Action: 'ReceiveMessage', WaitTimeSeconds: '20' };
  expect(read(call(polled, xml(message('m-1'), message('m-2'))))).toMatchObject({
    waitSeconds: 20,
    messages: [{ messageId: 'm-1', messageKind: 'order', groupId: 'T&1', receiveCount: 3 }, { messageId: 'm-2' }],
  });
  const unasked = message('m-4').replace('ApproximateReceiveCount', 'SenderId');
  expect(JSON.stringify(read(call(polled, xml(unasked))))).not.toContain('receiveCount');
  expect(read(call(polled, xml()))).toEqual({ action: 'receive', waitSeconds: 20, messages: [] });
  expect(read(call(polled, xml(message('m-3')).slice(0, 300), { truncated: true }))).toMatchObject({ partial: true });
  const unreadable = message('m-5').replace('"note":', '"value":«redacted»,"note":');
  expect(read(call(polled, xml(unreadable, message('m-6'))))).toMatchObject({
    messages: [{ messageId: 'm-6' }],
    partial: true,
  });
  const refusedWith = (code: string) =>
    read(call(polled, `<ErrorResponse><Error><Code>${code}</Code></Error>`, { status: 403 }));
  expect(refusedWith('InvalidClientTokenId')).toMatchObject({ partial: true });
  expect(refusedWith('RequestThrottled')).toEqual({ action: 'receive', waitSeconds: 20, messages: [] });
  const batch = {
    Action: 'DeleteMessageBatch',
    'DeleteMessageBatchRequestEntry.1.Id': 'a',
    'DeleteMessageBatchRequestEntry.1.ReceiptHandle': 'handle-m-1',
    'DeleteMessageBatchRequestEntry.2.Id': 'b',
    'DeleteMessageBatchRequestEntry.2.ReceiptHandle': 'handle-m-2',
  };
  const answered =
    '<DeleteMessageBatchResponse><DeleteMessageBatchResult><DeleteMessageBatchResultEntry><Id>a</Id></DeleteMessageBatchResultEntry>' +
    '<BatchResultErrorEntry><Id>b</Id><Code>ReceiptHandleIsInvalid</Code></BatchResultErrorEntry></DeleteMessageBatchResult></DeleteMessageBatchResponse>';
  expect(read(call(batch, answered))).toMatchObject({
    deletions: [
      { messageId: 'm-1', outcome: 'deleted' },
      { messageId: 'm-2', outcome: 'stale' },
    ],
  });
});

const json = (action: string) => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': `AmazonSQS.${action}`,
});

test.each([
  ['JSON names it in a header', json, ''],
  ['a form is named by our journal', () => ({ 'content-type': 'application/x-www-form-urlencoded' }), 'known'],
])('a call that was captured without its body may have asked for anything: %s', (_, headersOf, operation) => {
  const read = createQueueReader();
  const unkept = (action: string) =>
    captured(
      { method: 'POST', url: '/q.fifo', headers: { 'content-length': '195', ...headersOf(action) } },
      { status: 503, headers: {} },
      operation && action,
    );
  expect(read(unkept('ReceiveMessage'))).toEqual({ action: 'receive', messages: [], partial: true });
  expect(read(unkept('DeleteMessage'))).toEqual({
    action: 'delete',
    deletions: [{ receiptHandle: '', outcome: 'faulted' }],
  });
});

test('a form without its body that nobody names is a call of the queue of which nothing is known', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '195' };
  const unnamed = captured({ method: 'POST', url: '/q.fifo', headers }, { status: 200, headers: {} });
  expect([unnamed.call.party, createQueueReader()(unnamed)]).toEqual(['queue', undefined]);
});
