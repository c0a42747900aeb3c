import { type CheckOutcome, isScored, type JournalEvent, registerVersion, type RunResult, validate } from '#schemas';
import { expect, test } from 'vitest';
import { settle } from './settle.ts';
import {
  all,
  check,
  ended,
  everythingPassed,
  failed,
  finished,
  id,
  otherRows,
  passed,
  row,
  settled,
  started,
  untried,
  type Written,
} from '#lab/doubles/reports/sample-journal';

const usedUp: CheckOutcome = { status: 'not-exercised', reason: 'sold out', usedUp: true };
const plan = { scenario: 'merchant/one', property: 'one order', plan: [], seed: 1 };
const replayed = (came: 'held' | 'failed' | 'unmet'): JournalEvent => ({
  event: 'replayed',
  scenario: 'merchant/one',
  property: 'one order',
  came,
});

test.each<[string, readonly CheckOutcome[], string]>([
  ['a pass', [passed], 'passed'],
  ['a failure among passes', [passed, failed, passed], 'failed'],
  ['a warning among passes', [passed, { ...failed, status: 'warned' }], 'warning'],
  ['a failure beside a warning', [{ ...failed, status: 'warned' }, failed], 'failed'],
  ['a pass beside something untried', [untried, passed], 'passed'],
  ['a pass beside an occasion that is used up', [passed, usedUp], 'not-exercised'],
  ['a failure beside an occasion that is used up', [failed, usedUp], 'failed'],
  ['nothing tried', [untried], 'not-exercised'],
  ['nothing reported', [], 'not-exercised'],
])('%s of a must is settled by its worst report', (_, outcomes, status) => {
  expect(row(settled(outcomes.map((outcome) => check(outcome))))?.status).toBe(status);
});

test('a failed row shows what failed, and no warning as if it had', () => {
  const warned: CheckOutcome = { ...failed, status: 'warned', message: 'Odd.', cause: 'odd' };
  expect(row(settled([check(warned), check(failed)]))?.violations.map(({ message }) => message)).toEqual([
    failed.message,
  ]);
  expect(row(settled([check(warned), check(passed)]))?.violations.map(({ message }) => message)).toEqual(['Odd.']);
});

test('what was told at once and then narrowed down is shown as narrowed down', () => {
  const replay = { scenario: 'merchant/one', property: 'one order', plan: 1, seed: 7 };
  const narrowed: CheckOutcome = { ...failed, actual: 'one of it', replay };
  const [violation, ...others] = row(settled([check(failed), check(narrowed), check(failed)]))?.violations ?? [];
  expect(others).toEqual([]);
  expect(violation).toMatchObject({ actual: 'one of it', count: 3 });
});

test('a failed should is a warning, and a severity of the user decides which is which', () => {
  expect(row(settled([check(failed)], { settling: { severity: { [id]: 'should' } } }))).toMatchObject({
    level: 'should',
    status: 'warning',
  });
  const strict = settled([check(passed), check(failed, 'basket/expires-in-future')], {
    settling: { severity: { 'basket/expires-in-future': 'must' } },
  });
  expect(strict).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
  expect(settled([check(passed), check(failed, 'basket/expires-in-future')])).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
  });
});

test.each<[string, readonly JournalEvent[], string, number]>([
  ['all passed', [...everythingPassed, finished, ended()], 'conformant', 0],
  ['a must failed', [...everythingPassed, check(failed), finished, ended()], 'non-conformant', 1],
  ['a must untried', [...otherRows, check(untried), finished, ended()], 'incomplete', 4],
  ['a must failed and another untried', [check(failed), finished, ended()], 'non-conformant', 1],
  [
    'a scenario broke',
    [...everythingPassed, check(failed), { ...finished, status: 'broken', reason: 'oops' } as JournalEvent, ended()],
    'harness-error',
    5,
  ],
  ['we broke', [...everythingPassed, ended('broken', 'oops')], 'harness-error', 5],
  ['the doctor said no', [ended('not-judged', 'unreachable')], 'not-judged', 3],
  ['Ctrl-C', [...everythingPassed, ended('interrupted')], 'incomplete', 130],
  ['Ctrl-C after a failure', [...everythingPassed, check(failed), ended('interrupted')], 'incomplete', 130],
  ['killed', [...everythingPassed, finished], 'incomplete', 4],
  ['killed after a failure', [...everythingPassed, check(failed), finished], 'non-conformant', 1],
])('%s: one verdict and its exit code', (_, events, verdict, exitCode) => {
  const result = settle([started(), ...events]);
  expect(result).toMatchObject({ verdict, exitCode });
  expect(validate('result', result)).toEqual([]);
  expect(result.requirements.map((one) => one.id)).toEqual([...all]);
});

