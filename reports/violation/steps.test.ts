import { expect, test } from 'vitest';
import type { Exchange } from '#schemas';
import { failing } from '#lab/doubles/reports/reported-cases';
import { argumentFor } from './argument.ts';
import { stepsOf } from './steps.ts';

const received = (kind: string, messageId = 'm1'): Exchange => ({
  n: 4,
  at: '2026-11-21T10:00:00.000Z',
  scenario: 'pos/queue',
  sender: 'target',
  operation: 'ReceiveMessage',
  durationMs: 1,
  request: { method: 'POST', url: '/000000000000/orders.fifo', headers: {} },
  response: {
    status: 200,
    headers: {},
    body: JSON.stringify({
      Messages: [
        {
          Body: JSON.stringify({ messageKind: kind, messageId }),
          MessageAttributes: { messageKind: { DataType: 'String', StringValue: kind } },
        },
      ],
    }),
  },
});

const argued = (...all: readonly Exchange[]) => {
  const reported = { ...failing(), exchanges: new Map(all.map((exchange) => [exchange.n, exchange])) };
  const [row] = reported.result.requirements.filter(({ violations }) => violations.length > 0);
  const [violation] = row?.violations ?? [];
  if (row === undefined || violation === undefined) throw new Error('nothing fails');
  return stepsOf(argumentFor(reported, row, { ...violation, exchanges: all.map(({ n }) => n) }));
};

test('a poll is told by the kinds of the messages it brought, and by no path', () => {
  expect(argued(received('BillRequested'))).toMatchObject([
    { asked: 'asks for messages', answered: '200 BillRequested', wrong: 'call' },
  ]);
});

test('the answer to a command names the poll that brought it', () => {
  const command = received('BillRequested', 'message-0001');
  const request = { method: 'POST', url: '/merchant/v1/async/BillRequested/message-0001', headers: {} };
  const answer = { ...command, n: 5, operation: 'callback', request, response: { status: 204, headers: {} } };
  expect(argued(command, answer)[1]?.asked).toBe('callback, answers #4');
  expect(argued(received('BillRequested', 'message-0002'), answer)[1]?.asked).toBe('callback');
});

test('calls are numbered as repeats only where they are about the same order, and by their order where they are not', () => {
  const ordered = (n: number, oaOrderId: string): Exchange => ({
    ...received(''),
    n,
    sender: 'harness',
    operation: 'order',
    request: { method: 'POST', url: 'https://shop.example/order', headers: {}, body: JSON.stringify({ oaOrderId }) },
  });
  const askedOf = (...all: readonly Exchange[]) => argued(...all).map(({ asked }) => asked);
  expect(askedOf(ordered(1, 'a'), ordered(2, 'a'))).toEqual(['order, first time', 'order, second time']);
  expect(askedOf(ordered(1, 'a'), ordered(2, 'b'))).toEqual(['order (the first order)', 'order (the second order)']);
});

test('a basket is known by its own id, whatever its body begins with', () => {
  const pushed = (n: number, product: string): Exchange => ({
    ...received(''),
    n,
    operation: 'basketChange',
    request: {
      method: 'POST',
      url: 'https://platform.example/change',
      headers: {},
      body: JSON.stringify({ products: [{ id: product }], id: 'b' }),
    },
  });
  const asked = argued(pushed(1, 'p'), pushed(2, 'q')).map((step) => step.asked);
  expect(asked).toEqual(['basketChange, first time', 'basketChange, second time']);
});
