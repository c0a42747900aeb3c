import { areas } from '../wording/areas.ts';
import { countsInWords, explaining, plural, type Status, statuses, typed, verdicts } from '../wording/statuses.ts';
import { runDuration, spoken } from '../wording/durations.ts';
import { type Card, cardsOf, rowsWith } from '../violation/argument.ts';
import { inkFor } from './ink.ts';
import { printable, printableLine, shortened, settingText } from '../wording/printable.ts';
import type { Reported } from '../report.ts';
import { exitMeaning, headlineOf, unexpectedLine } from '../wording/headline.ts';
import { failureBlock, type Page } from './failure.ts';
import { toDo, type Unlock, unlocks } from '../wording/unlocks.ts';
import { reachOf } from '../wording/reach.ts';
import { placedSentence } from '../orders.ts';
import { wrapped } from './wrapping.ts';

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns; 100 unless told. */
  readonly width?: number;
  /** Where the reports were written, to be named at the end. */
  readonly reports?: readonly string[];
}

// Ten failures in full are some screens of text; whoever has more starts with the first and reads the rest in the page.
const inFull = 10;
const named = 12;
const toldReasons = 2;

/** What a run came to, for a terminal: verdict first, then what to do about it, and the exit code last. */
export const summaryText = (reported: Reported, options: TerminalOptions): string => {
  const page: Page = { ink: inkFor(options.colour), width: Math.max(40, options.width ?? 100) };
  // Why, and what to do about it, is all there is to say.
  if (reported.result.verdict === 'not-judged')
    return `${verdictLines(reported, page)}\n\n${endLines(reported, options, page)}\n`;
  const told = (title: string, status: Status): readonly string[] => {
    const cards = cardsOf(reported, status);
    const blocks = cards.slice(0, inFull).map((card) => failureBlock(card.head, page, card));
    return [...section(title, blocks, page), ...brief(cards.slice(inFull))];
  };
  const sections = [
    verdictLines(reported, page),
    passedLines(reported, page),
    ...told('Failed', 'failed'),
    ...failedWithoutViolation(reported, page),
    ...told('Warnings', 'warning'),
    ...section('Known failures', knownFailures(reported), page),
    ...section('Not exercised', notExercised(reported, page), page),
    ...section('Broken scenarios', broken(reported, page), page),
    ...section('Assumptions', assumed(reported, page), page),
    ...section('Used up', usedUp(reported, page), page),
    ...section('Traffic that belongs to no requirement', unexpected(reported), page),
    endLines(reported, options, page),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
};

const verdictLines = (reported: Reported, { ink, width }: Page): string => {
  const { result } = reported;
  const reach = reachOf({ ...result, power: reported.power });
  const { sign, words, meaning } = headlineOf(result);
  const target = [result.target.name ?? 'unnamed target', result.target.version].filter(Boolean).join(' ');
  return [
    `${ink(statuses[verdicts[result.verdict].like].ink, ink('strong', `${sign} ${words.toUpperCase()}`))}   ${ink('strong', printableLine(target))}`,
    ...wrapped(meaning, width, '  '),
    ...(result.reason === undefined ? [] : wrapped(printable(result.reason), width, '  ')),
    `  ${countsInWords(result).join(' · ')}`,
    ink('quiet', `  ${result.suite} suite · seed ${result.seed} · ${spoken(runDuration(result))}${limited(result)}`),
    ...(reach === '' ? [] : wrapped(reach, width, '  ').map((line) => ink('quiet', line))),
  ].join('\n');
};

const limited = ({ counts: { limited: calls = 0 } }: Reported['result']): string =>
  calls === 0 ? '' : ` · waited after ${plural(calls, 'answer')} of 429`;

const passedLines = ({ result }: Reported, { ink, width }: Page): string => {
  const counted = areas(result.requirements).flatMap(({ name, rows }) => {
    const passed = rows.filter((row) => row.status === 'passed').length;
    return passed === 0 ? [] : [`${name} ${passed}/${rows.length}`];
  });
  return counted.length === 0
    ? ''
    : wrapped(`Passed: ${counted.join(', ')}`, width, '  ')
        .map((text) => ink('quiet', text))
        .join('\n');
};

const section = (title: string, blocks: readonly string[], { ink }: Page): readonly string[] =>
  blocks.length === 0
    ? []
    : [ink('strong', title), blocks.join(blocks.some((block) => block.includes('\n')) ? '\n\n' : '\n')];

const brief = (rest: readonly Card[]): readonly string[] =>
  rest.length === 0
    ? []
    : [
        [
          `  and ${rest.length} more:`,
          ...rest.map(({ head: { row, message } }) => `    ${row.id}: ${shortened(printableLine(message), 90)}`),
        ].join('\n'),
      ];

// A known failure that holds again, or whose date has passed, fails without a violation of its own.
const failedWithoutViolation = ({ result }: Reported, page: Page): readonly string[] =>
  section(
    'Failed, without a violation',
    result.requirements
      .filter((row) => row.status === 'failed' && row.violations.length === 0)
      .map((row) => `  ✗ ${row.id}: ${printableLine(row.reason ?? 'no reason was given')}`),
    page,
  );

const knownFailures = ({ result }: Reported): readonly string[] =>
  result.requirements
    .filter((row) => row.status === 'expected-failure')
    .map((row) => `  ≈ ${row.id}: ${printableLine(row.reason ?? 'expected to fail')}`);

const notExercised = (reported: Reported, { ink, width }: Page): readonly string[] =>
  unlocks(reported).map((unlock) => {
    const { key, rows, reasons } = unlock;
    const [before, behind] = toDo(unlock);
    const said =
      key === undefined
        ? `${plural(rows.length, 'requirement')}: ${printableLine(reasons[0] ?? '')}`
        : `${before}${ink('strong', printableLine(key))}${behind}`;
    const head = wrapped(said, width, '    ').join('\n').replace('    ', '  ○ ');
    const ids = wrapped(listed(rows.map((row) => printableLine(row.id))), width, '    ').map((text) =>
      ink('quiet', text),
    );
    return [head, ...ids, ...why(unlock).flatMap((reason) => wrapped(reason, width, '    '))].join('\n');
  });

/** What the key alone does not say. */
const why = ({ telling }: Unlock): readonly string[] => {
  const lines = telling.map(printableLine);
  return lines.length <= toldReasons
    ? lines
    : [...lines.slice(0, toldReasons), `and ${plural(lines.length - toldReasons, 'more reason')}`];
};

const listed = (ids: readonly string[]): string =>
  ids.length <= named ? ids.join(', ') : `${ids.slice(0, named).join(', ')} and ${ids.length - named} more`;

const broken = ({ result }: Reported, { ink }: Page): readonly string[] =>
  result.scenarios
    .filter((scenario) => scenario.status === 'broken')
    .map(
      (scenario) =>
        `  ${ink('bad', '⚠')} ${printableLine(scenario.id)}: ${printableLine(scenario.reason ?? 'no reason was given')}`,
    );

const assumed = ({ result }: Reported, { width }: Page): readonly string[] =>
  result.assumptions
    .filter((assumption) => assumption.from === 'config' || assumption.observed.length > 0)
    .map(({ id, value, from, observed }) => {
      const inForce = from === 'config' ? `configured as ${settingText(value)}` : '';
      const seen = observed.length === 0 ? '' : `observed: ${observed.join('; ')}`;
      return `  ${shortened(printableLine(`${id}: ${[inForce, seen].filter(Boolean).join('; ')}`), width - 2)}`;
    });

const usedUp = ({ result: { usedUp = [], placed = [] } }: Reported, { width }: Page): readonly string[] => {
  const all = [...usedUp, ...placedSentence(placed.length)];
  return all.length === 0 ? [] : [all.flatMap((what) => wrapped(printable(what), width, '  ')).join('\n')];
};

const unexpected = ({ result }: Reported): readonly string[] => {
  const lines = result.unexpected.slice(0, inFull).map((item) => `  ${shortened(unexpectedLine(item), 160)}`);
  return result.unexpected.length > inFull ? [...lines, `  and ${result.unexpected.length - inFull} more`] : lines;
};

/** What is still on the screen when all has scrolled by: where the reports are, what failed, and what to do next. */
const endLines = (reported: Reported, { reports = [] }: TerminalOptions, { ink, width }: Page): string => {
  const { result } = reported;
  const failed = rowsWith(reported, 'failed').map(({ id }) => id);
  const next = failed[0] === undefined ? nextOf(result) : explaining(failed[0]);
  const line = (name: string, text: string): string => `${ink('quiet', name.padEnd(8))}${text}`;
  return [
    ...reports.map((path) => line('report', printableLine(path))),
    ...(failed.length === 0 ? [] : wrapped(`failed  ${listed(failed)}`, width)),
    ...(next === undefined ? [] : [line('next', next)]),
    line('exit', `${result.exitCode} (${exitMeaning(result)})`),
  ].join('\n');
};

const nextOf = ({ verdict, suite }: Reported['result']): string | undefined =>
  verdict === 'not-judged' ? typed(`conformance doctor ${suite}`) : undefined;
