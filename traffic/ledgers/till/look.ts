import { isTableOver, parseTimestamp } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import { isObject } from '../../json.ts';
import { readByText } from '../../retention/recent.ts';
import { shortened } from '../../retention/shortened.ts';
import { weightOf } from '../../retention/weight.ts';
import { snapshotHolders } from './holders.ts';
import { largestIn, linesById, paymentIdsIn, readLines } from './lines.ts';
import type { Lifecycle } from './messages.ts';

/** A table as one result showed it. */
export interface Look extends BareLook {
  /** It was taken, is the first answer, and of no retry; of an order the first that was taken. */
  readonly isFresh: boolean;
  /** When it was first shown with this updatedAt. */
  readonly since: number;
  /** The last fresh one that was asked for, and answered before this was asked for. It knows none before itself. */
  readonly before: Look | undefined;
  /** The same, whether it was asked for or came with an accepted order or a bill. */
  readonly shownBefore: Look | undefined;
}

const came: Readonly<Record<string, 'asked' | 'order' | 'bill'>> = {
  TableOrderSnapshotRequested: 'asked',
  OrderSubmissionRequested: 'order',
  BillPreparationRequested: 'bill',
};

/** A look by itself. */
export type BareLook = NonNullable<ReturnType<typeof lookIn>>;

/** Undefined where a result shows no table, or was not kept whole. */
export const lookIn = ({ messageKind, deliveries: [asked], callbacks: [said] }: Lifecycle, seen: TillTraffic) => {
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
    /** As it was shown. */
    tableId,
    /** The member of the result. */
    holder,
    /** The platform asked for it; else it came with an order or a bill. */
    came: kind,
    /** It is the table that the message names. */
    isOwn: tableId === asked.tableId,
    isOpen: status === 'OPEN',
    /** Open, and so is its session: somebody sits there. */
    isSeated: status === 'OPEN' && isSession && session.status === 'OPEN',
    isOver: isTableOver(status) && isSession && isTableOver(session.status),
    openedAt: textOf(session.openedAt),
    closedAt: textOf(session.closedAt),
    updatedAt: updated,
    updatedAtMs: updated === undefined ? undefined : parseTimestamp(updated)?.epochMs,
    /** Those that have an identifier. */
    identified,
    /** By their identifiers; undefined where there are none, or one has no identifier of its own. */
    lines: linesById(lines, identified),
    /** All of them, each as one text or its digest, whatever the order of its keys; undefined where it shows no list of them. */
    texts,
    /** All of them as one text, or its digest. */
    linesText: shortened(String(texts?.join())),
    /** The ids that stand anywhere among them. */
    payments: paymentIdsIn(payments),
    /** How many there are, also of those without an identifier that can be read; infinite where nobody knows. */
    paymentCount: Array.isArray(payments) ? payments.length : Number.POSITIVE_INFINITY,
    paymentsText: shortened(String(JSON.stringify(payments))),
    /** The largest number in its totals, in minor units; -1 where there is none. */
    total: largestIn(totals),
    totalsText: shortened(String(JSON.stringify(totals))),
    /** When it was asked for, when its first answer was tried, and when this one came: moments, and places in the traffic. */
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

const sortedText = readByText((line) => shortened(String(JSON.stringify(line, byKeys))));

const byKeys = (_: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

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
