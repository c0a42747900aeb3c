import type { CheckOutcome } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { billingDetailsFrom, billPaymentFailed } from '../../arrange/till/commands.ts';
import { failed, notExercised, outcomeOf, passed, Unmet, unlessUnmet, unmet, warned } from '../../outcome.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { type Unanswered, unanswered, unreached } from '../../arrange/till/command-answer.ts';
import { excuse } from '../../arrange/till/bill-excuse.ts';
import {
  type BilledTable,
  letGo,
  notReopened,
  prepare,
  prepareCurrent,
  type Prepared,
} from '../../arrange/till/bills.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { addToTable } from '../../arrange/till/lines.ts';
import { justSeen } from '../../arrange/till/just-seen.ts';
import { deletionMs } from '../../arrange/till/deletes-nothing.ts';
import type { Billed } from '../../arrange/till/read-results.ts';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import { lookAfterPayment, type Looks, stillOnce, twiceOutcome, visibleOutcome } from './table-payments.ts';
import { pay, type Paid, repeat } from './paid-bill.ts';
import { look, type Looked, openTable } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [
  'payment/result-body',
  'payment/failed-releases-bill',
  'payment/applied-once',
  'payment/visible-in-table',
  'bill/unpaid-lines',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/payment',
  title: 'A bill can be prepared again after its payment failed, and a payment counts once',
  needs: ['pos.fixtures.tables.open'],
  covers,
  provokes: ['payment/failed-has-no-result', 'table/updated-at-moves'],
  run: (world) => billAndPay(world),
});

const tableIn = (looked: Looked | Unanswered) => (looked.kind === 'looked' ? looked.table : undefined);

const billAndPay = async (world: World): Promise<void> => {
  const seated = await openTable(world, 'payment');
  const { tableId } = seated;
  // Where nothing can be added, what the table owes already will do.
  const known = await unlessUnmet(addToTable(world, seated));
  const first = await prepareCurrent(world, tableId, { known });
  if (first.kind !== 'prepared') throw unmet('the request for a bill was not answered');
  requireBill(world, first);
  const unpaid = await afterFailure(world, first);
  const before = justSeen(world, unpaid?.seat) ?? tableIn(await look(world, tableId));
  const paid = await unlessUnmet(payWithInvoice(world, tableId, unpaid), (outcome) => {
    world.check('payment/applied-once', outcome);
    const reason = notExercised('no payment was applied');
    for (const id of ['payment/result-body', 'payment/visible-in-table', 'bill/unpaid-lines'] as const)
      world.check(id, reason);
  });
  if (!paid) return;
  const looks = before && (await lookAfterPayment(world, tableId, before));
  if (before) world.check('payment/visible-in-table', (looks && twiceOutcome(looks)) ?? visibleOutcome(looks));
  const seen = justSeen(world, looks);
  await repeatedly(world, tableId, paid, seen);
  world.check('bill/unpaid-lines', await nothingLeft(world, tableId, paid, seen));
};

const requireBill = (world: World, { bill }: Prepared): void => {
  if (bill.success === true) return;
  const none = notExercised(`no bill was prepared: ${bill.reasonCode ?? 'the result says no success'}`);
  throw new Unmet(excuse(world, bill) ?? none);
};

/** The customer asks for an invoice; where the till refuses that, the same is paid without one. */
const payWithInvoice = async (world: World, tableId: string, first: Billed | undefined): Promise<Paid> => {
  if (first === undefined) throw unmet('there was no bill to pay');
  const prepareAnew = async () => {
    const anew = await prepareCurrent(world, tableId);
    if (anew.kind !== 'prepared') throw new Unmet(unanswered(anew));
    return anew;
  };
  const invoiced = await pay(world, first, prepareAnew, billingDetailsFrom(`${world.seed} ${world.scenario}`));
  if (invoiced.kind === 'paid') return invoiced;
  const again = await unlessUnmet(prepareAnew());
  if (again?.bill.success !== true) throw new Unmet(invoiced.outcome);
  const plain = await pay(world, again, prepareAnew);
  if (plain.kind !== 'paid') throw new Unmet(plain.outcome);
  world.check(
    'payment/applied-once',
    warned(
      {
        expected: 'success true with a receipt',
        actual: `success false, reasonCode ${invoiced.refused?.reasonCode ?? 'none'}`,
        exchanges: [first.exchange, plain.exchange],
        cause: 'billingDetails refused',
      },
      'that a till can make out invoices is not stated',
    ),
  );
  return plain;
};

