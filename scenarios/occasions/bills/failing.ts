import type { BilledTable } from '../../arrange/till/billed.ts';
import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { payable } from '../../arrange/till/amounts.ts';
import { noneToPay, saysPending } from '../../arrange/till/bill-excuse.ts';
import { billPaymentFailed, lineSelectors } from '../../arrange/till/commands.ts';
import { repeatDeletionMs } from '../../arrange/till/deletes-nothing.ts';
import { excerpt, isSameJson, mentions, sameElements } from '../../arrange/json-compare.ts';
import type { ShownTable } from '../../arrange/till/read-results.ts';
import { eventually } from '../../arrange/eventually.ts';
import { changeTypes } from '../../arrange/till/table-change.ts';
import type { SentCommand, TillTraffic, TrafficOf } from '../../context/pos.ts';
import { failed, passed, unlessUnmet } from '../../outcome.ts';
import { payOnce } from '../../pos/payment/paid-bill.ts';
import type { Story, Waiting } from './story.ts';
import { unbilledLine } from './unbilled-line.ts';
import { dueOf, failureWrong, paidAgain } from './wrongs.ts';

/** Far more than a till takes to let go of a bill. */
const releasedWithinMs = 10_000;

/** After BillPaymentFailed nothing of what was prepared is left, and all else is as it was. */
export const failBill = async (story: Story, waiting: Waiting): Promise<void> => {
  const { world, desk, known, tableId, tell, row, from } = story;
  const { ours, selected, ordered, newer, there, isTouched } = waiting;
  const sent = await story.letGo(ours);
  if (newer && (await isAnotherReleased(story, waiting, newer))) return;
  if (there && mayClose(story, undefined)) {
    let meanwhile: BilledTable | undefined;
    await payThough(there.story, { ...there, ids: undefined, cause: 'a bill lost to another table' }, async () => {
      meanwhile = await story.billFor(selected);
      return await there.story.billFor();
    });
    if (meanwhile) await story.letGo(meanwhile);
  }
  // A till may have deleted the message, and release what it is about a little later.
  const again = await eventually(
    world,
    () => desk.prepareCurrent(tableId, { ids: selected }),
    (seen) => seen.kind !== 'prepared' || seen.bill.success !== false,
    { withinMs: releasedWithinMs },
  );
  if (again.kind !== 'prepared') return;
  if (again.bill.posBillId !== undefined) story.open.add(again.bill.posBillId);
  if (ordered) {
    const since = world.till.traffic().filter(({ n }) => n >= from);
    tell('payment/failed-releases-bill', droppedWrong(ordered.seat, ordered.ids, again.seat, since));
  }
  const changed = changeTypes.find((one) => one === row['meanwhile']);
  if (changed && selected === undefined) tell('bill/unpaid-lines', unbilledLine(ours, again, changed));
  const isLikeThen = ordered === undefined && !isTouched && !story.isChangedByStaff && newer === undefined;
  if (again.bill.success !== true) {
    if (isLikeThen) tell('payment/failed-releases-bill', unreleased(ours, again, selected));
    return;
  }
  const wrong = failureWrong(ours, again);
  known.releases ||= isLikeThen && wrong === undefined;
  tell('payment/failed-releases-bill', isLikeThen ? (wrong ?? passed) : undefined, true);
  if (sent === undefined || row['repeat'] === 'none' || !mayClose(story, selected))
    return void (await story.letGo(again));
  if (row['repeat'] === 'later') return await failOncePaid(story, sent, { ours, again, selected });
  await failAgain(story, sent, ours);
  const cause = 'a bill lost to a failure that came again';
  await payThough(story, { billed: again, ids: selected, cause }, () => story.billFor(selected));
};

/** A repeated BillPaymentFailed must not make lines unpaid that were paid since: nobody is billed for them again. */
const failOncePaid = async (
  story: Story,
  sent: SentCommand,
  { ours, again, selected }: Pick<Waiting, 'ours' | 'selected'> & { readonly again: BilledTable },
): Promise<void> => {
  const paid = await payLike(story, again, selected);
  if (paid?.kind !== 'paid') return;
  await failAgain(story, sent, ours);
  const items = lineSelectors(selected, again.seat.snapshot.lines);
  const then = await story.desk.prepare(story.tableId, { checkpoint: undefined, items });
  if (then.kind !== 'prepared') return;
  await story.letGo(then);
  const isAll = dueOf(again)?.value === paid.amount.money.value;
  story.tell('bill/unpaid-lines', isAll ? paidAgain(again, paid.exchange, then) : undefined);
};

