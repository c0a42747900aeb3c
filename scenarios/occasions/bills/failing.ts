import type { CheckOutcome, Finding } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { payable } from '../../arrange/till/amounts.ts';
import { noneToPay, saysPending } from '../../arrange/till/bill-excuse.ts';
import { billPaymentFailed, lineSelector } from '../../arrange/till/commands.ts';
import { repeatDeletionMs } from '../../arrange/till/deletes-nothing.ts';
import { excerpt, isSameJson, mentions, sameElements } from '../../arrange/json-compare.ts';
import type { ShownTable } from '../../arrange/till/read-results.ts';
import { eventually } from '../../arrange/eventually.ts';
import { look } from '../../arrange/till/tables.ts';
import type { SentCommand, TillTraffic, TrafficOf } from '../../context/pos.ts';
import { failed, passed, unlessUnmet } from '../../outcome.ts';
import { payOnce } from '../../pos/payment/paid-bill.ts';
import type { BilledTable, Story, Waiting } from './story.ts';
import { failureWrong } from './wrongs.ts';

/** Far more than a till takes to let go of a bill. */
const releasedWithinMs = 10_000;

/** After BillPaymentFailed nothing of what was prepared is left, and all else is as it was. */
export const failBill = async (story: Story, waiting: Waiting): Promise<void> => {
  const { world, desk, tableId, tell, row, from } = story;
  const { ours, selected, ordered, newer, isTouched } = waiting;
  const sent = await story.letGo(ours);
  if (newer) await payNewer(story, waiting, newer);
  const items = selected?.map(lineSelector);
  // A till may have deleted the message, and release what it is about a little later.
  const again = await eventually(
    world,
    () => desk.prepareCurrent(tableId, items ? { items } : {}),
    (seen) => seen.kind !== 'prepared' || seen.bill.success !== false,
    { withinMs: releasedWithinMs },
  );
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
  tell('payment/failed-releases-bill', isLikeThen ? (failureWrong(ours, again) ?? passed) : undefined, true);
  if (sent === undefined || row['repeat'] === 'none' || !mayClose(story, selected))
    return void (await story.letGo(again));
  await failAgain(story, sent, ours);
  await payThough(
    story,
    { billed: again, ids: selected },
    () => story.billFor(selected),
    (seen) => failed({ ...seen, cause: 'a bill lost to a failure that came again' }),
  );
};

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
    await story.billFor(selected);
    return await story.billFor([lineId], 'a refusal');
  };
  await payThough(story, { billed, ids: [lineId] }, anew, (seen) =>
    failed({ ...seen, cause: 'a bill lost to another of its table' }),
  );
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
  lost: (seen: Finding) => CheckOutcome,
): Promise<void> => {
  const first = await payLike(story, billed, ids);
  if (first?.kind !== 'refused') return;
  const again = await unlessUnmet(anew());
  const then = again && (await payLike(story, again, ids));
  if (then?.kind !== 'paid') return;
  const seen = {
    expected: 'success true with a receipt',
    actual: `success false, reasonCode ${first.result.reasonCode ?? 'none'}; a new bill of the same lines could be paid`,
    pointer: '/success',
    exchanges: [billed.exchange, first.exchange, then.exchange],
  };
  story.tell('payment/applied-once', lost(seen));
};

const payLike = async (story: Story, billed: BilledTable, ids: readonly string[] | undefined) => {
  const { world, known, unpaid } = story;
  const { amount: like } = known;
  const amount = payable(billed.bill.totals).find(({ path, doubt }) => path === like?.path && doubt === like.doubt);
  if (amount === undefined) return void (await story.letGo(billed));
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

/** No bill once a payment has failed, though the lines are there as they were and nobody has paid. */
const unreleased = (first: BilledTable, again: BilledTable, isPart: boolean): CheckOutcome | undefined => {
  const { success, reasonCode = 'none' } = again.bill;
  if (success !== false) return undefined;
  const [before, now] = [first.seat.snapshot, again.seat.snapshot];
  // What is selected is no longer among what is to be paid, asked for with the updatedAt of just now.
  const isGone = [...noneToPay, 'ORDER_CHANGED'].includes(reasonCode);
  const isAsItWas = isSameJson(before.payments, now.payments) && sameElements(before.lines ?? [], now.lines ?? []);
  if (!saysPending(again.bill) && !(isGone && isAsItWas)) return undefined;
  return failed({
    expected: 'success true',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [first.exchange, again.exchange],
    cause: isPart ? 'lines of a failed bill not to be paid' : 'no bill after a failed payment',
  });
};

/** What was ordered while a bill waited is gone since its payment failed, and nobody at the till says that it was cancelled. */
const droppedWrong = (
  ordered: ShownTable,
  ids: readonly string[],
  after: ShownTable,
  since: readonly TillTraffic[],
): CheckOutcome | undefined => {
  const [was, is] = [ordered.snapshot, after.snapshot];
  const left = is.lines?.map(lineIdOf);
  const isSaid = since.some(
    (seen) =>
      seen.kind === 'event' && [ordered.tableId, ...ids].some((id) => seen.unkept === true || mentions(seen.body, id)),
  );
  const isLess = left !== undefined && left.length < (was.lines?.length ?? 0) && !ids.some((id) => left.includes(id));
  const isLater = (is.updatedAtMs ?? 0) >= (was.updatedAtMs ?? Number.POSITIVE_INFINITY);
  if (ids.length === 0 || !isLess || !isLater || !isSameJson(was.payments, is.payments) || isSaid) return undefined;
  return failed({
    expected: `line ${excerpt(ids[0])} on the table, as before the failure`,
    actual: 'the table without it, each time',
    exchanges: [ordered.exchange, after.exchange],
    cause: 'an order gone after a failed payment',
  });
};
