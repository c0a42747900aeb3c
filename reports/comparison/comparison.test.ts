import type { RequirementId, RequirementResult } from '#schemas';
import { expect, test } from 'vitest';
import { type Change, changedIn, compared } from './comparison.ts';
import { comparisonMarkdown, comparisonText } from './texts.ts';
import { sample, violation } from '#lab/doubles/reports/reported';

const id = 'order/idempotent';
type Changed = Partial<RequirementResult>;
const runWith = (row: Changed) => sample({ rows: { [id]: row } }).result;
const passed: Changed = { status: 'passed' };
const failed: Changed = { status: 'failed', violations: [violation()] };
const warned: Changed = { status: 'warning', violations: [violation()] };
const known: Changed = { status: 'expected-failure', reason: 'ticket 123', violations: [violation()] };
const untried: Changed = { status: 'not-exercised', checks: 0, reason: 'no basket' };
const unclaimed: Changed = { status: 'not-applicable', checks: 0, reason: 'capabilities.merchant.orders is false' };
const onlyListed: Changed = {
  status: 'failed',
  violations: [violation({ cause: 'stale-expected-failure', actual: 'it passed' })],
};

const found = (was: Changed, is: Changed): readonly Change[] =>
  changedIn(compared(runWith(was), runWith(is)))
    .filter(({ rows }) => rows.some((row) => row.id === id))
    .map(({ change }) => change);

test.each<[string, Changed, Changed, readonly Change[]]>([
  ['still passes', passed, passed, []],
  ['passed and fails', passed, failed, ['broke']],
  ['passed and fails as somebody says it may', passed, known, ['broke']],
  ['warned and fails', warned, failed, ['broke']],
  ['was untried and fails', untried, failed, ['broke']],
  ['passed and was not tried', passed, untried, ['vanished']],
  ['failed and was not tried', failed, untried, ['vanished']],
  ['passed and is no longer claimed', passed, unclaimed, ['vanished']],
  ['passed and warns', passed, warned, ['warns']],
  ['failed and passes', failed, passed, ['fixed']],
  ['was known to fail and passes', known, onlyListed, ['fixed']],
  ['warned and passes', warned, passed, ['fixed']],
  ['failed and only warns', failed, warned, ['fixed']],
  ['was untried and passes', untried, passed, ['exercised']],
  ['is claimed now and passes', unclaimed, passed, ['exercised']],
  ['is untried as before', untried, unclaimed, []],
  ['fails as before', failed, failed, ['failing']],
  ['fails as before, with an entry', failed, known, ['failing']],
  ['is a should now', passed, { ...passed, level: 'should' }, ['level']],
  ['fails as before, and counts for less', failed, { ...warned, level: 'should' }, ['level', 'failing']],
  ['fails now, and counts for less', passed, { ...warned, level: 'should' }, ['broke', 'level']],
])('a requirement that %s', (_, was, is, expected) => {
  expect(found(was, is)).toEqual(expected);
});

test('where something fails as before, causes that are new and causes that are gone are told apart', () => {
  const of = (...causes: readonly string[]): Changed => ({
    ...failed,
    violations: causes.map((cause) => violation({ cause })),
  });
  const [older, newer] = [of('old text', 'same'), of('same', 'fresh')].map(
    (changed) => sample({ rows: { [id]: changed } }).result,
  );
  if (older === undefined || newer === undefined) throw new Error('two results were made');
  const comparison = compared(older, newer);
  expect(comparison.rows.failing).toMatchObject([{ id, causes: { appeared: ['fresh'], vanished: ['old-text'] } }]);
  expect(comparison.isWorse).toBe(false);
  expect(comparisonText(comparison, { colour: false, width: 200 })).toContain('new cause fresh; gone: old-text');
  expect(compared(older, older).rows.failing[0]).not.toHaveProperty('causes');
});

test('what could not be tried again by whoever had found it is not fixed, and nothing ends as it began', () => {
  const { scenario } = violation();
  const lapse = (reason: string): Changed => ({ untried: [{ scenario, reason }] });
  expect(found(failed, { ...passed, ...lapse('sold out') })).toEqual(['vanished']);
  expect(found({ ...failed, ...lapse('no key') }, { ...passed, ...lapse('no key') })).toEqual(['fixed']);
  expect(found(failed, { ...passed, untried: [{ scenario: 'another', reason: 'sold out' }] })).toEqual(['fixed']);
  const older = runWith(failed);
  const omitted = { ...runWith(passed), scenarios: [{ id: scenario, status: 'omitted', durationMs: 0 } as const] };
  const ran = { ...older, scenarios: [{ id: scenario, status: 'done', durationMs: 1 } as const] };
  expect(compared(ran, omitted).rows).toMatchObject({ fixed: [], vanished: [{ id, to: 'not tried again' }] });
  expect(compared(older, runWith(onlyListed)).rows.fixed).toMatchObject([
    { from: 'failed', to: 'passed, still in expectedFailures' },
  ]);
});

