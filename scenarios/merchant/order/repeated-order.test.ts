import { expect, test } from 'vitest';
import { sameOrder } from './repeated-order.ts';
import type { Answer } from '../../context/merchant.ts';

const known = { shopOrderId: 's1', exchange: 1 };
const seen = { exchange: 2, durationMs: 5 };
const answered = (body: unknown): Answer => ({ kind: 'answered', status: 200, body, valid: true, ...seen });
const refused = (status: number): Answer => ({ kind: 'refused', status, text: '', ...seen });

test('a repeat that is answered alike passes, with another order it fails', () => {
  expect(sameOrder(known, answered({ shopOrderId: 's1' }))).toEqual({ status: 'passed' });
  expect(sameOrder(known, answered({ shopOrderId: 's2' }))).toMatchObject({ status: 'failed', exchanges: [1, 2] });
});

test('a repeat turned away is a warning, a crash or silence a failure', () => {
  expect(sameOrder(known, refused(409))).toMatchObject({ status: 'warned' });
  expect(sameOrder(known, refused(500))).toMatchObject({ status: 'failed' });
  expect(sameOrder(known, { kind: 'silent', reason: 'reset', ...seen })).toMatchObject({ status: 'failed' });
});

test('a confirmation whose order cannot be read says nothing', () => {
  expect(sameOrder(known, answered({}))).toMatchObject({ status: 'not-exercised' });
  expect(sameOrder({ ...known, shopOrderId: undefined }, answered({ shopOrderId: 's2' }))).toMatchObject({
    status: 'not-exercised',
  });
});
