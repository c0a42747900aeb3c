import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { newAmong } from '../../arrange/json-compare.ts';
import { type BilledTable, noneToPay, prepareCurrent, release, saysPending } from '../../arrange/till/bills.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { lineSelector } from '../../arrange/till/commands.ts';
import { addToTable, newLineIds } from '../../arrange/till/lines.ts';
import type { Billed } from '../../arrange/till/read-results.ts';
import { openTableAt, type OpenTable, seatAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, Unmet, unmet } from '../../outcome.ts';
import { type NotPaid, pay, type Paid, type PaymentWays } from '../../pos/payment/paid-bill.ts';
import type { Row } from '../covering.ts';
import { wholeWrong } from './wrongs.ts';

export const billCovers = [
  'bill/result-body',
  'bill/stale-checkpoint',
  'bill/subset',
  'bill/unpaid-lines',
  'payment/result-body',
  'payment/applied-once',
  'payment/visible-in-table',
  'payment/failed-releases-bill',
  'payment/unknown-bill',
  'queue/result-not-lost',
  'tips/same-id-as-bill',
] as const;
export type BillBreaks = (typeof billCovers)[number];
export type BillWorld = PosWorld<BillBreaks>;

export interface Told {
  readonly breaks: BillBreaks;
  readonly outcome: CheckOutcome;
  /** No answer at all is certain as it is, and is not waited for again. */
  readonly isSilence?: true;
}

/** What is known of a till from one row to the next. */
export interface Known {
  /** The listings that are ordered: they cost something. */
  readonly listings: readonly string[];
  /** An amount of a bill that was taken. */
  amount: Paid['amount'] | undefined;
  /** A bill for some lines is not the one for all. */
  billsParts: boolean | undefined;
}

/** A row as it is carried out, at one table. */
export interface Story {
  readonly world: BillWorld;
  readonly known: Known;
  readonly row: Row;
  readonly tableId: string;
  /** The table as it was last shown; undefined once something was done there. */
  seat: OpenTable | undefined;
  /** Where it begins in the traffic. */
  readonly from: number;
  /** Lines of ours that nobody has paid. */
  readonly unpaid: Set<string>;
  /** Bills that wait for their payment. */
  readonly open: Set<string>;
  /** Bills whose payment failed. */
  releases: number;
  /** The last bill of the whole table, and what was done there since. */
  whole: { readonly billed: BilledTable; orders: number; readonly paid: Billed[] } | undefined;
  payments: number;
  isChangedByStaff: boolean;
  tell(breaks: BillBreaks, outcome: CheckOutcome | undefined): void;
  tellSilence(breaks: BillBreaks, outcome: CheckOutcome): void;
}

/** Has these listings put on the table, one after the other; where nothing can be ordered a waiter does. */
export const add = async (world: BillWorld, seat: OpenTable, listings: readonly string[]): Promise<OpenTable> => {
  let now = seat;
  const steps = world.claims.postpaid && listings.every((one) => one !== '') ? [listings] : listings.map(() => []);
  for (const step of steps) now = (await addToTable(world, now, step)) ?? (await seatAt(world, seat.tableId));
  return now;
};

/** The same at the table of a story: as many lines more, or else the ones that have grown. */
export const order = async (
  story: Story,
  seat: OpenTable,
  listings: readonly string[],
): Promise<{ readonly seat: OpenTable; readonly ids: readonly string[] }> => {
  const after = await add(story.world, seat, listings);
  story.seat = after;
  if (story.whole) story.whole.orders += listings.length;
  const changed = newAmong(after.snapshot.lines ?? [], seat.snapshot.lines ?? []).flatMap((one) => lineIdOf(one) ?? []);
  const added = newLineIds(seat, after);
  const ids = [...new Set(added.length < listings.length ? changed : added)].slice(0, listings.length);
  if (ids.length < listings.length) throw untellable;
  for (const id of ids) story.unpaid.add(id);
  return { seat: after, ids };
};

const untellable = unmet(
  'the lines of a table could not be told apart by an identifier',
  'assumptions.assume/unfinalised-shapes',
);

