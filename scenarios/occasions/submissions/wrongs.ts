import type { Finding } from '#schemas';
import { acceptedOf, isDeleted, type Lifecycle, lineIdOf } from '#traffic/laws';
import type { Settled } from '../../arrange/till/awaited-callback.ts';
import { excerpt, isSameJson } from '../../arrange/json-compare.ts';
import { grown, mostApplied, type ObservedChange } from '../../arrange/till/order-effects.ts';
import { readSubmission } from '../../arrange/till/read-results.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import type { SentCommand } from '../../context/pos.ts';
import { answersOutcome, receiptsIn, receiptsOutcome } from '../../pos/queue/same-operation.ts';
import type { Row } from '../covering.ts';

export const submissionCovers = [
  'submission/contexts',
  'submission/texts',
  'submission/result-body',
  'submission/snapshot-and-receipt',
  'submission/rejection-reasons',
  'submission/partial-is-failure',
  'table/lines-follow-orders',
  'payment/applied-once',
  'queue/duplicate-not-applied',
  'queue/idempotency-key',
  'queue/unlike-orders-apply',
] as const;
export type Breaks = (typeof submissionCovers)[number];

/** What became of an order. */
export interface Asked {
  readonly row: Row;
  readonly sent: SentCommand;
  /** What the till did about it, and about the same operation under another messageId. */
  readonly own: Lifecycle | undefined;
  readonly again: Lifecycle | undefined;
  /** And about one like it that was sent at once. */
  readonly twin: Lifecycle | undefined;
  readonly came: Settled;
  readonly wanted: readonly Wanted[];
  /** What the platform took as the result of the first. */
  readonly submitted: Submitted | undefined;
  readonly exchanges: readonly number[];
  /** Its table before and after, where nobody else did anything there. */
  readonly table: (ObservedChange & { readonly payments: number; readonly added: readonly unknown[] }) | undefined;
}

/** Sends the order and waits until the till is done with it, and until its table is `seenAs` it has to be, if it ever is. */
export type Ask = (row: Row, seenAs?: (change: ObservedChange) => boolean) => Promise<Asked>;

export type WrongKind =
  | 'silent'
  | 'rejected'
  | 'accepted'
  | 'unlisted'
  | 'more'
  | 'less'
  | 'booked'
  | 'undeleted'
  | 'key'
  | 'twin';

export interface Wrong {
  readonly kind: WrongKind;
  readonly finding: Finding;
}

export interface Seen {
  readonly asked: Asked;
  readonly wrongs: readonly Wrong[];
  /** How many such orders came to its table; undefined where nothing says so. */
  readonly times: number | undefined;
  /** It shows how often the order was carried out. */
  readonly isCounted: boolean;
}

/** What becomes of an order that is taken for another. */
export const alikeCauses: Readonly<Partial<Record<WrongKind, { readonly cause: string }>>> = {
  silent: { cause: 'an order like an earlier one refused' },
  rejected: { cause: 'an order like an earlier one refused' },
  less: { cause: 'an order like an earlier one not applied' },
};
const usedUp = ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'ORDER_CLOSED'];

/** Whether an order like the one before it, with ids of its own, was taken for that. */
export const isOfContents =
  ({ asked: { own, submitted }, times }: Seen) =>
  ({ kind }: Wrong): boolean => {
    if (kind === 'silent') return own !== undefined && isDeleted(own);
    if (kind === 'rejected') return submitted?.result.reasons.some((reason) => usedUp.includes(reason)) === false;
    // The first order of a table may come with a charge.
    return kind === 'less' && times === 0;
  };

/** Where a growth says the same whether an order is prepaid or not. */
export type IsShared = (path: string) => boolean;

const roughly = 0.01;

/** How many such orders came to the table: one where anything that can be counted says so; undefined where nothing says. */
export const timesIn = (
  control: ObservedChange,
  { before, after }: ObservedChange,
  isShared: IsShared,
): number | undefined => {
  const times = [...grown(control)].flatMap(([path, one]) =>
    isShared(path) ? [((after.get(path) ?? 0) - (before.get(path) ?? 0)) / one] : [],
  );
  if (times.length === 0) return undefined;
  if (times.some((one) => Math.abs(one - 1) <= roughly)) return 1;
  if (times.every((one) => one > 1)) return Math.min(...times);
  return times.every((one) => one < 1) ? Math.max(...times) : undefined;
};

/** Two lines came at once that are the same but for their ids. */
const isTwice = ({ table }: Asked): boolean => {
  const added = table?.added ?? [];
  const [one, other] = added.map(withoutId);
  return added.length === 2 && isSameJson(one, other);
};

const withoutId = (line: unknown): unknown => {
  const id = lineIdOf(line);
  if (id === undefined) return line;
  return Object.fromEntries(Object.entries(Object(line)).filter(([, value]) => String(value) !== id));
};

/**
 * Resources › Base models: an order of one piece puts one on its table, paid at once or not; what is paid shows as one line more where a
 * till writes its payment beside it. A waiter may add the same at the same time, but hardly as often as this. Another listing may
 * have taken the place of one that is sold out, so the last is to be paid later once more.
 */
