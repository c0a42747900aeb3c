import {
  billPaymentCompleted,
  billPaymentFailed,
  billingDetailsFrom,
  paymentOf,
  lineSelector,
} from '../../arrange/till/commands.ts';
import { leftOutcome } from '../../arrange/till/answered-before.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import { type BilledTable, noneToPay, notReopened, prepare, prepareCurrent } from '../../arrange/till/bills.ts';
import { payable } from '../../arrange/till/amounts.ts';
import type { SentCommand, TrafficOf } from '../../context/pos.ts';
import { repeatDeletionMs } from '../../arrange/till/deletes-nothing.ts';
import { eventually } from '../../arrange/eventually.ts';
import { freshId } from '../../arrange/identity.ts';
import { readPayment } from '../../arrange/till/read-results.ts';
import { look, type OpenTable, openTableAt, snapshotIn } from '../../arrange/till/tables.ts';
import { failed, passed, unlessUnmet, warned } from '../../outcome.ts';
import { type Paid, payOnce, repeat } from '../../pos/payment/paid-bill.ts';
import { lookAfterPayment, stillOnce, twiceOutcome, visibleOutcome } from '../../pos/payment/table-payments.ts';
import { billFor, letGo, settle, type Story } from './story.ts';
import { dueOf, droppedWrong, failureWrong, paidAgain, unreleased } from './wrongs.ts';

/** A bill that waits, and what came meanwhile. */
export interface Waiting {
  readonly ours: BilledTable;
  /** The lines that it was asked for; undefined of all of the table. */
  readonly selected: readonly string[] | undefined;
  /** Lines of ours that are on it. */
  readonly covers: readonly string[];
  readonly ordered: { readonly seat: OpenTable; readonly ids: readonly string[] } | undefined;
  /** A bill for another line of the table, prepared since. */
  readonly newer: { readonly billed: BilledTable; readonly lineId: string } | undefined;
  /** A line that is billed changed. */
  readonly isTouched: boolean;
}

export const payUnknown = async ({ world, tell }: Story): Promise<void> => {
  const answer = await ask(
    world,
    billPaymentCompleted(freshId(), paymentOf({ value: 1000, currency: 'PLN' }, world.clock.now())),
  );
  if (answer.kind !== 'answered' || readPayment(answer.body).success !== true) return;
  const outcome = failed({
    expected: 'success false',
    actual: 'success true',
    exchanges: [answer.exchange],
    cause: 'payment of an unknown bill applied',
  });
  tell('payment/unknown-bill', outcome);
};

/** Pays the bill. A till may refuse it where its table is another one by now, or another bill of it has been prepared since. */
export const payAndRepeat = async (story: Story, waiting: Waiting): Promise<Paid | undefined> => {
  const { world, row, tell, tableId } = story;
  const { ours, selected, covers, ordered, newer } = waiting;
  const isLost = row['repeat'] === 'lost';
  const isPlain = row['meanwhile'] === 'nothing' && newer === undefined;
  const how = { ids: selected, covers, isLost };
  const text = `${world.seed} ${world.scenario}`;
  const invoiced = { ...how, billingDetails: billingDetailsFrom(text) };
  let paid = await settle(story, ours, row['outcome'] === 'invoiced' ? invoiced : how);
  if (paid.kind === 'not-paid' && row['outcome'] === 'invoiced') {
    const refused = paid;
    const again = await unlessUnmet(billFor(story, selected));
    if (again) paid = await settle(story, again, how);
    if (paid.kind === 'paid')
      tell(
        'payment/applied-once',
        warned(
          {
            expected: 'success true with a receipt',
            actual: `success false, reasonCode ${refused.refused?.reasonCode ?? 'none'}`,
            exchanges: [ours.exchange, paid.exchange],
            cause: 'billingDetails refused',
          },
          'that a till can make out invoices is not stated',
        ),
      );
  }
  if (paid.kind === 'not-paid') {
    if (isPlain) tell('payment/applied-once', paid.outcome);
    return undefined;
  }
  const looks = await lookAfterPayment(world, tableId, { snapshot: (ordered?.seat ?? ours.seat).snapshot });
  const isAsOrdered = looks?.before.snapshot?.lines?.length === looks?.after.snapshot?.lines?.length;
  if (looks && (isAsOrdered || selected === undefined))
    tell('payment/visible-in-table', twiceOutcome(looks) ?? visibleOutcome(looks));
  const { success, snapshot, session } = looks?.after ?? {};
  if (looks && success === true && snapshot?.status === 'OPEN')
    story.seat = { kind: 'seated', tableId, snapshot, session, exchange: looks.exchange };
  if (isLost) {
    const left = await leftOutcome(world, paid.sent);
    tell('queue/result-not-lost', left);
  }
  if (!['again', 'retried', 'later'].includes(row['repeat'] ?? '')) return paid;
  const once = looks ? { table: looks.after, exchange: looks.exchange } : undefined;
  story.seat = undefined;
  if (row['repeat'] === 'later') await look(world, tableId);
  const again = await repeat(world, paid, row['repeat'] === 'retried' ? 'retried' : 'delivered again');
  tell('payment/applied-once', again.outcome);
  if (once) tell('payment/applied-once', await stillOnce(world, tableId, once));
  return paid;
};

