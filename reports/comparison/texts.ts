import type { ChangedRow } from '#schemas';
import { changeOrder, changes, type Comparison } from './comparison.ts';
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
  const sections = changeOrder.flatMap((change) => {
    const { sign, words, isBad } = changes[change];
    const rows = comparison.rows[change];
    if (rows.length === 0) return [];
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
    ...changeOrder.flatMap((change) => {
      const rows = comparison.rows[change];
      if (rows.length === 0) return [];
      const lines = rows.map(
        (row) =>
          `| ${escaped(row.id)} | ${row.level} | ${row.from} → ${row.to} | ${escaped(shortened(whyOf(row), 300))} |`,
      );
      const table = ['| requirement | level | | |', '| :-- | :-- | :-- | :-- |', ...lines].join('\n');
      return [`### ${changes[change].sign} ${capitalised(changes[change].words)}`, table];
    }),
  ];
  return `${parts.join('\n\n')}\n`;
};

/** How many requirements changed in which way. */
export const inWords = ({ rows }: Comparison): string => {
  const counted = changeOrder.flatMap((change) => {
    const count = rows[change].length;
    return count === 0 ? [] : [`${count} ${changes[change].words}`];
  });
  return counted.length === 0 ? 'nothing changed' : counted.join(' · ');
};

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