export const isEnteredTwice = async (
  unpaid: Asked,
  paid: Asked,
  ask: (row: Row) => Promise<Asked | undefined>,
  plain: Row,
): Promise<boolean> => {
  const isOnce = (one: Asked | undefined): boolean => one?.table?.added.length === 1;
  if (!isOnce(unpaid) || !isTwice(paid)) return false;
  for (let again = 0; again < 2; again++) {
    const one = await ask({ ...plain, prepaid: 'yes' });
    if (one === undefined || !isTwice(one)) return false;
  }
  return isOnce(await ask(plain));
};

/** A table may have been closed meanwhile; which amount of a listing is its price is a guess, which a payment shows. */
const isOpen = ({ row }: Asked, reason: string): boolean =>
  (reason === 'ORDER_CLOSED' && row['place'] === 'table') || (reason === 'PRICE_CHANGED' && row['prepaid'] === 'yes');

/** It came to the till, and nothing came of it. */
export const silenceOf = ({ sent, own, exchanges }: Asked): Finding | undefined => {
  if (own === undefined || own.deliveries.length === 0 || own.callbacks.length > 0) return undefined;
  const expected = `POST …/async/${sent.messageKind}/${sent.messageId}`;
  return { expected, actual: `no callback${isDeleted(own) ? ', and the deletion' : ''}`, exchanges };
};

/** Whatever else comes together, an order comes to what a plain one of the same items came to, and one that is paid to no more payments. */
export const wrongsIn = (asked: Asked, control: Asked, isShared: IsShared, payments: number): Seen => {
  const { row, sent, own, again, twin, came, submitted, table } = asked;
  const [result, usual] = [submitted?.result, control.submitted?.result];
  const wrongs: Wrong[] = [];
  const exchanges = [...control.exchanges.slice(-1), ...asked.exchanges];
  const add = (kind: WrongKind, expected: string, actual: string, pointer?: string) =>
    wrongs.push({ kind, finding: { expected, actual, exchanges, ...(pointer !== undefined && { pointer }) } });

  const silence = silenceOf(asked);
  const isOfKey = silence !== undefined && again !== undefined && again.callbacks.length > 0;
  if (isOfKey) wrongs.push({ kind: 'key', finding: { ...silence, exchanges, cause: 'no result under the same key' } });
  // A till that cannot tell one id from another answers under the other, which a law tells.
  else if (silence && (row['ids'] === 'own' || (own && isDeleted(own))))
    wrongs.push({ kind: 'silent', finding: { ...silence, exchanges } });
  if (came === 'undeleted') add('undeleted', `DeleteMessage for every delivery of ${sent.messageId}`, 'one was left');
  const answers =
    came === 'settled' && own && again && answersOutcome([{ ...own, callbacks: own.callbacks.slice(0, 1) }, again]);
  // Of two that are sent at once either may be the repeat, which is told of the key.
  const isRejected = result?.success === false && usual?.success === true && !(answers && answers.status === 'failed');
  const rejected = (reasons: readonly string[] = []) => `success false, rejected as ${excerpt(reasons)}`;
  if (isRejected && result.reasons.some((reason) => !isOpen(asked, reason)))
    add('rejected', 'success true', rejected(result.reasons), '/success');
  // What can be had at its price in one place is not to be rejected in another.
  if (result?.success === true && usual?.success === false && asked.row['unitPrice'] !== 'listed')
    add('accepted', rejected(usual.reasons), 'success true', '/success');
  const isAlike = result?.success !== undefined && result.success === usual?.success;
  const isAccepted = isAlike && result.success === true;
  const [listed = 0, listedUsually = 0] = [result, usual].map((one) => one?.accepted?.length);
  if (isAccepted && listed < listedUsually)
    add('unlisted', `${listedUsually} acceptedItems`, `${listed}: ${excerpt(result.accepted)}`, '/acceptedItems');

  const receipts = own && again && receiptsOutcome(own, again);
  for (const outcome of came === 'settled' ? [answers, receipts] : [])
    if (outcome && outcome.status === 'failed') wrongs.push({ kind: 'key', finding: outcome });

  if (twin && isAccepted && control.table) {
    const both = readSubmission(acceptedOf(twin)?.body);
    const most = table && both.success === true ? mostApplied(control.table, table) : undefined;
    if (most !== undefined && most < 2) add('twin', 'both orders on the table', `it grew by ${most} of 2 orders`);
  }
  const isAlone = twin === undefined && isAccepted;
  const times = isAlone && table && control.table ? timesIn(control.table, table, isShared) : undefined;
  if (times !== undefined && times > 1) add('more', 'one order on the table', `it grew by ${times}`);
  if (times !== undefined && times < 1) add('less', 'one order on the table', `it grew by ${times} of it`);
  if (times === 1 && table && table.payments > payments)
    add('booked', `no more than ${payments} of its payments`, `${table.payments} of them`);

  return {
    asked,
    wrongs,
    times,
    isCounted: times !== undefined || receipts !== undefined || (own && receiptsIn(own).length > 0) === true,
  };
};
