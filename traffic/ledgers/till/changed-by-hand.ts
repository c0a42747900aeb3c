import type { TillTraffic } from '../../till-traffic.ts';
import { lineIdOf } from './lines.ts';
import { isAccepted } from './messages.ts';

/** Events: somebody at the till changed a table; which one, the diff need not say. */
export const isChangedByHand = (seen: TillTraffic): boolean =>
  seen.kind === 'event' && seen.messageKind === 'TableOrderSnapshotChanged';

/** Events: ORDER_CLOSED says that somebody at the till closed a table. */
export const isClosedByHand = (seen: TillTraffic): boolean =>
  seen.kind === 'event' && Object(seen.body).changeType === 'ORDER_CLOSED';

/** What the event of a cancelled line says. */
export interface Cancellation {
  /** Its diff, and what may be identifiers of lines in it. */
  readonly text: string;
  readonly ids: ReadonlySet<string>;
}

/** What somebody at the till did last, in places of the traffic; -1 for nothing. */
export interface ByHand {
  readonly n: number;
  /** What was done before that. */
  readonly formerN: number;
  readonly exchange: number;
  /** Undefined where it was something else. */
  readonly cancellation: Cancellation | undefined;
  /** The diffs of the cancellations of late. */
  readonly cancelled: readonly string[];
}

export const nothingByHand: ByHand = { n: -1, formerN: -1, exchange: -1, cancellation: undefined, cancelled: [] };

const [mostCancelled, longestDiff] = [10, 10_000];

export const byHandSince = (before: ByHand, seen: TillTraffic): ByHand => {
  if (!isChangedByHand(seen) || seen.kind !== 'event') return before;
  const cancellation = cancellationIn(seen);
  return {
    n: seen.n,
    formerN: before.n,
    exchange: seen.exchange,
    cancellation,
    cancelled: cancellation ? [...before.cancelled, cancellation.text].slice(-mostCancelled) : before.cancelled,
  };
};

const cancellationIn = (seen: TillTraffic & { readonly kind: 'event' }): Cancellation | undefined => {
  const { changeType, diff } = Object(seen.body);
  if (changeType !== 'LINE_CANCELLED' || !isAccepted(seen) || seen.unkept === true) return undefined;
  const text = String(JSON.stringify(diff));
  return text.length < longestDiff ? { text, ids: new Set(lineIdsIn(diff)) } : undefined;
};

/** What a diff, whose shape is not finalised, may call the identifiers of lines: elements of lists, and what is called after a line. */
const lineIdsIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]: readonly [string, unknown]) => {
    const isText = typeof member === 'string' || typeof member === 'number';
    if (isText) return isList || /line/iu.test(key) ? [String(member)] : [];
    return [...(isList ? [lineIdOf(member)] : []), ...lineIdsIn(member)].flatMap((one) => one ?? []);
  });
};
