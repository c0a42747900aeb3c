import { type JournalEvent, requirementsOf, type RunResult } from '#schemas';

/**
 * Where a result claims more, or less, than its journal tells: a sentence each. Written without the code that settles
 * journals, so that it can catch it.
 */
export const untruths = (journal: string, result: RunResult, exitCode: number | null): readonly string[] => {
  const events = eventsIn(journal);
  const told = (id: string, ...statuses: readonly string[]): boolean =>
    events.some(
      (event) => event.event === 'check' && event.requirement === id && statuses.includes(event.outcome.status),
    );
  const hasEnded = events.some((event) => event.event === 'run-finished');
  const finished = new Set(events.flatMap((event) => (event.event === 'scenario-finished' ? [event.scenario] : [])));
  const hasFailed = result.requirements.some(({ status }) => status === 'failed');
  const exchanges = events.filter((event) => event.event === 'exchange').length;
  const claims: readonly (readonly [boolean, string])[] = [
    [exitCode === result.exitCode, `the process ended with ${exitCode}, the result says ${result.exitCode}`],
    [
      hasEnded || result.verdict === (hasFailed ? 'non-conformant' : 'incomplete'),
      `it never ended, and is called ${result.verdict}`,
    ],
    [hasEnded || result.exitCode === (hasFailed ? 1 : 4), `it never ended, and has the exit code ${result.exitCode}`],
    [result.counts['exchanges'] === exchanges, `${exchanges} exchanges are called ${result.counts['exchanges']}`],
    ...requirementsOf(result.suite).map((id) => {
      const count = result.requirements.filter((row) => row.id === id).length;
      return [count === 1, `${id} is there ${count} times`] as const;
    }),
    ...result.requirements.map(({ id, status }) => {
      const holds = {
        passed: told(id, 'passed') && !told(id, 'failed', 'warned'),
        failed: told(id, 'failed'),
        warning: told(id, 'failed', 'warned'),
        'expected-failure': told(id, 'failed', 'warned'),
        'not-exercised': !told(id, 'passed', 'failed', 'warned'),
        'not-applicable': !told(id, 'passed', 'failed', 'warned'),
        filtered: !told(id, 'passed', 'failed', 'warned'),
        // Whatever was told.
        'not-scored': true,
      }[status];
      return [holds, `${id} is called ${status}`] as const;
    }),
    ...result.scenarios.map(
      ({ id, status }) => [finished.has(id) === (status !== 'omitted'), `${id} is called ${status}`] as const,
    ),
  ];
  return claims.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
};

/** A kill may cut the last line off. */
const eventsIn = (journal: string): readonly JournalEvent[] =>
  journal.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as JournalEvent];
    } catch {
      return [];
    }
  });
