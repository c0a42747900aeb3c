import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { JournalEvent, RunResult, RunStarted } from '#schemas';
import { resultsName } from '../config/files.ts';
import { journalIn } from '../output/run-journal.ts';
import { merge, startsOf } from '../verdicts/merge.ts';
import { scoredBy } from '../verdicts/scored.ts';
import { settle } from '../verdicts/settle.ts';
import { notOneRun } from '../verdicts/shards.ts';
import { clockSkewMs } from './clock-skew.ts';
import { type Gap, requirementGaps, scenarioGaps } from './gaps.ts';

/** A run as its journals tell it; its results files are only compared with that. */
export type FinishedRun = ReturnType<typeof finishedRun>;

/** Reads the run in a folder, or in the folders of its shards. Throws a UsageError for a folder without a run. */
export const finishedRun = (
  folders: readonly string[],
  { cwd, now, register }: { readonly cwd: string; readonly now: number; readonly register: string | undefined },
) => {
  const written = folders.map((folder) => journalIn(folder, cwd));
  const journals = written.map((events) => scoredBy(events, register));
  const starts = startsOf(journals.flat());
  // A journal begins with it.
  const start = starts[0] as RunStarted;
  const apart = notOneRun(starts);
  if (apart !== undefined)
    return {
      start,
      result: settle(journals[0] ?? []),
      shards: [],
      gaps: [{ id: 'the run', why: `is not one: ${apart}`, kind: 'untried' } satisfies Gap],
    };
  const { result } = merge(journals);
  return {
    start,
    result,
    /** Of each folder, in the order they were given. */
    shards: journals.map((events) => shardOf(startsOf(events))),
    gaps: [
      ...edited(written, folders, cwd),
      ...ofTheRun(result, start, now),
      ...requirementGaps(judgedOf(result, start)),
      ...scenarioGaps(judgedOf(result, start)),
    ],
  };
};

/** A folder of merged shards is the whole run. */
const shardOf = ([first, ...others]: readonly RunStarted[]): string | undefined =>
  first?.shard === undefined || others.length > 0 ? undefined : `${first.shard.index}/${first.shard.of}`;

const edited = (journals: readonly (readonly JournalEvent[])[], folders: readonly string[], cwd: string) =>
  journals.flatMap((events, index): readonly Gap[] => {
    const folder = folders[index] ?? '';
    const id = `${folder}/${resultsName}`;
    const rewrite = `conformance report ${folder} writes it again`;
    let written: unknown;
    try {
      written = JSON.parse(readFileSync(join(resolve(cwd, folder), resultsName), 'utf8'));
    } catch {
      return [{ id, why: `cannot be read; ${rewrite}`, kind: 'failed' }];
    }
    const told: unknown = JSON.parse(JSON.stringify(settle(events)));
    if (isDeepStrictEqual(written, told)) return [];
    return [{ id, why: `is not what its journal comes to: somebody changed one of them. ${rewrite}`, kind: 'failed' }];
  });

const ofTheRun = (result: RunResult, { capabilities }: RunStarted, now: number): readonly Gap[] => {
  const gap = (why: string): Gap => ({ id: 'the run', why, kind: 'untried' });
  return [
    ...(result.reason === undefined ? [] : [gap(`is ${result.verdict}: ${result.reason}`)]),
    ...(capabilities === undefined ? [gap('does not say which capabilities the target claims: run again')] : []),
    ...[result.startedAt, result.finishedAt]
      .filter((at) => Date.parse(at) > now + clockSkewMs)
      .slice(0, 1)
      .map((at) => gap(`is of ${at}, which is still to come: set the clock right and run again`)),
  ];
};

const judgedOf = (
  { suite, register, requirements, scenarios }: RunResult,
  { settling, capabilities = {} }: RunStarted,
) => ({
  suite,
  severity: settling.severity,
  capabilities,
  scoredBy: register.scored,
  requirements,
  scenarios,
});
