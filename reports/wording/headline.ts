import type { RequirementResult, RunResult } from '#schemas';
import { countOf, plural, verdicts } from './statuses.ts';
import { printableLine } from './printable.ts';

/** What stands above everything else, and is true of this very run. */
export interface Headline {
  readonly sign: string;
  readonly words: string;
  readonly meaning: string;
}

/** A verdict alone says too much of a run that was filtered, interrupted, excused or only a part. */
export const headlineOf = (result: RunResult): Headline => ({
  ...verdicts[result.verdict],
  ...ofVerdict[result.verdict](result),
});

const notTheRest = 'What failed before that is listed below; nothing is said of the rest.';

const ofVerdict: Readonly<Record<RunResult['verdict'], (result: RunResult) => Partial<Headline>>> = {
  conformant: (result) => replayed(result) ?? conformantBut(result),
  'non-conformant': (result) => {
    if (failedRows(result).every(isOnlyListed)) return outOfDate(result);
    const still = replayed(result);
    if (still !== undefined) return still;
    if (result.reason === undefined) return {};
    return { meaning: `${verdicts['non-conformant'].meaning} And this is not the whole run.` };
  },
  incomplete: (result) => {
    const failed = failedRows(result).length;
    if (result.exitCode === interrupted)
      return {
        words: 'Interrupted',
        meaning: `The run was ended before it was over. ${failed === 0 ? 'Nothing had failed by then' : `${plural(failed, 'requirement')} had failed by then`}; nothing is said of the rest.`,
      };
    if (result.replay !== undefined)
      return {
        words: 'Not replayed',
        meaning: 'The stored plan could not be tried, so it is not known whether it still fails.',
      };
    if (result.shard === undefined) return {};
    const { index, of } = result.shard;
    return {
      words: `Shard ${index} of ${of}`,
      meaning: `Nothing failed in this shard. The verdict needs all ${of} shards.`,
    };
  },
  'not-judged': (result) =>
    failedRows(result).length === 0 ? {} : { meaning: `The target could not be examined to the end. ${notTheRest}` },
  'harness-error': (result) =>
    failedRows(result).length === 0 ? {} : { meaning: `The harness itself broke. ${notTheRest}` },
};

const interrupted = 130;

const failedRows = ({ requirements }: RunResult): readonly RequirementResult[] =>
  requirements.filter((row) => row.status === 'failed' || row.violations.some(isEntry));

/** About the entry in the configuration, not about the target. */
const isEntry = ({ cause }: RequirementResult['violations'][number]): boolean => cause === 'stale-expected-failure';

const isOnlyListed = ({ violations, level }: RequirementResult): boolean =>
  violations.some(isEntry) && (level === 'should' || violations.every(isEntry));

const outOfDate = (result: RunResult): Partial<Headline> => ({
  words: 'Known failures out of date',
  meaning: `${plural(failedRows(result).length, 'requirement')} in expectedFailures no longer fail or have passed their day, and nothing else failed: the list has to say what is true.`,
});

const replayed = ({ replay, verdict }: RunResult): Partial<Headline> | undefined => {
  if (replay === undefined || replay.came === 'unmet') return undefined;
  const isHeld = replay.came === 'held';
  if (verdict === 'conformant')
    return isHeld
      ? { words: 'Holds now', meaning: 'The stored plan was run again and holds now. Nothing else was tried.' }
      : { words: 'Still noticed', meaning: 'The stored plan still shows what it showed, which does not fail a run.' };
  return {
    meaning: isHeld
      ? 'The stored plan holds now, but something else failed while it was run again.'
      : 'The stored plan still fails. Nothing else was tried.',
  };
};

/** What keeps "conformant" from meaning everything. */
const conformantBut = (result: RunResult): Partial<Headline> => {
  const [left, known] = [countOf(result, 'filtered'), countOf(result, 'expected-failure')];
  const tolerated = result.requirements.filter(
    ({ level, status }) => level === 'must' && status === 'not-exercised',
  ).length;
  const unscored = countOf(result, 'not-scored');
  const { scored } = result.register;
  const limits = (
    [
      [
        unscored,
        `by register ${scored}`,
        `${plural(unscored, 'requirement')} added since register ${scored} ${unscored === 1 ? 'is' : 'are'} not scored.`,
      ],
      [
        left,
        'in part',
        `Only a part was run: ${left} of ${plural(result.requirements.length, 'requirement')} are filtered and not judged.`,
      ],
      [
        known,
        'but for known failures',
        `${plural(known, 'requirement')} failed or would have, as expectedFailures says.`,
      ],
      [
        tolerated,
        'but for what is tolerated',
        `${plural(tolerated, 'required behaviour')} could not be exercised, which tolerate allows.`,
      ],
    ] as const
  ).flatMap(([count, words, says]) => (count === 0 ? [] : [{ words: `Conformant ${words}`, says }]));
  const [first] = limits;
  if (first === undefined) return {};
  return {
    words: first.words,
    meaning: [...limits.map(({ says }) => says), 'All other required behaviour passed.'].join(' '),
  };
};

export const exitMeaning = (result: RunResult): string =>
  exitMeanings[result.exitCode] ?? headlineOf(result).words.toLowerCase();

const exitMeanings: Readonly<Record<number, string>> = {
  3: 'the target was not judged',
  4: 'incomplete: nothing failed, but a must was not exercised',
  5: 'harness error',
  [interrupted]: 'interrupted; this is what was known by then',
};

/** An entry of `unexpected` is open on purpose: what it says about itself, or all of it. */
export const unexpectedLine = (entry: RunResult['unexpected'][number]): string => {
  const { what, exchange } = entry as { readonly what?: unknown; readonly exchange?: unknown };
  const text = typeof what === 'string' ? what : JSON.stringify(entry);
  return printableLine(typeof exchange === 'number' ? `#${exchange}  ${text}` : text);
};