/** What is paid is billed to nobody else, and the rest still is. */
export const afterPayment = async (story: Story, waiting: Waiting, paid: Paid): Promise<void> => {
  const { world, tableId, tell, unpaid } = story;
  const { ours, selected, newer, isTouched } = waiting;
  if (newer) await letGo(story, newer.billed);
  if (unpaid.size > 0) {
    const rest = await unlessUnmet(billFor(story));
    if (rest) {
      await letGo(story, rest);
      tell('bill/unpaid-lines', passed);
    } else if (story.row['meanwhile'] !== 'nothing' || (await openTableAt(world, tableId)).kind !== 'seated')
      await restOfClosed(story, paid);
  }
  // Once the payment of the others has failed, which makes nobody's line unpaid.
  if (selected && !isTouched) {
    const items = selected.map(lineSelector);
    const again = await unlessUnmet(prepareCurrent(world, tableId, { items, right: 'a refusal', known: story.seat }));
    if (again?.kind === 'prepared') {
      await letGo(story, again);
      tell('bill/unpaid-lines', paidAgain(ours, paid.exchange, again) ?? passed);
    }
  }
  if (unpaid.size > 0) return;
  const shown = await look(world, tableId);
  const again = await prepare(world, tableId, { checkpoint: snapshotIn(shown)?.updatedAt });
  if (again.kind !== 'prepared') return;
  await letGo(story, again);
  // A smaller amount of the totals may have been taken for a part of what is owed.
  const isAll = dueOf(ours)?.value === paid.amount.money.value;
  tell('bill/unpaid-lines', isAll && !isTouched ? (paidAgain(ours, paid.exchange, again) ?? passed) : undefined);
};

/** What is left is still to be paid, whatever the table says of itself: whoever closes it as well has nobody pay for that. */
const restOfClosed = async (story: Story, paid: Paid): Promise<void> => {
  const { world, tableId, tell, isChangedByStaff } = story;
  const shown = await look(world, tableId);
  if (shown.kind !== 'looked' || snapshotIn(shown)?.status === 'OPEN' || isChangedByStaff) return;
  const rest = await prepare(world, tableId, { checkpoint: snapshotIn(shown)?.updatedAt });
  if (rest.kind !== 'prepared') return;
  await letGo(story, rest);
  const { success, reasonCode = '' } = rest.bill;
  if (success !== false || !noneToPay.includes(reasonCode)) return;
  const finding = {
    expected: 'success true for what is not paid yet',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [paid.exchange, shown.exchange, rest.exchange],
    cause: 'no bill for the rest',
  };
  tell('bill/unpaid-lines', failed(finding));
};

/** Far more than a till takes to let go of a bill. */
const releasedWithinMs = 10_000;

/** After BillPaymentFailed nothing of what was prepared is left, and all else is as it was. */
export const afterFailure = async (story: Story, waiting: Waiting): Promise<void> => {
  const { world, tableId, tell, row, from } = story;
  const { ours, selected, ordered, newer, isTouched } = waiting;
  const sent = await letGo(story, ours);
  story.seat = undefined;
  if (newer) await payNewer(story, waiting, newer);
  const items = selected?.map(lineSelector);
  // A till may have deleted the message, and release what it is about a little later.
  const again = await unlessUnmet(
    eventually(
      world,
      () => prepareCurrent(world, tableId, items ? { items } : {}),
      (seen) => seen.kind !== 'prepared' || seen.bill.success !== false,
      { withinMs: releasedWithinMs },
    ),
  );
  if (again === undefined) {
    tell('payment/failed-releases-bill', await notReopened(world, { tableId, exchange: ours.exchange }));
    return;
  }
  if (again.kind !== 'prepared') return;
  if (again.bill.posBillId !== undefined) story.open.add(again.bill.posBillId);
  if (ordered) {
    const since = world.till.traffic().filter(({ n }) => n >= from);
    tell('payment/failed-releases-bill', droppedWrong({ ...ordered.seat }, ordered.ids, again.seat, since));
  }
  const isLikeThen = ordered === undefined && !isTouched && !story.isChangedByStaff && newer === undefined;
  if (again.bill.success !== true) {
    if (isLikeThen) tell('payment/failed-releases-bill', unreleased(ours, again, selected !== undefined));
    return;
  }
  tell('payment/failed-releases-bill', isLikeThen ? (failureWrong(ours, again) ?? passed) : undefined);
  const isPaid = sent !== undefined && row['repeat'] !== 'none' && mayClose(story, selected);
  if (!isPaid) return void (await letGo(story, again));
  await failAgain(story, sent, ours);
  await payThough(story, { billed: again, ids: selected }, () => billFor(story, selected), repeated);
};

