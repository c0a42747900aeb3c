import { areas } from '../wording/areas.ts';
import { countsInWords, statuses, statusOrder, typed } from '../wording/statuses.ts';
import { runDuration, spoken } from '../wording/durations.ts';
import { type Card, cardsOf } from '../violation/argument.ts';
import { exchangeLine } from '../violation/exchange-line.ts';
import { escaped } from './escape.ts';
import { printable, printableLine, shortened } from '../wording/printable.ts';
import type { Report, Reported } from '../report.ts';
import { headlineOf, unexpectedLine } from '../wording/headline.ts';
import { toDo, unlocks } from '../wording/unlocks.ts';

// GitHub takes a job summary of at most 1 MiB; thirty failures in full stay far below it.
const inFull = 30;

/** summary.md: the run as a CI job summary. */
export const markdown: Report = {
  name: 'markdown',
  paths: ['summary.md'],
  purpose: 'the job page of a CI server',
  written: 'on request',
  write: (reported) => [{ path: 'summary.md', content: summary(reported) }],
};

const summary = (reported: Reported): string => {
  const { result } = reported;
  const { words, meaning, sign } = headlineOf(result);
  const target = [result.target.name ?? 'unnamed target', result.target.version].filter(Boolean).join(' ');
  const failed = cardsOf(reported, 'failed');
  const warned = cardsOf(reported, 'warning');
  const parts = [
    `## ${sign} ${words}: ${escaped(target)}`,
    meaning,
    ...(result.reason === undefined ? [] : [escaped(result.reason)]),
    `**${countsInWords(result).join(' · ')}**`,
    `${result.suite} suite, seed ${code(String(result.seed))}, ${spoken(runDuration(result))}, exit code ${result.exitCode}`,
    areaTable(reported),
    ...titled('Failed', failed.slice(0, inFull).map(details), failed.length - inFull),
    ...titled('Warnings', warned.slice(0, inFull).map(details), warned.length - inFull),
    ...titled('Not exercised', [unlockList(reported)].filter(Boolean)),
    ...titled('Traffic that belongs to no requirement', [unexpectedList(reported)].filter(Boolean)),
  ];
  return `${parts.join('\n\n')}\n`;
};

const ticksFor = (text: string, least: number): string => {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(least, ...runs.map((run) => run.length + 1)));
};

const code = (text: string): string => {
  const line = printableLine(text);
  const ticks = ticksFor(line, 1);
  return line.includes('`') ? `${ticks} ${line} ${ticks}` : ticks + line + ticks;
};

const block = (text: string, language: string): string => {
  const ticks = ticksFor(text, 3);
  return `${ticks}${language}\n${printable(text)}\n${ticks}`;
};

const areaTable = ({ result }: Reported): string => {
  const shown = statusOrder.filter((status) => result.requirements.some((row) => row.status === status));
  const rows = areas(result.requirements).map(({ name, rows: members }) => {
    const counts = shown.map((status) => members.filter((row) => row.status === status).length || '');
    return `| ${name} | ${counts.join(' | ')} |`;
  });
  return [
    `| area | ${shown.map((status) => statuses[status].words).join(' | ')} |`,
    `| :-- | ${shown.map(() => '--:').join(' | ')} |`,
    ...rows,
  ].join('\n');
};

const titled = (title: string, blocks: readonly string[], left = 0): readonly string[] =>
  blocks.length === 0 ? [] : [`### ${title}`, ...blocks, ...(left > 0 ? [`And ${left} more in report.html.`] : [])];

const details = ({ head, because, like }: Card): string => {
  const { row, register, violation, message, shown, excerpt, curl } = head;
  return [
    `<details><summary>${statuses[row.status].sign} <code>${row.id}</code> (${row.level}): ${htmlEscaped(shortened(message, 300))}</summary>`,
    `${escaped(register.clause)}. ${escaped(register.rule)}`,
    ...(like === undefined ? [] : [escaped(like.says)]),
    ...(because.length === 0
      ? []
      : [
          because
            .map((one) => `- because of it: ${code(one.row.id)} ${escaped(shortened(one.message, 300))}`)
            .join('\n'),
        ]),
    `- expected: ${code(violation.expected)}\n- actual: ${code(violation.actual)}${
      violation.pointer === undefined || violation.pointer === '' ? '' : `\n- at: ${code(violation.pointer)}`
    }${shown === undefined ? '' : `\n- exchange: ${code(exchangeLine(shown))}`}`,
    ...(excerpt.length === 0
      ? []
      : [block(excerpt.map(({ text, marked }) => `${marked ? '▸' : ' '} ${text}`).join('\n'), 'text')]),
    ...(curl === undefined ? [] : [block(curl, 'sh')]),
    block(typed(violation.replay), 'sh'),
    '</details>',
  ].join('\n\n');
};

const htmlEscaped = (text: string): string =>
  printableLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]~]/g, '\\$&');

const unlockList = (reported: Reported): string =>
  unlocks(reported)
    .map((unlock) => {
      const { key, rows, reasons, telling } = unlock;
      const [before, behind] = toDo(unlock);
      const ids = rows.map((row) => code(row.id)).join(', ');
      return key === undefined
        ? `- ${escaped(reasons[0] ?? '')}: ${ids}`
        : `- ${before}**${code(key)}**${behind}: ${ids}${telling.length === 0 ? '' : `. ${escaped(telling.slice(0, 2).join('; '))}`}`;
    })
    .join('\n');

const unexpectedList = ({ result }: Reported): string =>
  result.unexpected
    .slice(0, inFull)
    .map((entry) => `- ${code(shortened(unexpectedLine(entry), 200))}`)
    .join('\n');
