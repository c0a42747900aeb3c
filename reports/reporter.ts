import type { Exchange, RunResult } from '#schemas';

/** All a report may use: it is a pure function of this. */
export interface Reported {
  readonly result: RunResult;
  /** Every exchange of the run, redacted, by its number. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
}

/** A file a report consists of; `path` is relative to the output folder. */
export interface ReportFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

export type Reporter = (reported: Reported) => readonly ReportFile[] | Promise<readonly ReportFile[]>;
