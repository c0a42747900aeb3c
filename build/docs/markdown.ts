/** Markdown of values that come from tables: nothing in them is markup. */

/** Plain text; what stands between backticks stays code. */
export const text = (value: string): string =>
  value
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\<>*_[\]{}|#~]/g, String.raw`\$&`)))
    .join('`');

export const code = (value: string): string => (value === '' ? '' : `\`${value.replaceAll('`', "'")}\``);

export const fence = (language: string, lines: string): string => `\`\`\`${language}\n${lines.trimEnd()}\n\`\`\``;

export const link = (words: string, to: string): string => `[${words}](${to})`;

/** Cells are Markdown already. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map(
      (cells) =>
        `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll(/(?<!\\)\|/g, String.raw`\|`)).join(' | ')} |`,
    )
    .join('\n');

/** Markdown blocks, those that have something to say. */
export const blocks = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');
