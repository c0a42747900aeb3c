import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';
import { timeoutCode } from '../../../judging/answer.ts';

const sent: Said = {
  name: 'order',
  request: { oaOrderId: 'a', basket: { id: 'b' } },
  answer: { oaOrderId: 'a', shopOrderId: 'A' },
};
const silent: Said = { ...sent, failure: { code: timeoutCode, message: 'no answer' } };

test('a repeat that nobody answers is no confirmation, unless the next one is, or one was before', () => {
  const idempotent = (...said: readonly Said[]) => told(stream(...said))['order/idempotent'];
  expect(idempotent(sent, silent)).toEqual(['failed 1 2']);
  expect(idempotent(sent, silent, silent)).toEqual(['failed 1 3']);
  expect(idempotent(sent, silent, sent)).toEqual(['warned 1 2', 'passed']);
  expect(idempotent(sent, sent, silent)).toEqual(['passed', 'warned 1 3']);
});

test('those that are answered agree, though nobody waited for the answer of the first', () => {
  const other = { ...sent, answer: { oaOrderId: 'a', shopOrderId: 'B' } };
  expect(told(stream(silent, sent, other))['order/idempotent']).toEqual(['failed 2 3']);
});
