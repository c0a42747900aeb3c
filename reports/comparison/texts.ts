import type { ChangedRow } from '#schemas';
import { changedIn, type Comparison } from './comparison.ts';
import { inkFor } from '../terminal/ink.ts';
import { escaped } from '../markdown/escape.ts';
import { printableLine, shortened } from '../wording/printable.ts';
import type { TerminalOptions } from '../terminal/summary.ts';

/** What became of a target between two runs, for a terminal. */
export const comparisonText = (
  comparison: Comparison,
  { colour, width = 100 }: Omit<TerminalOptions, 'reports'>,
): string => {
  const ink = inkFor(colour);
  const { from, to } = comparison.words;
  const head = [
    ink('strong', `${printableLine(comparison.target)}: ${from} → ${to}`),
    `  ${inWords(comparison)}`,
    ...comparison.circumstances.map((line) => ink('quiet', `  ${shortened(printableLine(line), width)}`)),
  ];
  const sections = changedIn(comparison).flatMap(({ sign, words, isBad, rows }) => {
    const style = isBad ? 'bad' : 'strong';
    const lines = rows.map((row) => shortened(`  ${sign} ${rowText(row)}`, Math.max(width, 60)));
    return ['', ink(style, capitalised(words)), ...lines];
  });
  return [...head, ...sections].join('\n');
};

/** The same in Markdown, for a job page or a pull request. */
export const comparisonMarkdown = (comparison: Comparison): string => {
  const { from, to } = comparison.words;
  const parts = [
    `## ${escaped(comparison.target)}: ${from} → ${to}`,
    `**${inWords(comparison)}**`,
    ...(comparison.circumstances.length === 0
      ? []
      : [comparison.circumstances.map((line) => `- ${escaped(line)}`).join('\n')]),
    ...changedIn(comparison).flatMap(({ sign, words, rows }) => {
      const lines = rows.map(
        (row) =>
          `| ${escaped(row.id)} | ${row.level} | ${row.from} → ${row.to} | ${escaped(shortened(whyOf(row), 300))} |`,
      );
      const table = ['| requirement | level | | |', '| :-- | :-- | :-- | :-- |', ...lines].join('\n');
      return [`### ${sign} ${capitalised(words)}`, table];
    }),
  ];
  return `${parts.join('\n\n')}\n`;
};

export const inWords = (comparison: Comparison): string =>
  changedIn(comparison)
    .map(({ words, rows }) => `${rows.length} ${words}`)
    .join(' · ') || 'nothing changed';

const rowText = (row: ChangedRow): string => {
  const why = printableLine(whyOf(row));
  return `${row.id} (${row.level}): ${row.from} → ${row.to}${why === '' ? '' : `: ${why}`}`;
};

/** What changed comes first: the rest is as it was. */
export const whyOf = ({ why, causes }: ChangedRow): string =>
  [
    ...(causes?.appeared ?? []).map((cause) => `new cause ${cause}`),
    ...(causes?.vanished ?? []).map((cause) => `gone: ${cause}`),
    ...(why === undefined ? [] : [why]),
  ].join('; ');

export const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
