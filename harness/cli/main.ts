import type { Argv } from 'yargs';
import { ArgumentError, argumentSentence } from './argument-sentence.ts';
import { describeCommands } from './command-line.ts';
import { openFile } from './terminal/terminal-question.ts';
import { type Answered, answersIn, createPrinter, type Printer } from './terminal/printer.ts';
import type { CliContext } from './cli-context.ts';
import { askOnTerminal } from './terminal/terminal-question.ts';
import { UsageError } from '../config/usage-error.ts';
import { exitCodes } from '../verdicts/exit-codes.ts';

/** The command line: parses, runs one command, and turns whatever is thrown into a sentence and an exit code. */
export const main = async (argv: readonly string[]): Promise<void> => {
  // A reader such as `head` may close the pipe early; what is written after that is nobody's loss.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  const context: CliContext = {
    ...processContext(argv),
    outlive(told) {
      const outlived = (error: Error): void => told(error.message);
      process.on('uncaughtException', outlived).off('uncaughtException', end);
      return () => void process.on('uncaughtException', end).off('uncaughtException', outlived);
    },
  };
  const { printer } = context;
  // What ends without a word, or outside of every await, is a bug of ours: it must never look like a verdict.
  process.exitCode = exitCodes.harnessError;
  const end = (error: unknown): never => process.exit(explain(error, printer));
  process.on('uncaughtException', end);
  try {
    process.exitCode = await commandLine(argv, context);
  } catch (error) {
    process.exitCode = explain(error, printer);
  }
};

const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

export const explain = (error: unknown, { note, answer }: Printer): number => {
  const isUsage = error instanceof UsageError;
  const message = isUsage ? error.message : `This is a bug of the harness, not of the target: ${causes(error)}`;
  note(message);
  answer({ error: { kind: isUsage ? 'usage' : 'bug', message, ...(isUsage && error.key && { key: error.key }) } });
  return isUsage ? exitCodes.usage : exitCodes.harnessError;
};

const causes = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by ${causes(error.cause)}`;
};

const processContext = (argv: readonly string[]): Omit<CliContext, 'outlive'> => {
  const { stdout, stderr, env } = process;
  const ci = argv.includes('--ci');
  const printer = createPrinter({ stdout, stderr, env, ci, answers: answersIn(argv) });
  const someoneThere = !ci && process.stdin.isTTY && process.stderr.isTTY;
  return {
    cwd: process.cwd(),
    env: ci ? { CI: 'true', ...env } : env,
    printer,
    // Not before it is read: whoever looks at it begins to wait for it.
    input: {
      [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator](),
    },
    ...(someoneThere && { ask: askOnTerminal }),
    onInterrupt,
    open: openFile,
  };
};

/** Whoever presses Ctrl-C waits two seconds, of which the last tenth is for the process to end. */
const patienceMs = 1800;

const onInterrupt: CliContext['onInterrupt'] = (interrupted, late) => {
  let signals = 0;
  let timer: NodeJS.Timeout | undefined;
  const receive = () => {
    signals += 1;
    if (signals > 1) process.exit(exitCodes.interrupted);
    if (late !== undefined)
      timer = setTimeout(() => {
        late();
        process.exit(exitCodes.interrupted);
      }, patienceMs);
    interrupted();
  };
  process.on('SIGINT', receive).on('SIGTERM', receive);
  const forget = onOrphaned(receive);
  return () => {
    process.off('SIGINT', receive).off('SIGTERM', receive);
    clearTimeout(timer);
    forget();
  };
};

const parentProbeMs = 500;
const parent = process.ppid;

/** npm ends the shell it started us in and not us; whoever starts us in the background by other means wants us to stay. */
const onOrphaned = (orphaned: () => void): (() => void) => {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    orphaned();
  }, parentProbeMs).unref();
  return () => clearInterval(timer);
};

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
