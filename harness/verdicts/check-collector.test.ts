import type { CheckOutcome, JournalEvent } from '#schemas';
import { expect, test } from 'vitest';
import { createCheckCollector } from './check-collector.ts';

const passed: CheckOutcome = { status: 'passed' };
const failed = (message: string): CheckOutcome => ({ status: 'failed', message, expected: 'a', actual: 'b' });

const written = (outcomes: readonly CheckOutcome[]): readonly string[] => {
  const events: JournalEvent[] = [];
  const checks = createCheckCollector('merchant/one', (event) => events.push(event));
  for (const outcome of outcomes) checks.report({ requirement: 'basket/id', by: 'schema', outcome });
  checks.close();
  return events.map((event) => (event.event === 'check' ? `${event.outcome.status} ${event.count ?? 1}` : event.event));
};

test('passes of a scenario are written once and then counted', () => {
  expect(written(Array.from({ length: 1000 }, () => passed))).toEqual(['passed 1', 'passed 999']);
  expect(written([passed])).toEqual(['passed 1']);
});

test('a failure is written up to five times per cause, and then counted', () => {
  const outcomes = [...Array.from({ length: 100 }, () => failed('same')), failed('other')];
  expect(written(outcomes)).toEqual([...Array.from({ length: 6 }, () => 'failed 1'), 'failed 95']);
});

test('ever new causes do not flood the journal', () => {
  const outcomes = Array.from({ length: 1000 }, (_, n) =>
    failed(`cause ${String.fromCodePoint(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + Math.floor(n / 676))}`),
  );
  expect(written(outcomes)).toHaveLength(50 + 5 + 1);
});
