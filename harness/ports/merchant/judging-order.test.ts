import { expect, test } from 'vitest';
import { createJudgingOrder } from './judging-order.ts';

test('what comes next is asked for before an answer is judged, and a later answer is judged after it', async () => {
  const order = createJudgingOrder();
  const said: string[] = [];
  const first = order
    .turn(() => {
      said.push('asked for the second');
      void Promise.resolve().then(() => said.push('sent'));
    })
    .then(() => said.push('judged the first'));
  const second = order.turn().then(() => said.push('judged the second'));
  await Promise.all([first, second]);
  await order.turn();
  expect(said).toEqual(['asked for the second', 'sent', 'judged the first', 'judged the second']);
});
