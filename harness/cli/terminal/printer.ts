import { jsonText, printable, printableLine } from '#reports/printable';
import type { AnswerShapes, Given, RunEvent } from '#schemas';

/** What a command came to: its exit code, and what it answers with --json in place of its text. */
export interface Answered<Shape extends keyof AnswerShapes = keyof AnswerShapes> {
  readonly code: number;
  readonly answer: Given<AnswerShapes[Shape]>;
}

/**
 * The only way to the terminal: commands are given one, everything else returns values. Whatever a target, a file or an
 * argument put into a text, nothing of it steers the terminal: what would is spelled out here.
 */
export type Printer = ReturnType<typeof createPrinter>;

interface Stream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface PrinterOptions {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ci: boolean;
  /** What standard output holds: nothing but JSON, or events of a run of which the answer is the last. */
  readonly answers: 'text' | 'json' | 'events';
}

/** Asked for before the parser looks at the arguments, which may be wrong. */
export const answersIn = (argv: readonly string[]): PrinterOptions['answers'] =>
  argv.includes('--events') ? 'events' : argv.includes('--json') ? 'json' : 'text';

/** What `styleText` writes for the inks of reports: bold, dim, inverse, three colours, and their ends. */
const ink = new RegExp(`(${'\u001b'}\\[(?:1|2|7|22|27|31|32|33|39)m)`);

const withInk = (text: string, safe: (part: string) => string): string =>
  text
    .split(ink)
    .map((part) => (ink.test(part) ? part : safe(part)))
    .join('');

export const createPrinter = ({ stdout, stderr, env, ci, answers }: PrinterOptions) => {
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '' && env['FORCE_COLOR'] !== '0';
  const colour = forced || (!ci && stdout.isTTY === true && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb');
  const live = !ci && stderr.isTTY === true && env['TERM'] !== 'dumb';
  let pending = false;
  let paused = false;
  const clearLine = (): string => {
    const clear = pending ? '\r\u001b[K' : '';
    pending = false;
    return clear;
  };
  const out = (text: string): void => {
    if (pending) stderr.write(clearLine());
    stdout.write(`${text}\n`);
  };
  const text = (line: string): void => (answers === 'text' ? out(line) : undefined);
  return {
    /** Whether lines on standard error may be rewritten. */
    live,
    colour,
    width: stdout.columns || stderr.columns || 100,
    /** Of lists: a program that reads one has a row on each line. */
    listWidth: stdout.isTTY === true && stdout.columns ? stdout.columns : Number.POSITIVE_INFINITY,
    /** A line of the answer, on standard output; not where the answer is JSON. */
    out: (line: string) => text(printable(line)),
    /** The same for a text with ink of ours in it, into which the rest came spelled out. */
    inked: (line: string) => text(withInk(line, printable)),
    /** The answer as a whole, where it is JSON. */
    answer: (answer: Answered['answer']) => {
      if (answers === 'json') out(jsonText(answer, 2));
      if (answers === 'events') out(jsonText({ event: 'answer', answer }));
    },
    /** A line of what happens during a run, where that is asked for. */
    event: (happened: Given<RunEvent>) => (answers === 'events' ? out(jsonText(happened)) : undefined),
    /** A line about what is going on, on standard error. */
    note: (text: string) => void stderr.write(`${clearLine()}${printable(text)}\n`),
    /** Keeps the status line away while a question stands there, until the answer is called. */
    pause: () => {
      paused = true;
      return () => {
        paused = false;
      };
    },
    /** Rewrites the last line on standard error; without a terminal it does nothing. */
    status: (text: string) => {
      if (!live || paused) return;
      stderr.write(`\r\u001b[K${withInk(text, printableLine)}`);
      pending = true;
    },
  };
};
