import { isTableOver, parseTimestamp } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import { shortened } from '../../retention/shortened.ts';
import { weightOf } from '../../retention/weight.ts';
import { snapshotHolders } from './holders.ts';
import { type Line, type Lines, largestIn, linesById, paymentIdsIn, readLines } from './lines.ts';
import type { Lifecycle } from './messages.ts';

/** A table as one result showed it. */
export interface Look {
  /** As it was shown. */
  readonly tableId: string;
  /** The member of the result. */
  readonly holder: string;
  /** The platform asked for it; else it came with an order or a bill. */
  readonly came: 'asked' | 'order' | 'bill';
  /** It is the table that the message names. */
  readonly isOwn: boolean;
  /** It was taken, is the first answer, and of no retry; of an order the first that was taken. */
  readonly isFresh: boolean;
  readonly isOpen: boolean;
  /** Open, and so is its session: somebody sits there. */
  readonly isSeated: boolean;
  readonly isOver: boolean;
  readonly openedAt: string | undefined;
  readonly closedAt: string | undefined;
  readonly updatedAt: string | undefined;
  readonly updatedAtMs: number | undefined;
  /** When it was first shown with this updatedAt. */
  readonly since: number;
  /** Those that have an identifier. */
  readonly identified: readonly Line[];
  /** By their identifiers; undefined where there are none, or one has no identifier of its own. */
  readonly lines: Lines | undefined;
  /** All of them, each as one text or its digest, whatever the order of its keys; undefined where it shows no list of them. */
  readonly texts: readonly string[] | undefined;
  /** All of them as one text, or its digest. */
  readonly linesText: string;
  /** The ids that stand anywhere among them. */
  readonly payments: readonly string[];
  /** How many there are, also of those without an identifier that can be read; infinite where nobody knows. */
  readonly paymentCount: number;
  readonly paymentsText: string;
  /** The largest number in its totals, in minor units; -1 where there is none. */
  readonly total: number;
  readonly totalsText: string;
  /** When it was asked for, when its first answer was tried, and when this one came: moments, and places in the traffic. */
  readonly askedAt: number;
  readonly askedN: number;
  readonly saidAt: number;
  readonly saidN: number;
  readonly at: number;
  readonly n: number;
  readonly exchange: number;
  /** The last fresh one that was asked for, and answered before this was asked for. It knows none before itself. */
  readonly before: Look | undefined;
  /** The same, whether it was asked for or came with an accepted order or a bill. */
  readonly shownBefore: Look | undefined;
}

const came: Readonly<Record<string, Look['came']>> = {
  TableOrderSnapshotRequested: 'asked',
  OrderSubmissionRequested: 'order',
  BillPreparationRequested: 'bill',
};

/** A look by itself. */
export type BareLook = Omit<Look, 'isFresh' | 'since' | 'before' | 'shownBefore'>;

/** Undefined where a result shows no table, or was not kept whole. */
export const lookIn = (
  { messageKind, deliveries: [asked], callbacks: [said] }: Lifecycle,
  seen: TillTraffic,
): BareLook | undefined => {
  const [holder, kind] = [snapshotHolders[messageKind], came[messageKind]];
  if (seen.kind !== 'callback' || seen.unkept === true || holder === undefined || kind === undefined) return undefined;
  const body = Object(seen.body);
  const snapshot = Object(body[holder]);
  const { tableId, status, updatedAt, lines, payments, totals } = snapshot;
  if (typeof tableId !== 'string' || asked === undefined) return undefined;
  const session = Object(body.tableSessionContext);
  const isSession = session.tableId === tableId;
  const [updated, identified] = [textOf(updatedAt), readLines(lines)];
  const texts = Array.isArray(lines) ? lines.map(sortedText) : undefined;
  return {
    tableId,
    holder,
    came: kind,
    isOwn: tableId === asked.tableId,
    isOpen: status === 'OPEN',
    isSeated: status === 'OPEN' && isSession && session.status === 'OPEN',
    isOver: isTableOver(status) && isSession && isTableOver(session.status),
    openedAt: textOf(session.openedAt),
    closedAt: textOf(session.closedAt),
    updatedAt: updated,
    updatedAtMs: updated === undefined ? undefined : parseTimestamp(updated)?.epochMs,
    identified,
    lines: linesById(lines, identified),
    texts: texts?.map(shortened),
    linesText: shortened(String(texts?.join())),
    payments: paymentIdsIn(payments),
    paymentCount: Array.isArray(payments) ? payments.length : Number.POSITIVE_INFINITY,
    paymentsText: shortened(String(JSON.stringify(payments))),
    total: largestIn(totals),
    totalsText: shortened(String(JSON.stringify(totals))),
    askedAt: asked.at,
    askedN: asked.n,
    saidAt: (said ?? seen).at,
    saidN: (said ?? seen).n,
    at: seen.at,
    n: seen.n,
    exchange: seen.exchange,
  };
};

export const weightOfLook = (look: Look | undefined): number =>
  look === undefined ? 0 : weightOf({ ...look, lines: 0, before: 0, shownBefore: 0 }) + 64 * (look.lines?.size ?? 0);

const sortedText = (value: unknown): string =>
  String(
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
    ),
  );

/** A time is no longer than that. */
const longestTime = 100;
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= longestTime ? value : undefined;

/** Of the usual clocks no worse is known; whoever writes whole tenths, seconds or minutes knows no better. */
const usualTickMs = 8;

/** How fine the clock is that wrote a time. */
export const tickOf = (time: string): number => {
  const ms = parseTimestamp(time)?.epochMs ?? 0;
  return [60_000, 1_000, 100, 10].find((tick) => ms % tick === 0) ?? usualTickMs;
};
