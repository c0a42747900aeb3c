import { type ChangedRow, causeId, type ComparisonAnswer, type RequirementResult, type RunResult } from '#schemas';
import { plural } from '../wording/statuses.ts';
import { registerInWords } from '../wording/areas.ts';
import { headlineOf } from '../wording/headline.ts';

/** What can have become of a requirement between two runs, in the order a reader needs it. */
const changes = {
  broke: { sign: '✗', words: 'broke', isBad: true },
  vanished: { sign: '○', words: 'vanished', isBad: true },
  warns: { sign: '!', words: 'warns now', isBad: false },
  fixed: { sign: '✓', words: 'fixed', isBad: false },
  exercised: { sign: '+', words: 'newly exercised', isBad: false },
  level: { sign: '±', words: 'another level', isBad: false },
  retired: { sign: '–', words: 'no longer in the register', isBad: false },
  failing: { sign: '≈', words: 'still failing', isBad: false },
} as const;
export type Change = keyof typeof changes;
const allChanges = Object.keys(changes) as readonly Change[];

/** What has changed, the worst first, with the requirements it is true of. */
export const changedIn = ({ rows }: Pick<Comparison, 'rows'>) =>
  allChanges.flatMap((change) =>
    rows[change].length === 0 ? [] : [{ ...changes[change], change, rows: rows[change] }],
  );

export type Comparison = ComparisonAnswer;

/** What became of each requirement from an older run to a newer one of the same suite. */
export const compared = (older: RunResult, newer: RunResult): Comparison => {
  const rows = Object.fromEntries(allChanges.map((change) => [change, []])) as unknown as Record<Change, ChangedRow[]>;
  const isSameRegister = older.register.digest === newer.register.digest;
  const before = new Map(older.requirements.map((row) => [row.id, row]));
  const after = new Map(newer.requirements.map((row) => [row.id, row]));
  const left = leftOut(before, newer);
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    if (was !== undefined && is !== undefined && was.level !== is.level)
      rows.level.push({ id, level: is.level, from: was.level, to: is.level });
    if (is !== undefined && left.has(is)) continue;
    const change = changeOf(was, is, isSameRegister);
    const why = change === 'fixed' ? notHeldAgain([older, was], [newer, is]) : undefined;
    if (why !== undefined) rows.vanished.push({ ...changedRow(id, was, is), to: 'not tried again', why });
    else if (change !== undefined)
      rows[change].push({ ...changedRow(id, was, is), ...(change === 'failing' && causes(was, is)) });
  }
  return {
    target: [newer.target.name ?? 'unnamed target', newer.target.version].filter(Boolean).join(' '),
    verdict: { from: older.verdict, to: newer.verdict },
    words: { from: headlineOf(older).words, to: headlineOf(newer).words },
    circumstances: [...circumstances(older, newer), ...leftOutInWords(left.size)],
    rows,
    isWorse: changedIn({ rows }).some(({ isBad }) => isBad),
  };
};

type Row = RequirementResult | undefined;

const changeOf = (was: Row, is: Row, isSameRegister: boolean): Change | undefined => {
  const [old, now] = [standing(was), standing(is)];
  if (is === undefined && !isSameRegister) return old === 'unknown' ? undefined : 'retired';
  // Nobody knows any longer: also what failed before is not fixed by not being looked at.
  if (now === 'unknown') return old === 'unknown' ? undefined : 'vanished';
  if (now === 'bad') return old === 'bad' ? 'failing' : 'broke';
  if (old === 'unknown') return 'exercised';
  // It fails as ever, and only counts for less.
  if (old === 'bad' && now === 'doubtful' && was?.level !== is?.level) return 'failing';
  if (old === 'bad') return 'fixed';
  if (old === now) return undefined;
  // A should that would still be a must would have failed: lowering the level mends nothing.
  if (now === 'doubtful' && was?.level === 'must' && is?.level === 'should') return 'broke';
  return now === 'good' ? 'fixed' : 'warns';
};

