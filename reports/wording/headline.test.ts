import { expect, test } from 'vitest';
import type { RequirementResult, RunResult } from '#schemas';
import { sample, violation } from '#lab/doubles/reports/reported';
import { headlineOf } from './headline.ts';

const failed: Partial<RequirementResult> = { status: 'failed', violations: [violation()] };
const stale = violation({ cause: 'stale-expected-failure', actual: 'it passed' });
const id = 'order/idempotent';

type Changes = Parameters<typeof sample>[0] & Partial<Pick<RunResult, 'replay' | 'shard' | 'register'>>;
const headline = ({ replay, shard, register, ...changes }: Changes) =>
  headlineOf({
    ...sample(changes).result,
    ...(replay && { replay }),
    ...(shard && { shard }),
    ...(register && { register }),
  });
const replay = (came: 'held' | 'failed' | 'unmet') => ({ scenario: 'merchant/order', property: 'retry', came });

// What a run was like, and what stands above it.
test.each<[string, Changes, string, RegExp]>([
  ['everything passed', {}, 'Conformant', /^Every required behaviour in scope was exercised, and none failed\.$/],
  [
    'known failures in force',
    { rows: { [id]: { status: 'expected-failure' } } },
    'Conformant but for known failures',
    /^1 requirement failed or would have, as expectedFailures says\./,
  ],
  ['--only', { rows: { [id]: { status: 'filtered' } } }, 'Conformant in part', /1 of \d+ requirements are filtered/],
  [
    'an older register',
    { register: { version: '2.0.0', digest: '0', scored: '1.4.0' }, rows: { [id]: { status: 'not-scored' } } },
    'Conformant by register 1.4.0',
    /^1 requirement added since register 1\.4\.0 is not scored\. All other/,
  ],
  [
    'a must that may stay open',
    { rows: { [id]: { status: 'not-exercised' } } },
    'Conformant but for what is tolerated',
    /1 required behaviour could not be exercised/,
  ],
  [
    'a filter and known failures',
    { rows: { [id]: { status: 'expected-failure' }, 'lock/answers': { status: 'filtered' } } },
    'Conformant in part',
    /filtered.*as expectedFailures says.*All other/,
  ],
  ['an interruption', { verdict: 'incomplete', exitCode: 130 }, 'Interrupted', /Nothing had failed by then/],
  [
    'an interruption after a failure',
    { verdict: 'incomplete', exitCode: 130, rows: { [id]: failed } },
    'Interrupted',
    /1 requirement had failed by then/,
  ],
  ['a shard', { verdict: 'incomplete', exitCode: 4, shard: { index: 2, of: 3 } }, 'Shard 2 of 3', /needs all 3 shards/],
  [
    'a failure in a part of a run',
    { verdict: 'non-conformant', exitCode: 1, reason: 'no journal of shard 2/2', rows: { [id]: failed } },
    'Not conformant',
    /this is not the whole run/,
  ],
  [
    'an entry that holds again',
    { verdict: 'non-conformant', exitCode: 1, rows: { [id]: { status: 'failed', violations: [stale] } } },
    'Known failures out of date',
    /nothing else failed/,
  ],
  [
    'an entry about a should that is out of date',
    {
      verdict: 'non-conformant',
      exitCode: 1,
      rows: { [id]: { level: 'should', status: 'warning', violations: [violation(), stale] } },
    },
    'Known failures out of date',
    /nothing else failed/,
  ],
  [
    'a failure and such an entry',
    { verdict: 'non-conformant', exitCode: 1, rows: { [id]: failed } },
    'Not conformant',
    /^The target violates/,
  ],
  ['a plan that holds', { replay: replay('held') }, 'Holds now', /holds now\. Nothing else was tried/],
  [
    'a plan that fails',
    { verdict: 'non-conformant', exitCode: 1, replay: replay('failed'), rows: { [id]: failed } },
    'Not conformant',
    /still fails/,
  ],
  [
    'a plan out of reach',
    { verdict: 'incomplete', exitCode: 4, replay: replay('unmet') },
    'Not replayed',
    /is not known/,
  ],
  [
    'a bug of ours after a failure',
    { verdict: 'harness-error', exitCode: 5, rows: { [id]: failed } },
    'Harness error',
    /What failed before that/,
  ],
  [
    'a target that went away after a failure',
    { verdict: 'not-judged', exitCode: 3, rows: { [id]: failed } },
    'Not judged',
    /What failed before that/,
  ],
])('%s', (_, changes, words, meaning) => {
  const said = headline(changes);
  expect(said.words).toBe(words);
  expect(said.meaning).toMatch(meaning);
  if (changes.rows?.[id]?.status === 'failed') expect(said.meaning).not.toMatch(/nothing (had )?failed/i);
});
