import { printable, printableLine } from '#reports/printable';

/**
 * The only way to the terminal: commands are given one, everything else returns values. Whatever a target, a file or an
 * argument put into a text, nothing of it steers the terminal: what would is spelled out here.
 */
export interface Printer {
  /** A line of the answer, on standard output. */
  out(text: string): void;
  /** The same for a text with ink of ours in it, into which the rest came spelled out. */
  inked(text: string): void;
  /** A line about what is going on, on standard error. */
  note(text: string): void;
  /** Rewrites the last line on standard error; without a terminal it does nothing. */
  status(text: string): void;
  /** Keeps the status line away while a question stands there, until the answer is called. */
  pause(): () => void;
  /** Whether lines on standard error may be rewritten. */
  readonly live: boolean;
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Where text goes: a terminal, or a pipe. */
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
}

/** What `styleText` writes for the inks of reports: bold, dim, inverse, three colours, and their ends. */
const ink = new RegExp(`(${'\u001b'}\\[(?:1|2|7|22|27|31|32|33|39)m)`);

const withInk = (text: string, safe: (part: string) => string): string =>
  text
    .split(ink)
    .map((part) => (ink.test(part) ? part : safe(part)))
    .join('');

export const createPrinter = ({ stdout, stderr, env, ci }: PrinterOptions): Printer => {
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
  return {
    live,
    colour,
    width: stdout.columns || stderr.columns || 100,
    out: (text) => out(printable(text)),
    inked: (text) => out(withInk(text, printable)),
    note: (text) => void stderr.write(`${clearLine()}${printable(text)}\n`),
    pause: () => {
      paused = true;
      return () => {
        paused = false;
      };
    },
    status: (text) => {
      if (!live || paused) return;
      stderr.write(`\r\u001b[K${withInk(text, printableLine)}`);
      pending = true;
    },
  };
};