/** Why what was wrong before may be wrong still: whoever had found it did not get to it in the newer run. */
const notHeldAgain = (
  [older, was]: readonly [RunResult, Row],
  [newer, is]: readonly [RunResult, Row],
): string | undefined => {
  const isDone = ({ scenarios }: RunResult, id: string): boolean =>
    scenarios.some((one) => one.id === id && one.status === 'done');
  return was?.violations
    .map(({ scenario }) => {
      if (isDone(older, scenario) && !isDone(newer, scenario)) return `${scenario}, which found it, did not run`;
      const lapse = is?.untried?.find(
        (one) => one.scenario === scenario && !was.untried?.some(({ reason }) => reason === one.reason),
      );
      return lapse && `${scenario}, which found it, could not try it again: ${lapse.reason}`;
    })
    .find((why) => why !== undefined);
};

/** A failure somebody knows of is one all the same; one that is only still listed is none. */
const standing = (row: Row): 'good' | 'doubtful' | 'bad' | 'unknown' => {
  switch (row?.status) {
    case 'passed':
      return 'good';
    case 'warning':
      return 'doubtful';
    case 'failed':
      return row.violations.length > 0 && row.violations.every(isOnlyListed) ? 'good' : 'bad';
    case 'expected-failure':
      return 'bad';
    default:
      return 'unknown';
  }
};

const isOnlyListed = ({ cause, actual }: RequirementResult['violations'][number]): boolean =>
  cause === 'stale-expected-failure' && actual === 'it passed';

const changedRow = (id: string, was: Row, is: Row): ChangedRow => {
  const why = is?.violations[0]?.message ?? is?.reason;
  return {
    id,
    level: is?.level ?? was?.level ?? 'must',
    from: statusOf(was),
    to: statusOf(is),
    ...(why !== undefined && { why }),
  };
};

const causes = (was: Row, is: Row): Pick<ChangedRow, 'causes'> => {
  const [before, after] = [causesOf(was), causesOf(is)];
  const appeared = after.filter((cause) => !before.includes(cause));
  const vanished = before.filter((cause) => !after.includes(cause));
  return appeared.length + vanished.length === 0 ? {} : { causes: { appeared, vanished } };
};

/** Results of before causes had ids have texts, of which the ids are made. */
const causesOf = (row: Row): readonly string[] =>
  [...new Set(row?.violations.map(causeId))].filter((cause) => cause !== 'stale-expected-failure');

const statusOf = (row: Row): string =>
  row?.status === 'failed' && standing(row) === 'good'
    ? 'passed, still in expectedFailures'
    : (row?.status ?? 'not there');

const circumstances = (older: RunResult, newer: RunResult): readonly string[] => {
  const pairs: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['target', older.target.name, newer.target.name],
    ['target version', older.target.version, newer.target.version],
    ['conformance', older.tool.version, newer.tool.version],
    ['register', registerInWords(older.register), registerInWords(newer.register)],
    ...assumptionPairs(older, newer),
  ];
  return pairs.flatMap(([what, from, to]) => (from === to ? [] : [`${what}: ${from ?? 'none'} → ${to ?? 'none'}`]));
};

/**
 * What nobody asked the newer run for, so that it has not vanished. Of a run that was asked for less than the older one
 * this is also what was tried too little: two orders that differ take more than one scenario.
 */
const leftOut = (before: ReadonlyMap<string, RequirementResult>, newer: RunResult): ReadonlySet<RequirementResult> => {
  const filtered = newer.requirements.filter(({ status }) => status === 'filtered');
  const isPart = filtered.some(({ id }) => before.has(id) && before.get(id)?.status !== 'filtered');
  const isLeft = (row: RequirementResult): boolean =>
    isPart ? standing(row) === 'unknown' : row.status === 'filtered';
  return new Set(newer.requirements.filter((row) => row.status === 'not-scored' || isLeft(row)));
};

const leftOutInWords = (count: number): readonly string[] =>
  count === 0 ? [] : [`${plural(count, 'requirement')} left out of the newer run, and not compared`];

const assumptionPairs = (older: RunResult, newer: RunResult) => {
  const before = new Map(older.assumptions.map(({ id, value }) => [id, JSON.stringify(value)]));
  return newer.assumptions.map(({ id, value }) => [id, before.get(id), JSON.stringify(value)] as const);
};
