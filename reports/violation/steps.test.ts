import { expect, test } from 'vitest';
import type { Exchange } from '#schemas';
import { failing } from '#lab/doubles/reports/reported-cases';
import { argumentFor } from './argument.ts';
import { stepsOf } from './steps.ts';

const received = (kind: string): Exchange => ({
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
          Body: JSON.stringify({ messageKind: kind }),
          MessageAttributes: { messageKind: { DataType: 'String', StringValue: kind } },
        },
      ],
    }),
  },
});

test('a poll is told by the kinds of the messages it brought, and by no path', () => {
  const reported = { ...failing(), exchanges: new Map([[4, received('BillRequested')]]) };
  const [row] = reported.result.requirements.filter(({ violations }) => violations.length > 0);
  const [violation] = row?.violations ?? [];
  if (row === undefined || violation === undefined) throw new Error('nothing fails');
  const steps = stepsOf(argumentFor(reported, row, { ...violation, exchanges: [4] }));
  expect(steps).toMatchObject([{ asked: 'asks for messages', answered: '200 BillRequested', wrong: 'call' }]);
});
