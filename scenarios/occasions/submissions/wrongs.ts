import type { Finding } from '#schemas';
import { isDeleted } from '#traffic/laws';
import { excerpt } from '../../arrange/json-compare.ts';
import { grown, type ObservedChange } from '../../arrange/till/order-effects.ts';
import type { PosWorld } from '../../context/pos.ts';
import { answersOutcome, receiptsIn, receiptsOutcome } from '../../pos/queue/same-operation.ts';
import { lifecycleOf } from '../../pos/queue/settlement.ts';
import type { Asked } from './asking.ts';

export type WrongKind =
  | 'silent'
  | 'rejected'
  | 'accepted'
  | 'unlisted'
  | 'more'
  | 'less'
  | 'booked'
  | 'undeleted'
  | 'key';

export interface Wrong {
  readonly kind: WrongKind;
  readonly finding: Finding;
}

export interface Seen {
  readonly asked: Asked;
  readonly wrongs: readonly Wrong[];
  /** It shows how often the order was carried out. */
  readonly isCounted: boolean;
}

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

/** A table may have been closed meanwhile; which amount of a listing is its price is a guess, which a payment shows. */
const isOpen = ({ row }: Asked, reason: string): boolean =>
  (reason === 'ORDER_CLOSED' && row['place'] === 'table') || (reason === 'PRICE_CHANGED' && row['prepaid'] === 'yes');

/** It came to the till, and nothing came of it. */
export const silenceOf = (world: PosWorld<never>, { sent, exchanges }: Asked): Finding | undefined => {
  const own = lifecycleOf(world, sent);
  if (own === undefined || own.deliveries.length === 0 || own.callbacks.length > 0) return undefined;
  const expected = `POST …/async/${sent.messageKind}/${sent.messageId}`;
  return { expected, actual: `no callback${isDeleted(own) ? ', and the deletion' : ''}`, exchanges };
};

/** Whatever else comes together, an order comes to what a plain one of the same items came to. */
export const wrongsIn = (world: PosWorld<never>, asked: Asked, control: Asked, isShared: IsShared): Seen => {
  const { sent, again, came, submitted, table } = asked;
  const own = lifecycleOf(world, sent);
  const [result, usual] = [submitted?.result, control.submitted?.result];
  const wrongs: Wrong[] = [];
  const exchanges = [...control.exchanges.slice(-1), ...asked.exchanges];
  const add = (kind: WrongKind, expected: string, actual: string, pointer?: string) =>
    wrongs.push({ kind, finding: { expected, actual, exchanges, ...(pointer !== undefined && { pointer }) } });

  const silence = silenceOf(world, asked);
  if (silence) wrongs.push({ kind: 'silent', finding: { ...silence, exchanges } });
  if (came === 'undeleted') add('undeleted', `DeleteMessage for every delivery of ${sent.messageId}`, 'one was left');
  const rejected = (reasons: readonly string[] = []) => `success false, rejected as ${excerpt(reasons)}`;
  if (result?.success === false && usual?.success === true && result.reasons.some((reason) => !isOpen(asked, reason)))
    add('rejected', 'success true', rejected(result.reasons), '/success');
  if (result?.success === true && usual?.success === false)
    add('accepted', rejected(usual.reasons), 'success true', '/success');
  const isAlike = result?.success !== undefined && result.success === usual?.success;
  const isAccepted = isAlike && result.success === true;
  const [listed = 0, listedUsually = 0] = [result, usual].map((one) => one?.accepted?.length);
  if (isAccepted && listed < listedUsually)
    add(
      'unlisted',
      `${listedUsually} acceptedItems`,
      `${listed} of them: ${excerpt(result.accepted)}`,
      '/acceptedItems',
    );

  const retry = again && lifecycleOf(world, again);
  const receipts = own && retry && receiptsOutcome(own, retry);
  const answers = own && retry && answersOutcome([{ ...own, callbacks: own.callbacks.slice(0, 1) }, retry]);
  for (const outcome of came === 'settled' ? [answers, receipts] : [])
    if (outcome?.status === 'failed') wrongs.push({ kind: 'key', finding: outcome });

  const times = isAccepted && table && control.table ? timesIn(control.table, table, isShared) : undefined;
  if (times !== undefined && times > 1) add('more', 'one order on the table', `it grew by ${times}`);
  if (times !== undefined && times < 1) add('less', 'one order on the table', `it grew by ${times} of it`);
  if (times === 1 && (table?.payments ?? 0) > 1)
    add('booked', 'one payment of the order', `${table?.payments} of them`);

  return {
    asked,
    wrongs,
    isCounted: times !== undefined || receipts !== undefined || (own && receiptsIn(own).length > 0) === true,
  };
};
