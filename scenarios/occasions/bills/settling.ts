import { payableByLines } from '../../arrange/till/amounts.ts';
import { noneToPay } from '../../arrange/till/bill-excuse.ts';
import { billingDetailsFrom } from '../../arrange/till/commands.ts';
import type { Paid } from '../../arrange/till/billed.ts';
import { look, openTableAt, snapshotIn } from '../../arrange/till/tables.ts';
import { failed, passed, unlessUnmet, warned } from '../../outcome.ts';
import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { repeat } from '../../pos/payment/paid-bill.ts';
import type { Story, Waiting } from './story.ts';
import { dueOf, paidAgain } from './wrongs.ts';

/** Pays the bill. A till may refuse it where its table is another one by now, or another bill of it has been prepared since. */
const payAndRepeat = async (story: Story, waiting: Waiting): Promise<Paid | undefined> => {
  const { world, desk, row, tell, tableId, unpaid } = story;
  const { ours, selected, covers, ordered, newer } = waiting;
  const isLost = row['repeat'] === 'lost';
  const isQuiet = row['meanwhile'] === 'nothing' && newer === undefined;
  const how = { ids: selected, covers, isLost };
  const invoiced = { ...how, billingDetails: billingDetailsFrom(`${world.seed} ${world.scenario}`) };
  let paid = await story.settle(ours, row['outcome'] === 'invoiced' ? invoiced : how);
  if (paid.kind === 'not-paid' && row['outcome'] === 'invoiced') {
    const refused = paid;
    const again = await unlessUnmet(story.billFor(selected));
    if (again) paid = await story.settle(again, how);
    // Another bill of all has what was ordered in between as well.
    if (paid.kind === 'paid' && selected === undefined) unpaid.clear();
    // Whether it takes any payment of this bill is not known.
    const isUntold = again === undefined && refused.refused !== undefined;
    if (isQuiet && (paid.kind === 'paid' || isUntold))
      tell(
        'payment/applied-once',
        warned(
          {
            expected: 'success true with a receipt',
            actual: `success false, reasonCode ${refused.refused?.reasonCode ?? 'none'}`,
            exchanges: [ours.exchange, ...(paid.kind === 'paid' ? [paid.exchange] : [])],
            cause: 'billingDetails refused',
            ...(isUntold && { message: 'A payment with billingDetails was refused.' }),
          },
          'that a till can make out invoices is not stated',
        ),
      );
    if (isUntold) return undefined;
  }
  if (paid.kind === 'not-paid') {
    if (isQuiet) tell('payment/applied-once', paid.outcome);
    return undefined;
  }
  const looks = await desk.lookAfterPayment(tableId, { snapshot: (ordered?.seat ?? ours.seat).snapshot });
  const isAsOrdered = looks?.before.snapshot?.lines?.length === looks?.after.snapshot?.lines?.length;
  if (looks && (isAsOrdered || selected === undefined)) tell('payment/visible-in-table', desk.shownOutcome(looks));
  const { success, snapshot, session } = looks?.after ?? {};
  if (looks && success === true && snapshot?.status === 'OPEN')
    story.seat = { kind: 'seated', tableId, snapshot, session, exchange: looks.exchange };
  if (isLost) tell('queue/result-not-lost', await desk.leftOutcome(paid.sent));
  if (!['again', 'retried', 'later'].includes(row['repeat'] ?? '')) return paid;
  story.seat = undefined;
  // Where only some lines were billed, the payment before this one is repeated instead, if there was one.
  const first = selected && row['repeat'] !== 'again' ? story.paidBefore : undefined;
  if (row['repeat'] === 'later' && !first) await look(world, tableId);
  const again = await repeat(world, first ?? paid, row['repeat'] === 'retried' ? 'retried' : 'delivered again');
  tell('payment/applied-once', again.outcome);
  if (looks) tell('payment/applied-once', await desk.stillOnce(tableId, { ...looks, table: looks.after }));
  return paid;
};

/** A bill for some lines came to as much as they and all that was left to pay after it. */
const allForPart = (part: Waiting['ours'], rest: Waiting['ours'], ids: readonly string[]): CheckOutcome | undefined => {
  const lines = (part.seat.snapshot.lines ?? []).filter((line) => ids.includes(lineIdOf(line) ?? ''));
  const [all, left, [own]] = [dueOf(part), dueOf(rest), payableByLines(lines)];
  if (!all || all.path !== left?.path || left.value <= 0 || own?.money.value !== all.value - left.value)
    return undefined;
  return failed({
    expected: `${own.money.value}, without the ${left.value} that nobody had selected`,
    actual: `${all.value}`,
    exchanges: [part.exchange, rest.exchange],
    cause: 'all of a table billed for some lines',
  });
};

/** What is paid is billed to nobody else, and the rest still is. */
const afterPayment = async (story: Story, waiting: Waiting, paid: Paid): Promise<void> => {
  const { world, desk, tableId, tell, unpaid } = story;
  const { ours, selected, newer, isTouched } = waiting;
  if (newer) await story.letGo(newer.billed);
  if (unpaid.size > 0) {
    const rest = await unlessUnmet(story.billFor());
    if (rest) {
      await story.letGo(rest);
      tell('bill/unpaid-lines', (selected && allForPart(ours, rest, selected)) ?? passed);
    } else if (story.row['meanwhile'] !== 'nothing' || (await openTableAt(world, tableId)).kind !== 'seated')
      await restOfClosed(story, paid);
  }
  // Once the payment of the others has failed, which makes nobody's line unpaid.
  if (selected && !isTouched) {
    const again = await unlessUnmet(
      desk.prepareCurrent(tableId, { ids: selected, right: 'a refusal', known: story.seat }),
    );
    if (again?.kind === 'prepared') {
      await story.letGo(again);
      tell('bill/unpaid-lines', paidAgain(ours, paid.exchange, again) ?? passed);
    }
  }
  if (unpaid.size > 0) return;
  const shown = await look(world, tableId);
  const again = await desk.prepare(tableId, { checkpoint: snapshotIn(shown)?.updatedAt });
  if (again.kind !== 'prepared') return;
  await story.letGo(again);
  // A smaller amount of the totals may have been taken for a part of what is owed.
  const isAll = dueOf(ours)?.value === paid.amount.money.value;
  tell('bill/unpaid-lines', isAll && !isTouched ? (paidAgain(ours, paid.exchange, again) ?? passed) : undefined);
};

/** What is left is still to be paid, whatever the table says of itself: whoever closes it as well has nobody pay for that. */
const restOfClosed = async (story: Story, paid: Paid): Promise<void> => {
  const { world, desk, tableId, tell, isChangedByStaff } = story;
  const shown = await look(world, tableId);
  if (shown.kind !== 'looked' || snapshotIn(shown)?.status === 'OPEN' || isChangedByStaff) return;
  const rest = await desk.prepare(tableId, { checkpoint: snapshotIn(shown)?.updatedAt });
  if (rest.kind !== 'prepared') return;
  await story.letGo(rest);
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

/** Pays the bill, and looks what is billed since. */
export const payBill = async (story: Story, waiting: Waiting): Promise<void> => {
  const paid = await payAndRepeat(story, waiting);
  if (paid) await afterPayment(story, waiting, paid);
};