test.each<[string, Written]>([
  ['tolerated', { settling: { tolerate: [...all] } }],
  ['filtered', { plan: { filtered: all.map((requirement) => ({ requirement, reason: 'left out by --skip' })) } }],
  ['not claimed', { plan: { notApplicable: all.map((requirement) => ({ requirement, reason: 'not claimed' })) } }],
])('a run in which everything is %s shows nothing', (_, written) => {
  expect(settle([started(written), ended()])).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
});

test('what the user tolerates may stay untried', () => {
  expect(settled([check(untried)], { settling: { tolerate: [id] } })).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
  });
});

test('one cause is one violation with a count, the exchanges of its first time and a command that shows it again', () => {
  const again = [3, 4, 5, 6, 7, 8].map((n) => check({ ...failed, exchanges: [n] }));
  const counted = { ...check({ ...failed, exchanges: [9] }), count: 94 } as JournalEvent;
  const other = check({ ...failed, cause: 'another' }, id, 'merchant/two');
  const result = settled([...again, counted, other], {
    command: ['run', 'merchant', '--config', "my shop's.yaml", '--out', 'x'],
  });
  expect(row(result)).toMatchObject({
    checks: 101,
    violations: [
      {
        scenario: 'merchant/one',
        count: 100,
        exchanges: [3],
        replay: `conformance run merchant --config 'my shop'\\''s.yaml' --only merchant/one --seed 7 --out x-again`,
      },
      { scenario: 'merchant/two', count: 1, cause: 'another' },
    ],
  });
});

test('a counterexample is replayed from its file', () => {
  const replay = { scenario: 'merchant/one', property: 'one order', plan: [1], seed: 7 };
  expect(row(settled([check({ ...failed, replay })]))?.violations[0]?.replay).toMatch(
    /^conformance run merchant --replay conformance-results\/replays\/\S+\.json --out conformance-results-again$/,
  );
});

test.each<[string, CheckOutcome, string | undefined, string, number]>([
  ['fails as expected', failed, undefined, 'expected-failure', 0],
  ['fails on its last day', failed, '2026-11-21', 'expected-failure', 0],
  ['fails after its last day', failed, '2026-11-20', 'failed', 1],
  ['passes', passed, undefined, 'failed', 1],
  ['was not tried', untried, undefined, 'not-exercised', 4],
])('an expected failure that %s', (_, outcome, expires, status, exitCode) => {
  const entry = { id, reason: 'ticket 123', ...(expires !== undefined && { expires }) };
  const result = settled([check(outcome)], { settling: { expectedFailures: [entry] } });
  expect(result.exitCode).toBe(exitCode);
  expect(row(result)?.status).toBe(status);
  if (status === 'failed') expect(row(result)?.violations.at(-1)?.message).toContain('ticket 123');
});

const one = check({ ...failed, cause: 'one' });
const other = check({ ...failed, cause: 'other' });
const odd = check({ ...failed, status: 'warned', cause: 'other' });

test.each<[string, readonly JournalEvent[], readonly string[], string, string | undefined]>([
  ['excuses its cause', [one], ['one'], 'expected-failure', undefined],
  ['excuses no other cause', [one, other], ['one'], 'failed', undefined],
  ['excuses all together with others', [one, other], ['one', 'other'], 'expected-failure', undefined],
  ['is stale when its cause is gone', [one], ['one', 'other'], 'failed', 'it failed for other causes only'],
  ['is stale when nothing fails', [check(passed)], ['one'], 'failed', 'it passed'],
  ['is not stale while its cause warns beside a failure', [one, odd], ['one', 'other'], 'expected-failure', undefined],
  ['waits for what was not tried', [check(untried)], ['one'], 'not-exercised', undefined],
])('an expected failure with a cause %s', (_, events, causes, status, actual) => {
  const expectedFailures = causes.map((cause) => ({ id, cause, reason: `ticket ${cause}` }));
  const settledRow = row(settled(events, { settling: { expectedFailures } }));
  expect(settledRow?.status).toBe(status);
  const complaints = settledRow?.violations.filter(({ cause }) => cause === 'stale-expected-failure');
  expect(complaints?.map((complaint) => complaint.actual)).toEqual(actual === undefined ? [] : [actual]);
  const known = settledRow?.violations.find(({ cause }) => cause === 'one')?.known;
  expect(known).toBe(events.includes(one) ? 'ticket one' : undefined);
  expect(settledRow?.violations.find(({ cause }) => cause === 'other')?.known).toBe(
    causes.includes('other') && events.includes(other) ? 'ticket other' : undefined,
  );
});

test.each(['passes', 'fails after its last day'])(
  'an expected failure of a should that %s fails the run, not the should',
  (how) => {
    const should = 'basket/expires-in-future';
    const entry = { id: should, reason: 'ticket 123', expires: how === 'passes' ? '2027-01-01' : '2026-11-20' };
    const result = settled([check(passed), check(how === 'passes' ? passed : failed, should)], {
      settling: { expectedFailures: [entry] },
    });
    expect(result).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
    expect(row(result, should)).toMatchObject({ level: 'should', status: 'warning' });
  },
);

