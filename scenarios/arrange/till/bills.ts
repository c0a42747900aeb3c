import type { CheckOutcome, OrderContext } from '#schemas';
import { atTable, billPaymentFailed, billPreparation, lineSelectors } from './commands.ts';
import { failed, warned } from '../../outcome.ts';
import { isSameJson } from '../json-compare.ts';
import { soonMs } from './awaited-callback.ts';
import { type Answered, ask, type CommandWorld, type Unanswered, askPastFailures } from './command-answer.ts';
import { isBusyBill, noneToPay, saysPending } from './bill-excuse.ts';
import { deletionMs } from './deletes-nothing.ts';
import type { BilledTable, AskedBill, Prepared } from './billed.ts';
import { readBill, type OpenTable } from './read-results.ts';
import { lookUntil, seatAt, snapshotIn } from './tables.ts';
import { type Lifecycle, lifecyclesIn, isDeleted } from '#traffic/laws';
import type { PosWorld, SentCommand } from '../../context/pos.ts';

type BillingWorld = CommandWorld & Pick<PosWorld, 'signal'>;

/** Asks for the bill of a table. */
export const prepare = (
  world: BillingWorld,
  tableId: string,
  options: Parameters<typeof billPreparation>[1] = {},
): Promise<Prepared | Unanswered> => prepareIn(world, atTable(tableId), options);

/** Asks for a bill anywhere. POS_OFFLINE_OR_BUSY is a temporary failure, so who says so is asked again. */
export const prepareIn = async (
  world: BillingWorld,
  context: OrderContext,
  options: Parameters<typeof billPreparation>[1] = {},
): Promise<Prepared | Unanswered> => {
  const asked = async (): Promise<Prepared | Unanswered> => {
    const answer: Answered | Unanswered = await ask(world, billPreparation(context, options));
    if (answer.kind !== 'answered') return answer;
    const { body, exchange, sent } = answer;
    return { kind: 'prepared', bill: readBill(body), exchange, sent };
  };
  return await askPastFailures(world, asked, isBusy);
};

const isBusy = (prepared: Prepared | Unanswered): boolean => prepared.kind === 'prepared' && isBusyBill(prepared.bill);

/** The bill of a table as it is now. What the till itself calls temporary, and a change in between, is tried once more. */
export const prepareCurrent = async (
  world: BillingWorld,
  tableId: string,
  { ids, right = 'a bill', known }: AskedBill = {},
): Promise<BilledTable | Unanswered> => {
  for (let attempt = 0; ; attempt++) {
    const seat = attempt === 0 && known ? known : await seatAt(world, tableId);
    const prepared = await prepare(world, tableId, {
      checkpoint: seat.snapshot.updatedAt,
      items: lineSelectors(ids, seat.snapshot.lines),
    });
    if (prepared.kind !== 'prepared' || prepared.bill.success !== false || attempt > 0)
      return prepared.kind === 'prepared' ? { ...prepared, seat } : prepared;
    if (right === 'a bill') await world.clock.sleep(soonMs, world.signal);
    else if (prepared.bill.reasonCode !== 'ORDER_CHANGED') return { ...prepared, seat };
  }
};

/** Lets go of a bill nobody is going to pay, and waits until the till has taken note. */
export const release = async (world: CommandWorld, posBillId: string | undefined): Promise<SentCommand | undefined> => {
  if (posBillId === undefined) return undefined;
  const from = world.till.mark();
  const withinMs = leavesFailed(world) ? soonMs : deletionMs(world);
  const sent = await world.till.send(billPaymentFailed(posBillId));
  await world.till.next('delete', {
    from,
    matches: ({ messageId, outcome }) => messageId === sent.messageId && outcome === 'deleted',
    withinMs,
  });
  return sent;
};

/** Asks for a bill only to see it. */
export const letGo = async <Asked extends Prepared | Unanswered>(
  world: CommandWorld,
  asking: Promise<Asked>,
): Promise<Asked> => {
  const asked = await asking;
  if (asked.kind === 'prepared') await release(world, asked.bill.posBillId);
  return asked;
};

/** So many make it certain: a till that deletes no failed payment in time, which a law tells, is not waited for with each. */
const leftForGood = 2;

const leavesFailed = ({ till, clock, patienceMs }: CommandWorld): boolean => {
  const failed = lifecyclesIn(till.traffic()).filter(({ messageKind }) => messageKind === 'BillPaymentFailed');
  const isLeft = ({ deliveries, deletes }: Lifecycle): boolean => {
    const dueAt = (deliveries[0]?.at ?? Number.POSITIVE_INFINITY) + patienceMs;
    return dueAt <= clock.now() && !deletes.some(({ outcome, at }) => outcome === 'deleted' && at < dueAt);
  };
  const inTime = failed.filter((one) => isDeleted(one) && !isLeft(one));
  return inTime.length === 0 && failed.filter(isLeft).length >= leftForGood;
};

/**
 * Of a table that was OPEN just before its bill was prepared, by the exchange of the bill. Resources › Bill and payment:
 * BillPaymentFailed has the till release any prepared or payment-pending state, and nobody has paid. The transitions of Table status are not shown: a table may stay CLOSING as long as its bill can be had.
 */
export const notReopened = async (
  world: BillingWorld,
  { tableId, snapshot: before }: OpenTable,
  exchange: number,
): Promise<CheckOutcome | undefined> => {
  const looked = await lookUntil(world, tableId, ({ snapshot }) => snapshot?.status !== 'CLOSING');
  const { status = 'none', tableId: shown, updatedAt, payments } = snapshotIn(looked) ?? {};
  if (!isSameJson(before.payments, payments)) return undefined;
  if (looked.kind !== 'looked' || shown !== tableId || !['CLOSING', 'CLOSED', 'CANCELLED'].includes(status))
    return undefined;
  const again =
    status === 'CLOSING' ? await letGo(world, prepare(world, tableId, { checkpoint: updatedAt })) : undefined;
  const seen = {
    expected: 'the status OPEN, as before the bill',
    actual: `status ${status}`,
    pointer: '/tableOrderSnapshot/status',
    exchanges: [exchange, looked.exchange],
  };
  if (status !== 'CLOSING') return failed({ ...seen, cause: 'closed by a failed payment' });
  if (again?.kind !== 'prepared') return undefined;
  const isPayable = !saysPending(again.bill) && !noneToPay.includes(again.bill.reasonCode ?? '');
  const left = {
    ...seen,
    message: `After BillPaymentFailed the table still has the status CLOSING${isPayable ? '' : ', and no bill can be prepared'}; release the bill and set the table to OPEN again.`,
    cause: 'left closing by a failed payment',
  };
  return isPayable
    ? warned(left, 'a bill of the table can be paid anyway')
    : failed({ ...left, exchanges: [...left.exchanges, again.exchange] });
};
