import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { advanced, noProgress, progressLine } from './progress.ts';
import { sample, violation } from '#lab/doubles/reports/reported';
import { conformant, failing, harnessError, incomplete, notJudged } from '#lab/doubles/reports/reported-cases';
import { summaryText } from './summary.ts';

const plain = { colour: false, width: 100 };

test('a conformant run is said in a few lines', () => {
  const few = sample({ ids: ['basket/id', 'basket/price', 'lock/answers', 'order/confirmed'] });
  expect(summaryText(few, { ...plain, reports: ['out/report.html'] })).toMatchInlineSnapshot(`
    "✓ CONFORMANT   Acme shop 2026.11
      Every required behaviour in scope was exercised, and none failed.
      4 passed
      merchant suite · seed 4711 · 41.3 s

      Passed: basket 2/2, lock 1/1, order 1/1

    Assumptions

      assume/order-success-status: observed: 201 on 14 of 14 confirmations
      assume/catalogue-limit-maximum: configured as 50

    report  out/report.html
    exit    0 (conformant)
    "
  `);
});

test('a folder whose name steers a terminal is spelled out, since ink of ours goes through', () => {
  const text = summaryText(conformant(), { ...plain, reports: ['out\u001b[31m\n/report.html'] });
  expect(text).toContain('report  out\\x1b[31m\\n/report.html');
});

test('the verdict comes first and the exit code last', () => {
  const text = summaryText(incomplete(), plain);
  expect(text).toMatch(/^○ INCOMPLETE {3}Acme shop 2026.11\n/);
  expect(text.trimEnd().split('\n').at(-1)).toBe(
    'exit    4 (incomplete: nothing failed, but a must was not exercised)',
  );
});

test('a failure carries all that is needed to argue', () => {
  const text = summaryText(failing(), plain);
  for (const part of [
    /✗ order\/idempotent {3}MUST {3}\S/,
    'The same oaOrderId gave a second order (shopOrderId "SO-1002" the second time). Look the order',
    'expected   shopOrderId "SO-1001" both times',
    'actual     shopOrderId "SO-1002" the second time',
    'at         /shopOrderId',
    '#31  POST https://shop.example/oa/order?source=app&tenant=[pl] → 201 in 412 ms',
    'story      #30 order, first time: 201\n               #31 order, second time: 201, shopOrderId "SO-1002" the second time ← here\n',
    'costs      Somebody is charged twice, or gets an order twice.',
    '▸   "shopOrderId": "SO-1002"',
    `-H 'Authorization: Bearer '"$AUTHORIZATION"`,
    'again      npx conformance run merchant --replay conformance-results/replays/order-idempotent.json',
  ]) {
    expect(text).toMatch(part);
  }
});

test('a setting that is there and yet did not do says why', () => {
  const run = incomplete();
  const requirements = run.result.requirements.map((row) =>
    row.status === 'not-exercised' && row.unlock !== undefined
      ? { ...row, reason: 'no fixture basket is left for another order (6 configured)' }
      : row,
  );
  expect(summaryText({ ...run, result: { ...run.result, requirements } }, plain)).toContain(
    '\n    no fixture basket is left for another order (6 configured)\n',
  );
  expect(summaryText(run, plain)).not.toContain('is not configured');
});

test('a trigger that is configured and failed is shown with what it answered', () => {
  const run = incomplete();
  const requirements = run.result.requirements.map((row) =>
    row.unlock === 'triggers.createBasket'
      ? { ...row, reason: 'triggers.createBasket failed: 500 no such product' }
      : row,
  );
  const text = summaryText({ ...run, result: { ...run.result, requirements } }, plain);
  expect(text).toContain('Change triggers.createBasket: as it is, 5 requirements could not be exercised\n');
  expect(text).toContain('\n    triggers.createBasket failed: 500 no such product\n');
});

test('what one setting unlocks is one entry', () => {
  expect(summaryText(incomplete(), plain)).toContain('Set triggers.createBasket to exercise 5 requirements\n');
});

test('only assumptions that were observed or configured are listed', () => {
  const text = summaryText(conformant(), plain);
  expect(text).toContain('assume/order-success-status');
  expect(text).toContain('configured as 50');
  expect(text).not.toContain('assume/consent-ids');
});

test('a target cannot steer the terminal', () => {
  const hostile = sample({
    rows: {
      'basket/id': {
        status: 'failed',
        violations: [violation({ message: '\u001B]0;owned\u0007', actual: '\u001B[2J\u009B1m', replay: 'x' })],
      },
    },
  });
  const text = summaryText(hostile, plain);
  expect(stripVTControlCharacters(text)).toBe(text);
  expect(text).toContain('\\x1b[2J\\x9b1m');
});

test('colour changes nothing but the colours', () => {
  const coloured = summaryText(failing(), { ...plain, colour: true });
  expect(coloured).not.toBe(stripVTControlCharacters(coloured));
  expect(stripVTControlCharacters(coloured)).toBe(summaryText(failing(), plain));
});