test('what the newer run was not asked for has not vanished, and how much that is, is said', () => {
  const older = sample({ rows: { [id]: failed, 'lock/orderable': passed } }).result;
  const newer = sample({ rows: { [id]: passed, 'lock/orderable': { status: 'filtered', checks: 0 } } }).result;
  const { rows, isWorse, circumstances } = compared(older, newer);
  expect([rows.fixed.map((row) => row.id), rows.vanished, isWorse]).toEqual([[id], [], false]);
  const left = '1 requirement left out of the newer run, and not compared';
  expect(circumstances).toEqual([left]);
  const scored = sample({ rows: { [id]: failed, 'lock/orderable': { status: 'not-scored', checks: 0 } } }).result;
  expect(compared(older, scored)).toMatchObject({ rows: { vanished: [], failing: [{ id }] }, circumstances: [left] });
  const parts = [passed, untried].map(
    (row) => sample({ rows: { [id]: row, 'lock/orderable': { status: 'filtered', checks: 0 } } }).result,
  );
  const [part = older, less = older] = parts;
  // Tried too little because less was asked for, and tried too little where as much was.
  expect([compared(older, less).isWorse, compared(part, less).isWorse]).toEqual([false, true]);
});

test('a requirement the newer register lacks is retired; one that is merely missing has vanished', () => {
  const ids: readonly RequirementId[] = ['basket/price', id];
  const older = sample({ ids }).result;
  const newer = sample({ ids: ['basket/price'] }).result;
  expect(compared(older, newer)).toMatchObject({ isWorse: true, rows: { vanished: [{ id, to: 'not there' }] } });
  const other = { ...newer, register: { version: '2', digest: 'other' } };
  expect(compared(older, other)).toMatchObject({ isWorse: false, rows: { retired: [{ id }], vanished: [] } });
  expect(compared(newer, older).rows.exercised.map((row) => row.id)).toEqual([id]);
});

test('versions, assumptions and targets that differ are said', () => {
  const older = sample().result;
  const [first, ...others] = older.assumptions;
  const newer = {
    ...older,
    target: { ...older.target, version: '2026.12' },
    tool: { ...older.tool, version: '0.2.0' },
    register: { version: '2', digest: 'ffff' },
    assumptions: [{ id: first?.id ?? '', value: 'changed', from: 'config' as const, observed: [] }, ...others],
  };
  expect(compared(older, newer).circumstances).toEqual([
    'target version: 2026.11 → 2026.12',
    'conformance: 0.1.0 → 0.2.0',
    'register: 1 (3f9ac1d2) → 2 (ffff)',
    `${first?.id}: ${JSON.stringify(first?.value)} → "changed"`,
  ]);
});

test('the terminal and a job page say the same, the bad news first', () => {
  const older = sample({ rows: { [id]: passed, 'lock/orderable': passed, 'basket/price': failed } }).result;
  const newer = sample({
    verdict: 'non-conformant',
    exitCode: 1,
    rows: {
      [id]: { ...failed, violations: [violation({ message: 'Two <b>orders</b> | one\u202E basket.' })] },
      'lock/orderable': untried,
    },
  }).result;
  const comparison = compared(older, newer);
  expect(comparisonText(comparison, { colour: false, width: 100 })).toMatchInlineSnapshot(`
    "Acme shop 2026.11: Conformant → Not conformant
      1 broke · 1 vanished · 1 fixed

    Broke
      ✗ order/idempotent (must): passed → failed: Two <b>orders</b> | one\\u202e basket.

    Vanished
      ○ lock/orderable (must): passed → not-exercised: no basket

    Fixed
      ✓ basket/price (must): failed → passed"
  `);
  expect(comparisonMarkdown(comparison)).toMatchInlineSnapshot(`
    "## Acme shop 2026\\.11: Conformant → Not conformant

    **1 broke · 1 vanished · 1 fixed**

    ### ✗ Broke

    | requirement | level | | |
    | :-- | :-- | :-- | :-- |
    | order/idempotent | must | passed → failed | Two &lt;b&gt;orders&lt;/b&gt; \\| one\\\\u202e basket\\. |

    ### ○ Vanished

    | requirement | level | | |
    | :-- | :-- | :-- | :-- |
    | lock/orderable | must | passed → not-exercised | no basket |

    ### ✓ Fixed

    | requirement | level | | |
    | :-- | :-- | :-- | :-- |
    | basket/price | must | failed → passed |  |
    "
  `);
  expect(comparisonText(comparison, { colour: true })).toContain('\u001b[31m');
});

test('nothing changed is said too', () => {
  const { result } = sample();
  expect(comparisonText(compared(result, result), { colour: false })).toContain('nothing changed');
});
