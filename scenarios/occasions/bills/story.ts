import type { BillPreparationRequested, CheckOutcome } from '#schemas';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import type { FoundAmount } from '../../arrange/till/amounts.ts';
import type { AskedBill, BilledTable, Looks, NotPaid, Paid, PaymentWays, Prepared } from '../../arrange/till/billed.ts';
import type { Billed, OpenTable, ReadBill, ReadTable } from '../../arrange/till/read-results.ts';
import type { PosWorld, SentCommand } from '../../context/pos.ts';
import { unmet } from '../../outcome.ts';
import type { Row } from '../covering.ts';

export const billCovers = [
  'bill/result-body',
  'bill/stale-checkpoint',
  'bill/subset',
  'bill/unpaid-lines',
  'payment/result-body',
  'payment/applied-once',
  'payment/visible-in-table',
  'payment/failed-releases-bill',
  'queue/result-not-lost',
  'queue/idempotency-key',
  'queue/duplicate-same-result',
  'tips/same-id-as-bill',
] as const;
export type BillBreaks = (typeof billCovers)[number];
export type BillWorld = PosWorld<BillBreaks>;

export interface Told {
  readonly breaks: BillBreaks;
  readonly outcome: CheckOutcome;
  /** Certain once it is seen, so that it is not tried again. */
  readonly isCertain?: true;
}

/** What became of a row. */
export interface Carried {
  /** With the levels that it came to. */
  readonly row: Row;
  readonly told: readonly Told[];
  /** Why it did not come to its end. */
  readonly unmet: CheckOutcome | undefined;
}

/** What is known of a till from one row to the next. */
export interface Known {
  /** The listings that are ordered: they cost something. */
  readonly listings: readonly string[];
  readonly menu: readonly unknown[];
  /** An amount of a bill that was taken. */
  amount: FoundAmount | undefined;
  /** A bill for some lines is not the one for all. */
  billsParts: boolean | undefined;
  /** It has prepared the same bill once more when its payment had failed. */
  releases: boolean;
}

type Selectors = NonNullable<BillPreparationRequested['items']>;

/** What is done at a table, and asked of it. */
export interface Desk {
  /** Has these listings put on the table, one after the other; where nothing can be ordered a waiter does. */
  add(seat: OpenTable, listings: readonly string[]): Promise<OpenTable>;
  newLineIds(before: OpenTable, after: OpenTable): readonly string[];
  prepare(
    tableId: string,
    asked: { readonly checkpoint: string | undefined; readonly items?: Readonly<Selectors> | undefined },
  ): Promise<Prepared | Unanswered>;
  prepareCurrent(tableId: string, asked: AskedBill): Promise<BilledTable | Unanswered>;
  release(posBillId: string | undefined): Promise<SentCommand | undefined>;
  notReopened(before: OpenTable, exchange: number): Promise<CheckOutcome | undefined>;
  lookAfterPayment(tableId: string, before: Looks['before']): Promise<Looks | undefined>;
  shownOutcome(looks: Looks): CheckOutcome;
  stillOnce(tableId: string, once: { readonly table: ReadTable; readonly exchange: number }): Promise<CheckOutcome>;
  leftOutcome(sent: SentCommand): Promise<CheckOutcome | undefined>;
  /** Waits until a message that is delivered so often is worked off. */
  settled(sent: SentCommand, times: number): Promise<string>;
}

export interface Ordered {
  readonly seat: OpenTable;
  readonly ids: readonly string[];
}

/** A row as it is carried out, at one table. */
export interface Story {
  readonly world: BillWorld;
  readonly desk: Desk;
  readonly known: Known;
  /** A level that there turns out to be no occasion for becomes the plain one. */
  readonly row: Record<string, string>;
  readonly tableId: string;
  /** The table as it was last shown; undefined once something was done there. */
  seat: OpenTable | undefined;
  /** Where it begins in the traffic. */
  readonly from: number;
  /** Lines of ours that nobody has paid. */
  readonly unpaid: Set<string>;
  /** Bills that wait for their payment, here or at another table. */
  readonly open: Set<string>;
  /** The last bill of the table whose payment failed, by its exchange. */
  released: number | undefined;
  /** The last bill of the whole table, and what was done there since. */
  whole: { readonly billed: BilledTable; orders: number; prepaid: number; readonly paid: Billed[] } | undefined;
  payments: number;
  /** The last payment of a line that came before the bill. */
  paidBefore: Paid | undefined;
  isChangedByStaff: boolean;
  tell(breaks: BillBreaks, outcome: CheckOutcome | undefined, isCertain?: boolean): void;
  current(): Promise<OpenTable>;
  /** As many lines more, or else the ones that have grown. */
  order(seat: OpenTable, listings: readonly string[]): Promise<Ordered>;
  /** The bill of all of the table or of some lines, as it is now. Refusals are looked into, and thrown. */
  billFor(ids?: readonly string[], right?: AskedBill['right']): Promise<BilledTable>;
  /** Lets go of a bill whose payment failed. */
  letGo(billed: {
    readonly bill: Pick<ReadBill, 'posBillId'>;
    readonly exchange?: number;
  }): Promise<SentCommand | undefined>;
  /** Pays a bill for lines, or for all of the table. `covers`: the lines of ours that are on it. */
  settle(
    billed: BilledTable,
    how: PaymentWays & { readonly ids?: readonly string[] | undefined; readonly covers: readonly string[] },
  ): Promise<Paid | NotPaid>;
  /** Notes that a bill was paid, and these lines of ours with it. */
  notePaid(billed: Billed, covers: readonly string[]): void;
  /** Another open table, where something is to be paid. */
  neighbour(): Promise<OpenTable | undefined>;
  /** The same story at another table. */
  at(seat: OpenTable): Story;
}

/** A bill that waits, and what came meanwhile. */
export interface Waiting {
  readonly ours: BilledTable;
  /** The lines that it was asked for; undefined of all of the table. */
  readonly selected: readonly string[] | undefined;
  /** Lines of ours that are on it. */
  readonly covers: readonly string[];
  readonly ordered: Ordered | undefined;
  /** A bill for another line of the table, prepared since. */
  readonly newer: { readonly billed: BilledTable; readonly lineId: string } | undefined;
  /** The bill of another table, prepared since. */
  readonly there: { readonly story: Story; readonly billed: BilledTable } | undefined;
  /** A line that is billed changed. */
  readonly isTouched: boolean;
}

// It would pay for all of the table.
export const forAll = unmet('a bill for some lines is that of the whole table');

export const payPart = async (story: Story, lineId: string): Promise<Billed> => {
  if (story.known.billsParts === false) throw forAll;
  const part = await story.billFor([lineId]);
  const paid = await story.settle(part, { ids: [lineId], covers: [lineId] });
  if (paid.kind === 'paid') {
    story.paidBefore = paid;
    return part;
  }
  story.tell('payment/applied-once', paid.outcome);
  throw unmet('no payment was applied');
};
