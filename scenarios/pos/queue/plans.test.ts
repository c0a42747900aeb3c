import fc from 'fast-check';
import { expect, test } from 'vitest';
import { triedIn } from './queue-invariants.ts';
import { everything, inBrief, type Plan, plans, scheduleOf, type Step } from './plans.ts';

const quiet = { which: 0, group: 0, results: [], again: 'no', queue: 'none', waits: false };

/** What is left of the schedule with everything in it once it has been narrowed down to what matters. */
const narrowed = (matters: (steps: readonly Step[]) => boolean): readonly Step[] | undefined => {
  const holds = (plan: Plan): boolean => !matters(scheduleOf(plan));
  const { counterexample } = fc.check(fc.property(plans(10, { silence: false }), holds), {
    numRuns: 1,
    examples: [[everything]],
  });
  return counterexample?.[0] && scheduleOf(counterexample[0]);
};

test('the schedule with everything is narrowed down to the one step that matters', () => {
  expect(narrowed((steps) => steps.some(({ results }) => results.includes('answered 404')))).toEqual([
    { ...quiet, asks: 'table', results: ['answered 404'] },
  ]);
  expect(narrowed((steps) => steps.some(({ queue }) => queue === 'deletions fail'))).toEqual([
    { ...quiet, asks: 'table', queue: 'deletions fail' },
  ]);
});

test('two things that matter only together stay together', () => {
  const together = narrowed(
    (steps) =>
      steps.some(({ asks }) => asks === 'order') &&
      steps.findLastIndex(({ asks }) => asks === 'same message') >
        steps.findIndex(({ queue }) => queue === 'polls are cut off'),
  );
  expect(together).toHaveLength(2);
  expect(together?.map(({ asks }) => asks)).toEqual(['order', 'same message']);
});

test('the short schedule gives occasion to break whatever the one with everything does', () => {
  expect(triedIn(scheduleOf(inBrief))).toEqual(triedIn(scheduleOf(everything)));
});

test('a schedule fails polls once and goes unanswered once, or it would take minutes', () => {
  const noisy: Step = {
    asks: 'order',
    which: 0,
    group: 1,
    again: 'no',
    waits: false,
    queue: 'polls fail',
    results: ['not answered'],
  };
  const lost: Step = { ...noisy, queue: 'the answer of a poll is lost', results: ['cut off'] };
  expect(scheduleOf({ steps: [noisy, noisy, lost], echoes: [] })).toEqual([
    noisy,
    { ...noisy, queue: 'none', results: [] },
    lost,
  ]);
});

test('no callback goes unanswered in a run that is not thorough', () => {
  const isSilent = ({ steps }: Plan): boolean => steps.some(({ results }) => results.includes('not answered'));
  const drawn = (silence: boolean) => fc.sample(plans(10, { silence }), { numRuns: 100, seed: 1 });
  expect(drawn(false).some(isSilent)).toBe(false);
  expect(drawn(true).some(isSilent)).toBe(true);
});
