import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type JournalEvent, registerDigest, type RunResult, type RunStarted } from '#schemas';
import { resultsName } from '../config/run-files.ts';
import { journalIn } from '../output/journal-in.ts';
import { merge } from '../verdicts/merge.ts';
import { settle } from '../verdicts/settle.ts';
import { type Gap, requirementGaps, scenarioGaps } from './gaps.ts';

/** A run as its journals tell it; its results files are only compared with that. */
export interface FinishedRun {
  readonly start: RunStarted;
  readonly result: RunResult;
  /** Of each folder, in the order they were given. */
  readonly shards: readonly (string | undefined)[];
  /** What stands in the way of a certificate. */
  readonly gaps: readonly Gap[];
}

/** Reads the run in a folder, or in the folders of its shards. Throws a UsageError for a folder without a run. */
export const finishedRun = (folders: readonly string[], cwd: string): FinishedRun => {
  const journals = folders.map((folder) => journalIn(folder, cwd));
  const starts = journals.flatMap((events) => events.filter((event) => event.event === 'run-started'));
  // A journal begins with it.
  const start = starts[0] as RunStarted;
  const apart = belonging(starts, journals.length);
  if (apart.length > 0) return { start, result: settle(journals[0] ?? []), shards: [], gaps: apart };
  const { result } = merge(journals);
  return {
    start,
    result,
    shards: starts.map(({ shard }) => (shard === undefined ? undefined : `${shard.index}/${shard.of}`)),
    gaps: [
      ...edited(journals, folders, cwd),
      ...ofTheRun(result, start),
      ...requirementGaps(judgedOf(result, start)),
      ...scenarioGaps(judgedOf(result, start)),
    ],
  };
};

/** Whether the journals are those of one run: the same but for the shard, each shard once. */
const belonging = (starts: readonly RunStarted[], journals: number): readonly Gap[] => {
  const gap = (why: string): readonly Gap[] => [{ id: 'the run', why, kind: 'untried' }];
  if (starts.length !== journals) return gap('is written twice in one journal');
  if (starts.length > 1 && starts.some(({ shard }) => shard === undefined))
    return gap('is not one: several folders can only be its shards');
  const [first, ...others] = starts.map(({ at, command, shard, plan, ...same }) => ({ ...same, of: shard?.of }));
  if (others.some((other) => !isDeepStrictEqual(first, other)))
    return gap('is not one: the shards differ in configuration, seed or version');
  const indices = starts.map(({ shard }) => shard?.index);
  return new Set(indices).size < indices.length ? gap('has a shard that is given twice') : [];
};

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

const ofTheRun = (result: RunResult, { register, capabilities }: RunStarted): readonly Gap[] => {
  const gap = (why: string): Gap => ({ id: 'the run', why, kind: 'untried' });
  return [
    ...(result.reason === undefined ? [] : [gap(`is ${result.verdict}: ${result.reason}`)]),
    ...(capabilities === undefined ? [gap('does not say which capabilities the target claims: run again')] : []),
    ...(register.digest === registerDigest()
      ? []
      : [gap(`was judged by another register (${register.version}): run again`)]),
  ];
};

const judgedOf = ({ suite, requirements, scenarios }: RunResult, { settling, capabilities = {} }: RunStarted) => ({
  suite,
  severity: settling.severity,
  capabilities,
  requirements,
  scenarios,
});
