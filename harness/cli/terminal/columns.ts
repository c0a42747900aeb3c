import { wrapped } from '#reports/wrapping';
import { printableLine } from '#reports/printable';
import type { SetUpCheck } from '../../doctor/set-up-check.ts';

/** Rows of cells as aligned columns, the last broken at words; a list of each row's cells where too little of `width` is left for it. */
export const columns = (rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const indent = ' '.repeat(widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0));
  return rows
    .map((row) => {
      if (indent.length > width / 2)
        return [row[0], ...row.slice(1).flatMap((cell) => wrapped(cell, width, '      '))].join('\n').trimEnd();
      const cells = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0));
      const [first = '', ...more] = wrapped(row.at(-1) ?? '', width - indent.length);
      return [[...cells, first].join('  ').trimEnd(), ...more.map((line) => indent + line)].join('\n');
    })
    .join('\n');
};

const marks = { ok: '✓', hint: '!', failed: '✗' } as const;

export const setUpLine = ({ name, status, message, key }: SetUpCheck): string =>
  printableLine(`${marks[status]} ${name}: ${message}${key === undefined ? '' : ` (${key})`}`);
