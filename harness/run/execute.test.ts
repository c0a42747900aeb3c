import { expect, test } from 'vitest';
import type { CheckOutcome, JournalEvent } from '#schemas';
import type { Scenario } from '#scenarios';
import { execute } from './execute.ts';

const requirement = 'order/retry-after-silence';
const failed: CheckOutcome = { status: 'failed', message: 'It was refused.', expected: '2xx', actual: '409' };
const passed: CheckOutcome = { status: 'passed' };
const untold: CheckOutcome = { status: 'not-exercised', reason: 'nothing was confirmed' };

/** What comes of each run of a scenario, the first beside others; how often it ran, and what the journal says. */
const runs = async (...outcomes: readonly CheckOutcome[]) => {
  const events: JournalEvent[] = [];
  let made = 0;
  const suspects: unknown[] = [];
  const perform: Parameters<typeof execute>[1]['perform'] = async (_, checks, _beside, others) => {
    await Promise.resolve();
    suspects.push(...(others?.suspects ?? []));
    checks.report({ requirement, by: 'scenario', outcome: outcomes[made++] ?? passed });
  };
  const { signal } = new AbortController();
  const deps = { emit: (event: JournalEvent) => void events.push(event), clock: { now: () => 0 }, signal, perform };
  const rest = await execute({ id: 'merchant/order-retry' } as Scenario, deps, true);
  await rest?.();
  const said = events.flatMap((event) => (event.event === 'check' ? [event.outcome.status] : []));
  return {
    made,
    said: [...new Set(said)],
    finished: events.filter(({ event }) => event === 'scenario-finished').length,
    ...(suspects.length > 0 && { suspects }),
  };
};

test('what holds beside others is not run again', async () => {
  expect(await runs(passed)).toEqual({ made: 1, said: ['passed'], finished: 1 });
});

test('what failed beside others is run alone until it fails there too, and is told as it was there', async () => {
  expect(await runs(failed, failed)).toEqual({ made: 2, said: ['failed'], finished: 1 });
  expect(await runs(failed, passed, failed)).toEqual({ made: 3, said: ['passed', 'failed'], finished: 1 });
});

test('a plan that failed beside others is handed on to be tried alone', async () => {
  const replay = { scenario: 'merchant/order-retry', property: 'retries', plan: 3, seed: 1 };
  const found: CheckOutcome = { ...failed, replay };
  expect(await runs(found, found)).toEqual({ made: 2, said: ['failed'], finished: 1, suspects: [replay] });
});

test('what fails in company only is not told', async () => {
  expect(await runs(failed)).toEqual({ made: 4, said: ['passed'], finished: 1 });
});

test('what could not be tried beside others is run alone once', async () => {
  expect(await runs(untold)).toEqual({ made: 2, said: ['passed'], finished: 1 });
});