/** With so few tables something is left to pay: a table that is paid may close. */
const fewTables = 3;
const mayClose = ({ world }: Story, selected: readonly string[] | undefined): boolean =>
  selected !== undefined || (world.fixtures.tables?.open ?? []).length > fewTables;

/**
 * Of two bills of a table the payment of the first has failed. Whether BillPaymentFailed is about that bill or about all that its table has
 * prepared is left open: the second may be refused as well, but not in place of the first.
 */
const isAnotherReleased = async (
  story: Story,
  { ours, selected }: Waiting,
  { billed, lineId }: NonNullable<Waiting['newer']>,
): Promise<boolean> => {
  const refused = await payLike(story, billed, [lineId]);
  if (refused?.kind !== 'refused') return false;
  const kept = await payLike(story, ours, selected);
  if (kept?.kind !== 'paid') return false;
  const seen = {
    expected: 'the bill of the failed payment released',
    actual: `it can still be paid, and the other bill is refused with reasonCode ${refused.result.reasonCode ?? 'none'}`,
    exchanges: [ours.exchange, billed.exchange, refused.exchange, kept.exchange],
  };
  story.tell('payment/failed-releases-bill', failed({ ...seen, cause: 'another bill of the table released' }));
  return true;
};

interface Lost {
  readonly billed: BilledTable;
  readonly ids: readonly string[] | undefined;
  readonly cause: string;
}

/** Pays a bill as others were paid. Where that is refused, and one prepared anew is paid as long as the same does not come in between, it was lost to that. */
const payThough = async (
  story: Story,
  { billed, ids, cause }: Lost,
  anew: () => Promise<BilledTable>,
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
  story.tell('payment/applied-once', failed({ ...seen, cause }));
};

/** With an amount like one that was taken; the likeliest as long as none was. */
const payLike = async (story: Story, billed: BilledTable, ids: readonly string[] | undefined) => {
  const { world, known, unpaid } = story;
  const { amount: like } = known;
  const amount = payable(billed.bill.totals).find(
    ({ path, doubt }) => like === undefined || (path === like.path && doubt === like.doubt),
  );
  if (amount === undefined) return void (await story.letGo(billed));
  const paid = await payOnce(world, billed.bill, { amount });
  if (paid.kind === 'paid') story.notePaid(billed, ids ?? [...unpaid]);
  return paid;
};

/** A failure that was processed says nothing of what was prepared since. One that the till has not deleted comes again by itself. */
const failAgain = async (
  { world, row }: Story,
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
  const from = till.mark();
  const isRetried = row['repeat'] === 'retried';
  const again = isRetried ? await till.send({ ...billPaymentFailed(posBillId), idempotencyKey, groupId }) : sent;
  if (!isRetried) till.deliverAgain(messageId);
  const withinMs = repeatDeletionMs(world, messageKind);
  await till.next('delete', { from, matches: isDeleted(again.messageId), withinMs });
};

/** No bill once a payment has failed, though the lines are there and nobody has paid. */
const unreleased = (first: BilledTable, again: BilledTable, selected?: readonly string[]): CheckOutcome | undefined => {
  const { success, reasonCode = 'none' } = again.bill;
  if (success !== false) return undefined;
  const [before, now] = [first.seat.snapshot, again.seat.snapshot];
  // What is selected is no longer among what is to be paid, asked for with the updatedAt of just now.
  const isGone = [...noneToPay, 'ORDER_CHANGED'].includes(reasonCode);
  const shown = now.lines?.map(lineIdOf);
  const areThere = selected?.every((id) => shown?.includes(id)) ?? sameElements(before.lines ?? [], now.lines ?? []);
  if (!saysPending(again.bill) && !(isGone && areThere && isSameJson(before.payments, now.payments))) return undefined;
  return failed({
    expected: 'success true',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [first.exchange, again.exchange],
    cause: selected ? 'lines of a failed bill not to be paid' : 'no bill after a failed payment',
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
