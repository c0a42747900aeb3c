import { expect, test } from 'vitest';
import type { Exchange } from '#schemas';
import { failing } from '#lab/doubles/reports/reported-cases';
import { argumentFor } from './argument.ts';
import { stepsOf } from './steps.ts';
import { storiesOf } from './stories.ts';

type Call = Pick<Exchange, 'operation' | 'sender'> & Partial<Exchange['request']> & { readonly answer?: string };

const exchange = (n: number, { operation, sender, answer, ...request }: Call): Exchange => ({
  n,
  at: `2026-11-21T10:00:0${n}.000Z`,
  scenario: 'merchant/one',
  sender,
  operation,
  durationMs: 1,
  request: { method: 'POST', url: '/', headers: {}, ...request },
  response: { status: 200, headers: {}, body: answer ?? '' },
});

const argued = (id: string, all: readonly Exchange[], restsOn: readonly number[]) => {
  const reported = { ...failing(), exchanges: new Map(all.map((one) => [one.n, one])) };
  const [row] = reported.result.requirements.filter(({ violations }) => violations.length > 0);
  const [violation] = row?.violations ?? [];
  if (row === undefined || violation === undefined) throw new Error('nothing fails');
  const { pointer: _, ...whole } = violation;
  return argumentFor(reported, { ...row, id }, { ...whole, exchanges: [...restsOn] });
};

const checkpoint = (position: string): string => Buffer.from(position).toString('base64url');
const page = (n: number, asked: string, ...ids: readonly string[]): Exchange =>
  exchange(n, {
    operation: 'catalogue',
    sender: 'harness',
    url: `https://shop.example/catalogue?limit=1${asked === '' ? '' : `&checkpoint=${checkpoint(asked)}`}`,
    answer: JSON.stringify({ products: ids.map((id) => ({ id, updatedAt: '1970-01-01T00:00:01.000Z' })) }),
  });

test('a failure of a catalogue shows the pages that led to it, each with what was asked and listed', () => {
  const walk = [page(1, '', 'a'), page(2, '1000:a', 'b'), page(3, '', 'x'), page(4, '1000:b', 'c', 'd')];
  const argument = argued('catalogue/limit', walk, [4]);
  expect(stepsOf(argument)).toMatchObject([
    { asked: 'catalogue from the start, limit 1', answered: '200 1 product a' },
    { asked: 'catalogue after 1970-01-01T00:00:01.000Z "a", limit 1', answered: '200 1 product b' },
    { exchange: 4, answered: '200 2 products c … d', wrong: 'answer' },
  ]);
  expect(storiesOf(argument, 'catalogue/limit').map(({ title }) => title)).toEqual([
    'What happened: catalogue/limit',
    'The walk, in the order the products were listed',
  ]);
  // The first page has nobody before it, and what was asked has to be seen too.
  const [story] = storiesOf(argued('catalogue/limit', [page(1, '', 'a', 'b')], [1]), 'catalogue/limit');
  expect(story?.summary).toBe('#1 catalogue from the start, limit 1: 200 2 products a … b ← here.');
});

test('a failure of the queue shows its message from delivery to deletion, with its result', () => {
  const messageId = '680d39cd-414a-4707-b8ad-9e2ac4153c30';
  const message = {
    MessageId: 'sqs-1',
    ReceiptHandle: 'handle-1',
    Body: JSON.stringify({ messageKind: 'OrderSubmissionRequested', messageId }),
  };
  const headers = (action: string) => ({ 'x-amz-target': `AmazonSQS.${action}` });
  const till = [
    exchange(1, {
      operation: 'ReceiveMessage',
      sender: 'target',
      headers: headers('ReceiveMessage'),
      body: '{}',
      answer: JSON.stringify({ Messages: [message] }),
    }),
    exchange(2, {
      operation: 'DeleteMessage',
      sender: 'target',
      headers: headers('DeleteMessage'),
      body: '{"ReceiptHandle":"handle-1"}',
      answer: '{}',
    }),
    exchange(3, {
      operation: 'OrderSubmissionResult',
      sender: 'target',
      url: `/merchant/v1/async/OrderSubmissionRequested/${messageId}`,
    }),
  ];
  const lanes = (id: string) => storiesOf(argued(id, till, [3, 2]), id)[1];
  expect(lanes('queue/delete-after-callback')).toMatchObject({
    title: 'The messages, from delivery to deletion',
    rows: [[messageId, 'OrderSubmissionRequested', '', '1', 'not known', 'not known', '2 s', '1 s', { exchange: 1 }]],
  });
  expect(lanes('submission/texts')).toBeUndefined();
});
