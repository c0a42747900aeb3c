import type { Argv } from 'yargs';
import { UsageError } from '../config/usage-error.ts';
import { ArgumentError, argumentSentence } from './argument-sentence.ts';
import type { CliContext } from './cli-context.ts';
import { describeCommands } from './command-line.ts';
import { type Answered, answersIn, type Printer } from './terminal/printer.ts';

/** Runs the command the arguments name, loading only that one. Resolves with the exit code. */
export const commandLine = async (argv: readonly string[], context: CliContext): Promise<number> => {
  const { printer } = context;
  let ended: number | Answered = 0;
  const parser = describeCommands(context, (came) => {
    ended = came;
  });
  try {
    const text = await answerOf(parser, argv);
    if (text !== '') (answersIn(argv) === 'text' ? printer.out : printer.note)(text);
    return codeOf(ended, printer);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    throw new UsageError(await sentenceFor(error.message, argv, context));
  }
};

const codeOf = (ended: number | Answered, { answer }: Printer): number => {
  if (typeof ended === 'number') return ended;
  answer(ended.answer);
  return ended.code;
};

/** What the parser says by itself: help, or its version. It comes through a callback instead of being printed. */
const answerOf = async (parser: Argv, argv: readonly string[]): Promise<string> => {
  let said = '';
  await parser.parseAsync([...argv], {}, (_error: unknown, _args: unknown, text: string) => {
    said = text;
  });
  return said;
};

const sentenceFor = async (complaint: string, argv: readonly string[], context: CliContext): Promise<string> => {
  const helpOf = async (words: readonly string[]): Promise<string> =>
    await answerOf(
      describeCommands(context, () => undefined),
      [...words, '--help'],
    );
  const { nearest } = await import('#schemas');
  return argumentSentence(complaint, {
    argv,
    help: await helpOf(argv.slice(0, 1)),
    allHelp: await helpOf([]),
    nearest,
  });
};
