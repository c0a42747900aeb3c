import { expect, test } from 'vitest';
import { type Said, stream, told } from '../basket/shop-stream.fixture.ts';
import { timeoutCode } from '../../judging/answer.ts';

const sent: Said = {
  name: 'order',
  request: { oaOrderId: 'a', basket: { id: 'b' } },
  answer: { oaOrderId: 'a', shopOrderId: 'A' },
};
const silent: Said = { ...sent, failure: { code: timeoutCode, message: 'no answer' } };

test('a repeat that nobody answers is no confirmation, unless the same order was confirmed again before', () => {
  expect(told(stream(sent, silent))['order/idempotent']).toEqual(['failed 1 2']);
  expect(told(stream(sent, sent, silent))['order/idempotent']).toEqual(['passed', 'warned 1 3']);
});
