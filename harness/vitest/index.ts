/** The package's `conformance/vitest`: a suite inside a team's own Vitest, one test for each requirement. */
import { AssertionError } from 'node:assert';
import { afterAll, describe, test, type TestContext } from 'vitest';
import { type Party, type RequirementId, requirement, requirementsOf } from '#schemas';
import { scenariosOf } from '#scenarios';
import { createFilter } from '../plan/filter.ts';
import type { SuiteOptions } from './suite-run.ts';
import { runInThread, type ThreadRun } from './run-in-thread.ts';
import { hasReporter, tellAllure } from './tell-allure.ts';

export type { SuiteOptions };

const defaultTimeoutMs = 10 * 60_000;

/**
 * Declares the tests of a suite: one for each requirement, in a block for each area. The target is certified once, when
 * the first of them runs. What fails is an assertion error, what was not tried is skipped with its reason.
 */
export const certify = (suite: Party, options: SuiteOptions = {}): void => {
  const { timeoutMs: timeout = defaultTimeoutMs, strict = true } = options;
  // Where the reader finds what failed: not in here.
  const site = new Error('declared here');
  Error.captureStackTrace(site, certify);
  let running: ReturnType<typeof start> | undefined;
  const judged = async (): Promise<ThreadRun> => await (running ??= start(suite, options)).done;
  const { only = [], skip = [] } = options;
  const filter = createFilter({ suite, scenarios: scenariosOf[suite], only, skip, word: '--only' });
  const isInScope = (id: RequirementId): boolean => filter.leavesOut(id) === undefined || filter.isSeenAnyway(id);

  describe(`conformance ${suite}`, () => {
    afterAll(async () => await running?.stop());

    test('the target can be judged', { timeout, retry: 0 }, async () => {
      const { result } = await judged();
      if (result.verdict === 'not-judged' || result.verdict === 'harness-error')
        throw saidAt(site, new Error(`${result.verdict}: ${result.reason ?? 'for no reason that is known'}`));
    });

    const areas = Map.groupBy(requirementsOf(suite).filter(isInScope), (id) => id.split('/')[0] ?? id);
    for (const [area, ids] of areas)
      describe(area, () => {
        for (const id of ids)
          test(id, { timeout, retry: 0 }, async (context) => {
            const run = await judged().catch(() => undefined);
            if (run === undefined) return context.skip('the run could not be started');
            await say(run, id, context, site);
          });
      });

    // Silence is no pass: a `must` that was skipped leaves the target unjudged.
    if (strict)
      test('verdict', { timeout, retry: 0 }, async (context) => {
        const run = await judged().catch(() => undefined);
        if (run === undefined) return context.skip('the run could not be started');
        if (run.result.verdict === 'incomplete') throw saidAt(site, new Error(openPoints(run)));
      });
  });
};

/** With a clock of their own they want it in the same thread. */
const start = (suite: Party, options: SuiteOptions): ReturnType<typeof runInThread> =>
  options.clock === undefined ? runInThread(suite, options) : runHere(suite, options);

const runHere = (suite: Party, options: SuiteOptions): ReturnType<typeof runInThread> => {
  const stop = new AbortController();
  const done = import('./suite-run.ts').then(async ({ runSuite }): Promise<ThreadRun> => {
    const { storyOf, ...run } = await runSuite(suite, options, stop.signal);
    return { ...run, storyOf: (row) => Promise.resolve(storyOf(row)) };
  });
  return {
    done,
    async stop() {
      stop.abort(new Error('the tests are over'));
      await done.catch(() => undefined);
    },
  };
};

const openPoints = ({ result: { reason }, untried }: ThreadRun): string =>
  [
    `incomplete: ${reason ?? 'not all of it was tried'}. Configure what is missing, or set strict: false.`,
    ...untried.map((row) => `  ${row.id}: ${row.reason ?? ''}${row.unlock === undefined ? '' : ` (${row.unlock})`}`),
  ].join('\n');

/** What a shop that is a function cannot be certified with. */
const again = /^( *again +)npx conformance run .*$/gm;

const say = async ({ result, rows, storyOf }: ThreadRun, id: RequirementId, context: TestContext, site: Error) => {
  const row = rows.get(id);
  if (row === undefined) return context.skip('not in the scope of this run');
  const story = await storyOf(row, hasReporter());
  await tellAllure(story);
  const { status, statusDetails } = story.result;
  const { message = id, trace, expected, actual } = statusDetails;
  const { rule } = requirement(id);
  if (row.status === 'warning') await context.annotate?.(message, 'warning');
  if (status === 'failed')
    throw saidAt(
      site,
      new AssertionError({
        message:
          `${message}\n\n${rule}\n\n${(trace ?? '').replaceAll(again, `$1certify with seed: ${result.seed}`)}`.trimEnd(),
        expected,
        actual,
      }),
    );
  if (status === 'broken') throw saidAt(site, new Error(message));
  if (status === 'skipped') context.skip(message);
};

/** An error with the place that asked for it, in its reader's own file. */
const saidAt = <Kind extends Error>(site: Error, error: Kind): Kind => {
  const frames = site.stack?.split('\n').slice(1).join('\n') ?? '';
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
};
