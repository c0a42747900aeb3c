import type { Finding } from '#schemas';
import type { ReadSnapshot } from '../arrange/till/read-results.ts';
import type { SentCommand } from '../context/pos.ts';
import type { Factors } from './covering.ts';
import type { Row } from './levels.ts';
import type { TillBreaks } from './till-factors.ts';

/** What became of a row. */
export interface TillTried {
  readonly row: Row;
  /** Undefined where it could not be arranged. */
  readonly sent: SentCommand | undefined;
  /** The same operation under another messageId. */
  readonly again: SentCommand | undefined;
  /** The till is done with it; or else the last delivery may be left. */
  readonly isDone: boolean;
  readonly isLeft: boolean;
  /** Its table, if it is of one that is open. */
  readonly before: { readonly tableId: string; readonly snapshot: ReadSnapshot } | undefined;
  /** The place in the traffic where it begins. */
  readonly from: number;
}

export interface TillAsking {
  readonly levels: Factors;
  /** Arranges what comes before, sends the command and waits until the till is done with it. */
  ask(row: Row): Promise<TillTried>;
}

/** What is wrong with what a till did, whatever came together. */
export interface TillWrong extends Pick<Finding, 'expected' | 'actual' | 'pointer' | 'exchanges'> {
  readonly cause: string;
  /** Where that is not a matter of what came together. */
  readonly breaks?: TillBreaks;
}

export interface TillSeen {
  readonly wrongs: readonly TillWrong[];
  /** It shows how often it was done. */
  readonly isCounted: boolean;
}

export interface TillWrongs {
  /** Whatever is answered by itself is answered beside others, and done once. */
  of(tried: TillTried): Promise<TillSeen>;
}