/** Once all of a table is paid there is nothing to bill. */
const nothingLeft = async (world: World, tableId: string, paid: Paid, seen?: Looks): Promise<CheckOutcome> => {
  const { snapshot } = seen?.after ?? tableIn(await look(world, tableId)) ?? {};
  const again = await letGo(world, prepare(world, tableId, { checkpoint: snapshot?.updatedAt }));
  if (again.kind !== 'prepared') return unreached(again, 'the request for a bill after the payment');
  if (again.bill.success === undefined) return notExercised('a result says no success');
  if (!again.bill.success) return passed;
  const due = payable(again.bill.totals)[0]?.money.value;
  // A smaller amount of the totals may have been taken for a part of what is owed.
  const largest = payable(paid.bill.totals).every(({ money }) => money.value <= paid.amount.money.value);
  if (due === undefined || due === 0 || due !== paid.amount.money.value || !largest)
    return notExercised('the totals of the bill do not show whether all of it was paid', shapes);
  return failed({
    expected: 'success false, reasonCode NO_OPEN_BILL or ORDER_CLOSED',
    actual: `success true, totals ${excerpt(again.bill.totals)}`,
    exchanges: [paid.exchange, again.exchange],
    cause: 'a paid bill billed again',
  });
};

const shapes = 'assumptions.assume/unfinalised-shapes';

/** Lets the payment fail; the bill prepared afterwards, if there is one. */
const afterFailure = async (world: World, first: BilledTable): Promise<BilledTable | undefined> => {
  const { till } = world;
  const { bill } = first;
  if (bill.posBillId === undefined) {
    const unread = notExercised('the bill has no posBillId that can be read');
    world.unprovoked('payment/failed-has-no-result', unread);
    world.check('payment/failed-releases-bill', unread);
    return undefined;
  }
  const from = till.mark();
  const { messageId } = await till.send(billPaymentFailed(bill.posBillId));
  const ours = (seen: { readonly messageId?: string }) => seen.messageId === messageId;
  const deleted = await till.next('delete', { from, matches: ours, withinMs: deletionMs(world) });
  // Whether a result comes, which must not, is watched to the end of the run.
  if (!deleted)
    world.unprovoked(
      'payment/failed-has-no-result',
      notExercised('BillPaymentFailed was not taken off the queue in time'),
    );
  return await prepareAgain(world, first);
};

const prepareAgain = async (world: World, first: BilledTable): Promise<BilledTable | undefined> => {
  const { exchange } = first;
  const { tableId } = first.seat;
  const again = await outcomeOf(prepareCurrent(world, tableId));
  if ('status' in again) {
    world.check('payment/failed-releases-bill', (await notReopened(world, { tableId, exchange })) ?? again);
    return undefined;
  }
  if (again.kind !== 'prepared') {
    world.check('payment/failed-releases-bill', unanswered(again));
    return undefined;
  }
  if (again.bill.success !== true) {
    const outcome = failed({
      expected: 'success true',
      actual: `success false, reasonCode ${again.bill.reasonCode ?? 'none'}`,
      exchanges: [exchange, again.exchange],
      cause: 'no bill after a failed payment',
    });
    world.check('payment/failed-releases-bill', outcome);
    return undefined;
  }
  world.check('payment/failed-releases-bill', notReleased(first, again) ?? passed);
  return again;
};

const repeatedly = async (world: World, tableId: string, paid: Paid, seen?: Looks): Promise<void> => {
  const once = seen ? { table: seen.after, exchange: seen.exchange } : await look(world, tableId);
  const again = await repeat(world, paid, 'delivered again');
  world.check('payment/applied-once', again.outcome);
  // In the same group.
  if (!again.isLeft && !isLeftOut(world, 'a payment retried once it was delivered again'))
    world.check('payment/applied-once', (await repeat(world, paid, 'retried')).outcome);
  if ('table' in once) world.check('payment/applied-once', await stillOnce(world, tableId, once));
};

/** A bill, and its table as it was just before. */
/**
 * What a till still counts of a payment that failed: BillPaymentFailed releases every prepared or payment-pending state,
 * so a table nobody touched meanwhile owes what it did. Undefined when it does, or when nothing can be told.
 */
const notReleased = (first: BilledTable, again: BilledTable): CheckOutcome | undefined => {
  const [before, after] = [first.seat.snapshot, again.seat.snapshot];
  const exchanges = [first.exchange, again.seat.exchange, again.exchange];
  if (before.payments && after.payments && after.payments.length > before.payments.length)
    // What stands in them is not finalised, so that one may be noted as failed.
    return warned(
      {
        expected: `payments ${excerpt(before.payments)}, as before`,
        actual: `payments ${excerpt(after.payments)}`,
        exchanges,
        cause: 'a failed payment booked',
      },
      'what stands in payments is not finalised, so that it may be noted as one that failed',
    );
  if (before.lines === undefined || after.lines === undefined || !sameElements(before.lines, after.lines))
    return undefined;
  const [owed, owes] = [payable(first.bill.totals)[0], payable(again.bill.totals)[0]];
  if (owed === undefined || owes === undefined || owes.path !== owed.path || owes.money.value >= owed.money.value)
    return undefined;
  return failed({
    expected: `totals ${excerpt(first.bill.totals)}, as before`,
    actual: `totals ${excerpt(again.bill.totals)}`,
    exchanges,
    cause: 'a smaller bill after a failed payment',
  });
};
