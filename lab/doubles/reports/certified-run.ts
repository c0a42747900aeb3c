import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type JournalEvent, registerDigest, registerVersion, type RunStarted } from '#schemas';
import { merchantScenarios } from '#scenarios';
import type { CliContext } from '#harness/cli/cli-context';
import { all, at, check, ended, passed, started, type Written } from './sample-journal.ts';
import { settle } from '#harness/verdicts/settle';

const planned = merchantScenarios.map(({ id, covers }) => ({ id, covers }));

export interface Differing extends Written {
  readonly start?: Partial<RunStarted>;
  /** Instead of a pass of every requirement. */
  readonly checks?: readonly JournalEvent[];
  readonly finished?: readonly JournalEvent[];
  readonly end?: readonly JournalEvent[];
}

export const begun = ({ start, plan, ...written }: Differing = {}): RunStarted => ({
  ...started({ ...written, plan: { scenarios: planned, omitted: [], notApplicable: [], ...plan } }),
  register: { version: registerVersion, digest: registerDigest() },
  capabilities: {},
  settings: {},
  ...start,
});

/** The journal of a run of the whole merchant suite in which everything passed, apart from what differs. */
export const journalOf = (differing: Differing = {}): readonly JournalEvent[] => {
  const start = begun(differing);
  const done = start.plan.scenarios.map(
    ({ id }): JournalEvent => ({ event: 'scenario-finished', scenario: id, status: 'done', durationMs: 5 }),
  );
  const { checks = all.map((id) => check(passed, id, planned[0]?.id)), finished = done, end = [ended()] } = differing;
  return [start, { event: 'scenario-started', scenario: planned[0]?.id ?? '', at }, ...checks, ...finished, ...end];
};

/** One of several shards of a run in which everything passes, apart from what differs. */
export const shardOf = (index: number, of: number, differing: Differing = {}): readonly JournalEvent[] => {
  const isMine = (_: unknown, position: number): boolean => position % of === index - 1;
  return journalOf({
    shard: { index, of },
    plan: {
      scenarios: planned.filter(isMine),
      omitted: planned
        .filter((one, position) => !isMine(one, position))
        .map((one) => ({ ...one, reason: 'runs in another shard' })),
    },
    ...differing,
  });
};

/** A folder as the run leaves it. */
export const runFolder = (cwd: string, name: string, events: readonly JournalEvent[]): void => {
  mkdirSync(join(cwd, name, 'allure-results'), { recursive: true });
  writeFileSync(join(cwd, name, 'journal.ndjson'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  writeFileSync(join(cwd, name, 'results.json'), JSON.stringify(settle(events)));
  writeFileSync(join(cwd, name, 'exchanges.har'), '{}');
  writeFileSync(join(cwd, name, 'allure-results', 'a-result.json'), '{}');
};

/** What a command may use, and what it said. */
export const cliContextIn = (cwd: string) => {
  const said: string[] = [];
  const context: CliContext = {
    cwd,
    env: {},
    printer: {
      out: (text) => void said.push(text),
      inked: (text) => void said.push(text),
      note: (text) => void said.push(text),
      status: () => undefined,
      answer: () => undefined,
      event: () => undefined,
      pause: () => () => undefined,
      live: false,
      colour: false,
      width: 100,
      listWidth: Number.POSITIVE_INFINITY,
    },
    input: Readable.from([]),
    onInterrupt: () => () => undefined,
    outlive: () => () => undefined,
    open: () => undefined,
  };
  return { context, text: () => said.join('\n') };
};
