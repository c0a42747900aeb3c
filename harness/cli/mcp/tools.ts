import { readFileSync } from 'node:fs';
import type { CommandArgs } from '../args.gen.ts';
import type { answers } from '../command-table.ts';

/** A tool. Of a command: what that answers with --json is its structured output. */
export interface Tool {
  readonly command?: keyof typeof answers;
  readonly description: string;
  /** What --allow has to say. */
  readonly needs?: NonNullable<CommandArgs['mcp']['allow']>[number];
  /** JSON Schema. Members are options of the command, or one of `positionals`. */
  readonly input: { readonly type: 'object' };
  readonly positionals?: readonly string[];
  /** It is given a new folder to write to. */
  readonly isWriting?: boolean;
}

export const tools = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Tool>
>;

export type Given = Readonly<Record<string, unknown>>;

/** The words that follow those of the command. */
export const wordsOf = ({ positionals = [] }: Pick<Tool, 'positionals'>, given: Given): readonly string[] => [
  ...Object.entries(given)
    .filter(([name]) => !positionals.includes(name))
    .flatMap(([name, value]) => listed(value).map((one) => `--${name}=${one}`)),
  ...positionals.flatMap((name) => listed(given[name])).map(notAnOption),
];

const listed = (value: unknown): readonly string[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String);

const notAnOption = (word: string): string => {
  if (word.startsWith('-')) throw new Error(`${word} begins like an option. Give ./${word} for a file.`);
  return word;
};