/** The bill of all of the table or of some lines, as it is now. Refusals are looked into, and thrown. */
export const billFor = async (
  story: Story,
  ids?: readonly string[],
  asked: Omit<NonNullable<Parameters<typeof prepareCurrent>[2]>, 'items'> = {},
): Promise<BilledTable> => {
  const { world, tableId, tell, tellSilence, seat: known } = story;
  const items = ids?.map(lineSelector);
  const billed = await prepareCurrent(world, tableId, { known, ...asked, ...(items && { items }) });
  if (billed.kind !== 'prepared') {
    const outcome = unanswered(billed);
    // Whatever becomes of the selection, a request for a bill is answered.
    if (outcome.status === 'failed')
      for (const breaks of ['bill/result-body', ids ? 'bill/subset' : 'bill/stale-checkpoint'] as const)
        tellSilence(breaks, outcome);
    throw new Unmet(notExercised('a request for a bill was not answered'));
  }
  story.seat = billed.seat;
  const { posBillId, success, reasonCode = 'no reason' } = billed.bill;
  if (success !== true) {
    if (ids === undefined) refusedWhole(story, billed);
    else world.observe('assume/unfinalised-shapes', `a bill for some lines was refused with ${reasonCode}`);
    const why = ids
      ? 'the till refused a bill for some lines; the format of the selector is not finalised'
      : 'no bill was prepared for the whole table';
    throw unmet(`${why} (${reasonCode})`, ids && 'assumptions.assume/unfinalised-shapes');
  }
  if (posBillId === undefined) throw unmet('the bill has no posBillId that can be read');
  story.open.add(posBillId);
  if (ids === undefined) {
    const { whole } = story;
    const wrong = whole && !story.isChangedByStaff ? wholeWrong(whole.billed, billed, whole) : undefined;
    tell('bill/unpaid-lines', wrong);
    story.whole = { billed, orders: 0, paid: [] };
  }
  return billed;
};

/** Lets go of a bill whose payment failed. */
export const letGo = async (story: Story, { bill: { posBillId } }: Billed) => {
  const sent = await release(story.world, posBillId);
  if (posBillId !== undefined) story.open.delete(posBillId);
  story.seat = undefined;
  story.releases++;
  return sent;
};

/** What we have ordered is to be paid, so a whole bill can be had. */
const refusedWhole = (story: Story, { bill, exchange, seat }: BilledTable): void => {
  const { reasonCode = 'none' } = bill;
  const { unpaid, payments, releases, whole, open, isChangedByStaff, tell } = story;
  const isNone = noneToPay.includes(reasonCode);
  const seen = {
    expected: 'success true for what is not paid yet',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [...(whole ? [whole.billed.exchange] : []), seat.exchange, exchange],
  };
  // Somebody at the till may have settled it, and what waits for its payment may be left out.
  if (unpaid.size === 0 || isChangedByStaff || open.size > 0) return;
  if (reasonCode === 'ORDER_CHANGED')
    tell('bill/stale-checkpoint', failed({ ...seen, cause: 'no bill for a current checkpoint' }));
  else if (isNone && payments > 0) tell('bill/unpaid-lines', failed({ ...seen, cause: restCause(story) }));
  else if (releases > 0 && (isNone || saysPending(bill)))
    tell('payment/failed-releases-bill', failed({ ...seen, cause: 'no bill after a failed payment' }));
  else if (isNone) tell('bill/unpaid-lines', failed({ ...seen, cause: 'an order to be paid later not on the bill' }));
};

const restCause = ({ row }: Story): string =>
  row['select'] === 'whole' && row['meanwhile'] === 'order'
    ? 'an order paid with the bill of before'
    : 'no bill for the rest';

/** Pays a bill for lines, or for all of the table. `covers`: the lines of ours that are on it. */
export const settle = async (
  story: Story,
  billed: BilledTable,
  {
    ids,
    covers,
    ...how
  }: PaymentWays & { readonly ids?: readonly string[] | undefined; readonly covers: readonly string[] },
): Promise<Paid | NotPaid> => {
  const { world, known } = story;
  const paid = await pay(world, billed, () => billFor(story, ids), { like: known.amount, ...how });
  if (paid.kind === 'not-paid') return paid;
  known.amount = paid.amount;
  story.seat = undefined;
  story.payments++;
  story.whole?.paid.push({ bill: paid.bill, exchange: paid.exchange });
  if (paid.bill.posBillId !== undefined) story.open.delete(paid.bill.posBillId);
  for (const id of covers) story.unpaid.delete(id);
  return paid;
};

/** The table of a story as it is now. */
export const current = async (story: Story): Promise<OpenTable> =>
  (story.seat ??= await seatAt(story.world, story.tableId));

/** Another open table, where something is to be paid. */
export const neighbour = async ({ world, tableId, known }: Story): Promise<OpenTable | undefined> => {
  const { open = [] } = world.fixtures.tables ?? {};
  // Far from those that come next.
  const from = open.indexOf(tableId) + Math.floor(open.length / 2);
  const others = [...open.slice(from), ...open.slice(0, from)].filter((one) => one !== tableId);
  for (let tried = 0; tried < 2; tried++) {
    const other = world.tables.takeAnother(others);
    if (other === undefined) return undefined;
    const seat = await openTableAt(world, other);
    if (seat.kind === 'seated') return await add(world, seat, known.listings.slice(0, 1));
    world.tables.leave(other);
    others.splice(others.indexOf(other), 1);
  }
  return undefined;
};
