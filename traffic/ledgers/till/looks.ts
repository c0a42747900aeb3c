import { parseTimestamp } from '#schemas';
import { weightOf } from '../../retention/weight.ts';
import type { TrafficOf } from '../../till-traffic.ts';
import { type Line, type Lines, linesById, readLines } from './lines.ts';
import { type Delivery, type Handling, isAccepted } from './messages.ts';
import { largestIn } from './minor-units.ts';
import { areOpen } from './open-table.ts';
import { paymentIdsIn } from './payment-ids.ts';
import { snapshotIn } from './shown-lines.ts';

/** An open table as it was shown to whoever asked for it, with lines that all have an identifier of their own. */
export interface Look {
  readonly updatedAt: string;
  readonly openedAt: unknown;
  readonly lines: Lines;
  /** The largest number in its totals. */
  readonly total: number;
  readonly payments: readonly string[];
  /** How many there are, also of those without an identifier that can be read. */
  readonly paymentCount: number;
  /** The place of its request in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/** An open table as any result showed it, with whatever lines it has. */
export interface Shown {
  readonly tableId: string;
  readonly updatedAt: unknown;
  readonly lines: readonly Line[];
  readonly n: number;
  readonly exchange: number;
}

export const weightOfLook = ({ lines, ...rest }: Look): number => weightOf([rest, [...lines.values()]]);

export const lookIn = ({ tableId, n }: Delivery, seen: TrafficOf<'callback'>): Look | undefined => {
  if (seen.unkept === true || !isAccepted(seen)) return undefined;
  const { tableOrderSnapshot, tableSessionContext } = Object(seen.body);
  const [snapshot, session] = [Object(tableOrderSnapshot), Object(tableSessionContext)];
  const { updatedAt, payments, totals } = snapshot;
  const lines = linesById(snapshot.lines);
  if (typeof updatedAt !== 'string' || lines === undefined || !areOpen(tableId, snapshot, session)) return undefined;
  return {
    updatedAt,
    openedAt: session.openedAt,
    lines,
    total: largestIn(totals),
    payments: paymentIdsIn(payments),
    paymentCount: Array.isArray(payments) ? payments.length : Number.POSITIVE_INFINITY,
    n,
    exchange: seen.exchange,
  };
};

export const shownIn = (tableId: string, handling: Handling, seen: TrafficOf<'callback'>): Shown | undefined => {
  const { tableId: shownId, status, lines, updatedAt } = Object(snapshotIn(handling, seen)?.snapshot);
  if (shownId !== tableId || status !== 'OPEN' || !Array.isArray(lines) || lines.length > mostLines) return undefined;
  const named = readLines(lines).filter(({ isNamed }) => isNamed);
  return { tableId, updatedAt, lines: named, n: seen.n, exchange: seen.exchange };
};

/** Of a table with more of them they are not compared one by one. */
export const mostLines = 200;

/** A whole bill was asked for by this very look. Within a second there is room for a change that the checkpoint does not tell. */
export const isCurrent = (look: Look | undefined, { wholeBill: { checkpoint = '' } = {} }: Delivery): boolean =>
  look?.updatedAt === checkpoint && (parseTimestamp(checkpoint)?.epochMs ?? 0) % 1000 !== 0;