test.each<[string, readonly JournalEvent[], string, number, string]>([
  ['holds now', [replayed('held'), check(passed)], 'conformant', 0, 'filtered'],
  ['fails again', [replayed('failed'), check(failed)], 'non-conformant', 1, 'filtered'],
  ['fails again by a law', [replayed('held'), check({ ...failed, replay: plan })], 'non-conformant', 1, 'filtered'],
  ['could not be tried', [replayed('unmet')], 'incomplete', 4, 'not-exercised'],
  ['was not reached', [], 'incomplete', 4, 'not-exercised'],
])('a replay whose plan %s', (_, events, verdict, exitCode, others) => {
  const replay = { scenario: 'merchant/one', property: 'one order' };
  const result = settle([{ ...started(), replay }, ...events, finished, ended()]);
  expect(result).toMatchObject({ verdict, exitCode, replay });
  if (exitCode === 1) expect(result.replay?.came).toBe('failed');
  expect(row(result, 'lock/orderable')?.status).toBe(others);
});

test.each<[string, Written, readonly JournalEvent[], { reason: string; unlock?: string }]>([
  ['its scenario says so', {}, [check(untried)], { reason: 'no basket', unlock: 'merchant.fixtures.baskets' }],
  ['its scenario never told', {}, [], { reason: 'merchant/one ran, but could not reach this check' }],
  [
    'its scenario was left out for want of a key',
    {
      plan: {
        scenarios: [],
        omitted: [{ id: 'merchant/one', covers: [id], reason: 'needs triggers.x', unlock: 'triggers.x' }],
      },
    },
    [],
    { reason: 'merchant/one did not run: needs triggers.x', unlock: 'triggers.x' },
  ],
  [
    'the register names a key that is not set',
    { plan: { scenarios: [], missing: ['merchant.orderUrl'] } },
    [],
    { reason: 'needs merchant.orderUrl, which is not configured', unlock: 'merchant.orderUrl' },
  ],
  ['nobody covers it', { plan: { scenarios: [] } }, [], { reason: 'no scenario covers it' }],
])('a row untried because %s says so', (_, written, events, why) => {
  expect(row(settled(events, written))).toMatchObject(why);
});

test.each([
  ['the claims', 'notApplicable', 'not-applicable'],
  ['the filter', 'filtered', 'filtered'],
] as const)('outside %s a row is %s, unless an exchange told of it anyway', (_, list, status) => {
  const reason = 'it was left out';
  const plan = { [list]: [{ requirement: id, reason }] };
  expect(row(settled([], { plan }))).toMatchObject({ status, reason });
  expect(row(settled([check(failed)], { plan }))?.status).toBe('failed');
});

test('assumptions say what is in force, where from, and what was seen', () => {
  const seen: JournalEvent[] = ['PLN', 'EUR', 'PLN'].map((observation) => ({
    event: 'observed',
    assumption: 'assume/currency-format',
    observation,
  }));
  const result = settled(seen, { settling: { assumptions: { 'assume/catalogue-limit-maximum': 50 } } });
  expect(result.assumptions).toContainEqual({
    id: 'assume/currency-format',
    value: 'any string; schemas of `basket` and `catalogue-page` narrow it',
    from: 'default',
    observed: ['PLN', 'EUR'],
  });
  expect(result.assumptions).toContainEqual({
    id: 'assume/catalogue-limit-maximum',
    value: 50,
    from: 'config',
    observed: [],
  });
});

test('what came after the register that a run is scored by neither fails nor passes', () => {
  const late = 'basket/kept' as const;
  const others = all.filter((one) => one !== late).map((one) => check(passed, one));
  const by = (scoredBy: string, outcome: CheckOutcome): RunResult =>
    settled([...others, check(outcome, late)], {
      settling: { scoredBy, expectedFailures: [{ id: late, reason: 'ticket 1' }] },
    });
  for (const outcome of [passed, { ...failed, status: 'warned' } as const, failed])
    expect(row(by('1.2.0', outcome), late)).toMatchObject({ status: 'not-scored', checks: 0, violations: [] });
  const older = by('1.2.0', failed);
  expect(validate('result', older)).toEqual([]);
  expect(older).toMatchObject({ verdict: 'conformant', exitCode: 0, register: { scored: '1.2.0' } });
  expect(older.counts['passed']).toBe(all.filter((one) => isScored(one, '1.2.0')).length);
  expect(row(older, late)?.reason).toBe('added in register 1.5.0; by that version it is a known failure');
  expect(row(by('1.5.0', failed), late)?.status).toBe('expected-failure');
  expect(by(registerVersion, passed).register.scored).toBeUndefined();
});