const repeated = 'a bill lost to a failure that came again';
const other = 'a bill lost to another of its table';

/** With so few tables something is left to pay: a table that is paid may close. */
const fewTables = 3;
const mayClose = ({ world }: Story, selected: readonly string[] | undefined): boolean =>
  selected !== undefined || (world.fixtures.tables?.open ?? []).length > fewTables;

/** Of two bills of a table for other lines the payment of the first has failed, and the second is paid. */
const payNewer = async (
  story: Story,
  { selected }: Waiting,
  { billed, lineId }: NonNullable<Waiting['newer']>,
): Promise<void> => {
  const anew = async (): Promise<BilledTable> => {
    await billFor(story, selected);
    return await billFor(story, [lineId], { right: 'a refusal' });
  };
  await payThough(story, { billed, ids: [lineId] }, anew, other);
};

interface Newer {
  readonly billed: BilledTable;
  readonly ids: readonly string[] | undefined;
}

/** Pays a bill as others were paid. Where that is refused, and one prepared anew is paid as long as the same does not come in between, it was lost to that. */
const payThough = async (
  story: Story,
  { billed, ids }: Newer,
  anew: () => Promise<BilledTable>,
  cause: typeof repeated | typeof other,
): Promise<void> => {
  const first = await payLike(story, billed, ids);
  if (first?.kind !== 'refused') return;
  const again = await unlessUnmet(anew());
  const then = again && (await payLike(story, again, ids));
  if (then?.kind !== 'paid') return;
  const outcome = failed({
    expected: 'success true with a receipt',
    actual: `success false, reasonCode ${first.result.reasonCode ?? 'none'}; a new bill of the same lines could be paid`,
    pointer: '/success',
    exchanges: [billed.exchange, first.exchange, then.exchange],
    cause,
  });
  story.tell('payment/applied-once', outcome);
};

const payLike = async (story: Story, billed: BilledTable, ids: readonly string[] | undefined) => {
  const { world, known, unpaid } = story;
  const { amount: like } = known;
  const amount = payable(billed.bill.totals).find(({ path, doubt }) => path === like?.path && doubt === like.doubt);
  if (amount === undefined) return void (await letGo(story, billed));
  const paid = await payOnce(world, billed.bill, { amount });
  if (paid.kind !== 'paid') return paid;
  if (billed.bill.posBillId !== undefined) story.open.delete(billed.bill.posBillId);
  story.seat = undefined;
  story.payments++;
  story.whole?.paid.push(billed);
  for (const id of ids ?? [...unpaid]) unpaid.delete(id);
  return paid;
};

/** A failure that was processed says nothing of what was prepared since. One that the till has not deleted comes again by itself. */
const failAgain = async (
  { world, row, tableId }: Story,
  sent: SentCommand,
  { bill: { posBillId = '' } }: BilledTable,
): Promise<void> => {
  const { till } = world;
  const isDeleted =
    (messageId: string) =>
    (seen: TrafficOf<'delete'>): boolean =>
      seen.messageId === messageId && seen.outcome === 'deleted';
  const { messageId, messageKind, idempotencyKey, groupId } = sent;
  if (!till.traffic().some((seen) => seen.kind === 'delete' && isDeleted(messageId)(seen))) return;
  if (row['repeat'] === 'later') await look(world, tableId);
  const from = till.mark();
  const isRetried = row['repeat'] === 'retried';
  const again = isRetried ? await till.send({ ...billPaymentFailed(posBillId), idempotencyKey, groupId }) : sent;
  if (!isRetried) till.deliverAgain(messageId);
  const matches = isDeleted(again.messageId);
  await till.next('delete', { from, matches, withinMs: repeatDeletionMs(world, messageKind) });
};
