import type { AnsweredTarget, FleetReportAnswer, Given, RunResult } from '#schemas';
import { printableLine } from '../wording/printable.ts';
import { plural, type Verdict, verdicts } from '../wording/statuses.ts';
import { element, xmlText } from '../junit/xml.ts';

/** `missing`: a target of which nothing was left: its job never ran, or died. */
export type RoundVerdict = RoundRow['verdict'];

/** What one of many targets came to. */
export type RoundRow = Given<AnsweredTarget>;

/** One certification of all targets of a fleet. */
export type Round = Given<FleetReportAnswer>;

/** What a run comes to among others: its keys say more than that it is incomplete. */
export const toRoundRow = (
  { suite, verdict, requirements, reason }: RunResult,
  { hasPage, ...about }: Pick<RoundRow, 'name' | 'labels'> & { readonly hasPage: boolean },
): RoundRow => {
  const open = requirements.filter(({ status, level }) => status === 'not-exercised' && level === 'must');
  const keys = new Set(open.flatMap(({ unlock }) => unlock ?? []));
  const isKeyed = keys.size > 0 && ['incomplete', 'non-conformant'].includes(verdict);
  const said = isKeyed ? `set or change ${[...keys].join(', ')}` : reason;
  return {
    ...about,
    suite,
    verdict,
    ...(said !== undefined && { reason: said }),
    failed: requirements.filter(({ status }) => status === 'failed').map(({ id }) => id),
    open: open.length,
    file: hasPage ? 'report.html' : 'results.json',
  };
};

export type Change = 'new' | 'gone' | 'mended' | 'broke' | 'otherwise';

export const roundWords: Readonly<Record<RoundVerdict, Omit<(typeof verdicts)[Verdict], 'meaning' | 'like'>>> = {
  ...verdicts,
  missing: { sign: '?', words: 'Missing', colour: '#57606a' },
};

/** Each row with what changed since the round before; targets that are in that one only come as gone. */
export const since = (rows: readonly RoundRow[], before: readonly RoundRow[]): readonly RoundRow[] => {
  const earlier = new Map(before.map((row) => [row.name, row]));
  const now = new Set(rows.map(({ name }) => name));
  return [
    ...rows.map((row) => {
      const change = changeOf(row, earlier.get(row.name));
      return change === undefined ? row : { ...row, change };
    }),
    ...before
      .filter(({ name, change }) => !now.has(name) && change !== 'gone')
      .map((row): RoundRow => ({ ...row, verdict: 'missing', failed: [], open: 0, change: 'gone' })),
  ];
};

const changeOf = (row: RoundRow, before: RoundRow | undefined): Change | undefined => {
  if (before === undefined || before.change === 'gone') return 'new';
  if (row.verdict === before.verdict && row.failed.join() === before.failed.join()) return undefined;
  if (row.verdict === 'conformant') return 'mended';
  if (before.verdict === 'conformant' || row.failed.some((id) => !before.failed.includes(id))) return 'broke';
  return 'otherwise';
};

/** Those that are still targets. */
export const certifiedIn = (rows: readonly RoundRow[]): readonly RoundRow[] =>
  rows.filter(({ change }) => change !== 'gone');

/** failed: the target, or a must that is open. broken: nobody could tell. */
export const outcomeOf = ({ verdict }: RoundRow): 'passed' | 'failed' | 'broken' => {
  if (verdict === 'conformant') return 'passed';
  return verdict === 'non-conformant' || verdict === 'incomplete' ? 'failed' : 'broken';
};

/** What a target came to, and what failed or is open at it. */
export const messageOf = ({ verdict, reason, failed, open }: RoundRow): string =>
  [
    roundWords[verdict].words,
    reason,
    failed.join(', '),
    open > 0 && failed.length === 0 ? `${open} not exercised` : undefined,
  ]
    .filter(Boolean)
    .join(': ');

/** How many of each, in the order reports list them. */
export const verdictCounts = (rows: readonly RoundRow[]): readonly (readonly [RoundVerdict, number])[] =>
  (Object.keys(roundWords) as RoundVerdict[])
    .map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);

/** The requirements that fail most, with the number of targets at which they do. */
export const mostFailed = (rows: readonly RoundRow[]): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const id of rows.flatMap(({ failed }) => failed)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 20);
};

export const roundText = ({ rows }: Round): string =>
  [
    ...verdictCounts(rows).map(([verdict, count]) => {
      const { sign, words } = roundWords[verdict];
      return `${sign} ${words.padEnd(16)} ${count}`;
    }),
    ...changesText(rows),
    ...mostFailed(rows).map(([id, count]) => `  ${id}  failed at ${plural(count, 'target')}`),
    ...rows
      .filter(({ verdict, change }) => verdict === 'missing' && change !== 'gone')
      .slice(0, 20)
      .map(({ name, reason }) => printableLine(`? ${name}  ${reason ?? 'left no results'}`)),
  ].join('\n');

const changesText = (rows: readonly RoundRow[]): readonly string[] => {
  const of = (change: Change): number => rows.filter((row) => row.change === change).length;
  const told = (['broke', 'mended', 'new', 'gone', 'otherwise'] as const).filter((change) => of(change) > 0);
  return told.length === 0
    ? []
    : [`since the last round: ${told.map((change) => `${of(change)} ${change}`).join(', ')}`];
};

/** A verdict to put beside a name, as an SVG of its own. */
export const badge = (verdict: RoundVerdict): string => {
  const words = roundWords[verdict].words.toLowerCase();
  // Seven pixels a letter of an 11 px sans-serif, and six on each side.
  const width = words.length * 7 + 12;
  const label = 'conformance';
  const left = label.length * 7 + 12;
  const text = { fill: '#fff', 'font-family': 'sans-serif', 'font-size': 11, 'text-anchor': 'middle', y: 14 };
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: left + width,
      height: 20,
      role: 'img',
      'aria-label': `${label}: ${words}`,
    },
    element('title', {}, xmlText(`${label}: ${words}`)),
    element('rect', { width: left, height: 20, fill: '#24292f' }),
    element('rect', { x: left, width, height: 20, fill: roundWords[verdict].colour }),
    element('text', { ...text, x: left / 2 }, label),
    element('text', { ...text, x: left + width / 2 }, xmlText(words)),
  );
};