test('hundreds of failures are ten in full and a pointer to the rest', () => {
  const many = sample({ everyRow: { status: 'failed', violations: [violation()] } });
  const text = summaryText(many, plain);
  expect(text.match(/send it|again {6}/g)).toHaveLength(10);
  expect(text).toContain('more:');
});

test('what else breaks a requirement is a line each, under one block, and the end names what failed and the next step', () => {
  const more = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'].map((pointer) =>
    violation({ pointer, message: 'Also wrong.' }),
  );
  const text = summaryText(
    sample({ rows: { 'basket/id': { status: 'failed', violations: [violation(), ...more] } } }),
    plain,
  );
  expect(text.match(/again {6}/g)).toHaveLength(1);
  expect(text).toContain(
    '    also       /a: Also wrong ("p-17" again, first on page 2).\n               /b: Also wrong ("',
  );
  expect(text).toContain('and in 2 more ways');
  expect(text).toMatch(/\nfailed {2}basket\/id\nnext {4}npx conformance explain basket\/id\nexit /);
});

test('what one defect explains is one block, with what it behaves like, and the finding that came first heads it', () => {
  const failed = { status: 'failed' as const, violations: [violation({ cause: 'one' })] };
  const reported = sample({
    rows: { 'order/idempotent': failed, 'order/retry-after-silence': failed, 'basket/id': failed },
  });
  const findings = ['order/retry-after-silence', 'order/idempotent'].map((requirement) => ({
    requirement,
    cause: 'one',
  }));
  const like = {
    fault: 'f',
    says: 'Behaves like a shop with this defect: it does (2 of 2 findings fit).',
    missing: [],
    others: [],
  };
  reported.result.diagnosis = [{ findings, like }];
  const text = summaryText(reported, plain);
  expect(text.match(/again {6}/g)).toHaveLength(2);
  expect(text).toContain('✗ order/retry-after-silence ');
  expect(text).toContain(`    like       ${like.says}\n    also       order/idempotent: /`);
  expect(text).not.toContain('✗ order/idempotent ');
});

test('what costs a customer money stands before what is written wrongly', () => {
  const failed = { status: 'failed' as const, violations: [violation()] };
  const text = summaryText(
    sample({ rows: { 'basket/id': failed, 'lock/orderable': failed, 'order/idempotent': failed } }),
    plain,
  );
  expect(text).toContain('\nfailed  order/idempotent, lock/orderable, basket/id\n');
  expect(text.indexOf('✗ order/idempotent')).toBeLessThan(text.indexOf('✗ basket/id'));
});

test('a run that was not judged says why and lists no wall of ids', () => {
  const text = summaryText(notJudged(), plain);
  expect(text).toContain('refused the connection (ECONNREFUSED)');
  expect(text.split('\n').length).toBeLessThan(12);
  expect(text).toContain('\nnext    npx conformance doctor merchant\n');
  expect(text).not.toContain('Not exercised');
});

test('a broken scenario is named with its cause', () => {
  expect(summaryText(harnessError(), plain)).toContain('⚠ merchant/order: TypeError');
});

test('the live line counts, names what runs, and never exceeds the width', () => {
  const begun = [
    { event: 'scenario-started', scenario: 'merchant/order', at: '2026-11-20T09:00:00Z' },
    { event: 'exchange', exchange: { n: 1 } as never },
    {
      event: 'check',
      scenario: 'merchant/order',
      requirement: 'order/idempotent',
      by: 'scenario',
      outcome: { status: 'failed', message: 'm', expected: 'e', actual: 'a' },
    },
  ] as const;
  const progress = begun.reduce(advanced, { ...noProgress, planned: 8, startedAt: 1000 });
  expect(progressLine(progress, { colour: false, width: 100, now: 4500 })).toBe(
    '0/8 scenarios · 1 exchange · 1 failed · 3.5 s · merchant/order',
  );
  expect(progressLine(progress, { colour: false, width: 20, now: 4500 })).toBe('0/8 scenarios · 1…');
});

test('every field is broken at words, and only what is copied is wider than the terminal', () => {
  const lines = summaryText(failing(), { colour: false, width: 46 }).split('\n');
  const start = lines.findIndex((line) => line.startsWith('    expected'));
  const end = lines.findIndex((line) => line.startsWith('    exchange'));
  expect(start).toBeGreaterThan(0);
  for (const line of lines.slice(start, end)) expect(line.length, line).toBeLessThanOrEqual(46);
});

test('a table among the settings is told by its names, not as JSON', () => {
  const reported = conformant();
  const assumptions = [
    {
      id: 'assume/unfinalised-shapes' as const,
      value: { 'order-item': { type: 'object' } },
      from: 'config' as const,
      observed: [],
    },
  ];
  const text = summaryText({ ...reported, result: { ...reported.result, assumptions } }, plain);
  expect(text).toContain('configured as values for order-item\n');
});
