import type { Exchange, RunResult } from '#schemas';

/** Which of the known defects of a party's targets a run could have shown. */
export interface Power {
  readonly known: number;
  readonly couldShow: number;
  /** How many more each configuration key would let it show. */
  readonly behind: ReadonlyMap<string, number>;
}

/** All a report may use: it is a pure function of this. */
export interface Reported {
  readonly result: RunResult;
  /**
   * The exchanges a violation rests on and the first few of each scenario, redacted, by their numbers. Not all: those of
   * a long run would not fit into memory.
   */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  /** Every exchange of the run, redacted, as it was recorded: one at a time, from the start at each call. */
  readonly everyExchange: () => Iterable<Exchange> | AsyncIterable<Exchange>;
  readonly power?: Power;
  /** What the run before in the same folder came to. */
  readonly before?: RunResult;
  /** The address below which a reader has the documentation: a published one, or that of a folder of this machine. */
  readonly documentation?: string;
}

/** An id that stays apart from that of another target: one CI job may read the results of several together. */
export const idAtTarget = ({ target }: Pick<RunResult, 'target'>, id: string): string =>
  target.name === undefined ? id : `${target.name}: ${id}`;

/** So many of each scenario's exchanges are at hand: enough to see that and how something was exercised. */
export const exchangesOfScenario = 3;

/** A file a report consists of; `path` is relative to the output folder. */
export interface ReportFile {
  readonly path: string;
  /** In pieces where it grows with the run, so that it need never be in memory as a whole. */
  readonly content: string | AsyncIterable<string>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** One way to write a run down. */
export interface Report {
  /** As `reports.formats` of the configuration has it. */
  readonly name: string;
  /** All it leaves in the output folder: files, and folders with a slash at their end. */
  readonly paths: readonly string[];
  /** Whom it is for, in a line. */
  readonly purpose: string;
  /** Whether it is written where the configuration names none, or whatever that names. */
  readonly written: 'always' | 'by default' | 'in CI' | 'on request';
  /** `environment`: what the process says about the CI job. */
  readonly write: (
    reported: Reported,
    environment?: Environment,
  ) => readonly ReportFile[] | Promise<readonly ReportFile[]>;
}
