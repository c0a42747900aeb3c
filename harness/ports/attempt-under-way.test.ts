import type { Judgement } from '#schemas';
import { expect, test } from 'vitest';
import { createAttemptUnderWay } from './attempt-under-way.ts';

const attempt = { scenario: 'pos/queue-schedules', property: 'mixed-schedules', plan: [1], seed: 7 };
const judgement = (status: 'failed' | 'warned'): Judgement => ({
  requirement: 'queue/group-order',
  outcome: { status, message: 'm', expected: 'e', actual: 'a' },
});

test('what a law tells of an attempt that gave occasion for it carries its plan, and nothing else does', () => {
  const { turnTo, withPlan } = createAttemptUnderWay();
  expect(withPlan(judgement('failed'))).toEqual(judgement('failed'));
  turnTo(attempt, ['queue/group-order']);
  expect(withPlan(judgement('failed')).outcome).toMatchObject({ status: 'failed', replay: attempt });
  expect(withPlan(judgement('warned'))).toEqual(judgement('warned'));
  expect(withPlan({ ...judgement('failed'), requirement: 'queue/long-polling' }).outcome).not.toHaveProperty('replay');
  turnTo(undefined, ['queue/group-order']);
  expect(withPlan(judgement('failed'))).toEqual(judgement('failed'));
});
