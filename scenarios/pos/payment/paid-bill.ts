import type { CheckOutcome, Finding } from '#schemas';
import { billPaymentCompleted, paymentOf } from '../../arrange/till/commands.ts';
import { failed, notExercised, passed, Unmet, unmet } from '../../outcome.ts';
import { ask, unanswered } from '../../arrange/till/command-answer.ts';
import { type FoundAmount, payable, payableByLines } from '../../arrange/till/amounts.ts';
import { deletionMs, repeatDeletionMs } from '../../arrange/till/deletes-nothing.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import type { NotPaid, Paid, PaymentWays, RefusedPayment } from '../../arrange/till/billed.ts';
import { type Billed, type ReadBill, type ReadPayment, readPayment } from '../../arrange/till/read-results.ts';
import { isAccepted } from '#traffic/laws';
import type { PosWorld, SentCommand } from '../../context/pos.ts';

/** Nobody says which of the totals is to be paid, so the likeliest few are tried. */
const mostAmounts = 4;

/** Pays a bill with one amount of its totals. What the till itself calls worth a retry is tried once more. */
export const payOnce = async (
  world: PosWorld<never>,
  bill: ReadBill,
  { amount, billingDetails, isLost = false }: PaymentWays & { readonly amount: FoundAmount },
): Promise<Paid | RefusedPayment> => {
  const { posBillId } = bill;
  if (posBillId === undefined) throw unmet('the bill has no posBillId that can be read');
  const command = billPaymentCompleted(posBillId, paymentOf(amount.money, world.clock.now()), billingDetails);
  for (let attempt = 0; ; attempt++) {
    const answer = await ask(world, command, isLost ? [{ status: 503 }] : []);
    if (answer.kind !== 'answered') throw new Unmet(unanswered(answer));
    const { sent, exchange } = answer;
    if (isLost) await takenAgain(world, sent);
    const result = readPayment(answer.body);
    if (result.success === undefined) throw unmet('a result says no success');
    const seen = { bill, amount, result, command, sent, exchange };
    if (result.success) return { kind: 'paid', ...seen };
    if (result.retryable !== true || attempt > 0) return { kind: 'refused', ...seen };
  }
};

/** Who sends a result again by itself has done so by then; a till cannot tell that from 30 s. */
const leftMs = 2_000;

/** Until the platform has taken the result of this message, which comes again where the till has left it to the queue. */
const takenAgain = async ({ till, patienceMs }: PosWorld<never>, { messageId }: SentCommand): Promise<void> => {
  const taken = (withinMs: number) =>
    till.next('callback', { from: 0, matches: (one) => one.messageId === messageId && isAccepted(one), withinMs });
  if (await taken(leftMs)) return;
  till.expireVisibility(messageId);
  await taken(patienceMs);
};

/**
 * Pays for what the table owes. A till may refuse an amount that is not the bill's; then the bill is prepared anew and
 * paid with another amount of its totals. `like`: one that was applied before is tried first.
 */
export const pay = async (
  world: PosWorld<never>,
  first: Billed,
  prepareAnew: () => Promise<Billed>,
  { like, ...how }: PaymentWays & { readonly like?: FoundAmount | undefined } = {},
): Promise<Paid | NotPaid> => {
  const isLike = (one: FoundAmount): boolean => one.path === like?.path && one.doubt === like.doubt;
  const found = payable(first.bill.totals).toSorted((one, other) => Number(isLike(other)) - Number(isLike(one)));
  const inTotals = found.slice(0, mostAmounts);
  const amounts = inTotals.length > 0 ? inTotals : payableByLines(first.bill.lines ?? []);
  if (amounts.length === 0) throw unmet('the totals of the bill show no amount to pay', shapes);
  let prepared = first;
  let refused: RefusedPayment | undefined;
  for (const amount of amounts) {
    if (refused) {
      const again = await prepareAnew();
      if (again.bill.success !== true) break;
      prepared = again;
    }
    const paid = await payOnce(world, prepared.bill, { amount, ...how });
    if (paid.kind !== 'refused') return paid;
    refused = paid;
  }
  return {
    kind: 'not-paid',
    outcome: refusal(first, refused, amounts, amounts.some(isLike)),
    refused: refused?.result,
  };
};

const shapes = 'assumptions.assume/unfinalised-shapes';

const refusal = (
  { exchange }: Billed,
  refused: RefusedPayment | undefined,
  amounts: readonly FoundAmount[],
  isKnown: boolean,
): CheckOutcome => {
  const tried = excerpt(amounts.map(({ money }) => money.value));
  if (!isKnown && amounts.every(({ doubt }) => doubt > 0))
    return notExercised(
      `no payment was applied: the till refused all of the amounts ${tried}, guessed from its bill`,
      shapes,
    );
  return failed({
    expected: 'success true with a receipt',
    actual: `success false, reasonCode ${excerpt(refused?.result.reasonCode)} for the amounts ${tried}`,
    exchanges: [exchange, ...(refused ? [refused.exchange] : [])],
    cause: 'payment of a prepared bill refused',
  });
};

interface Repeated {
  readonly outcome: CheckOutcome;
  /** It is still there, and holds up what comes behind it. */
  readonly isLeft?: true;
}

/**
 * Sends a payment again, as a delivery of the same message or as a retry of the same business operation. The till may
 * skip it in silence.
 */
export const repeat = async (
  world: PosWorld<never>,
  paid: Paid,
  how: 'delivered again' | 'retried',
): Promise<Repeated> => {
  const { till } = world;
  const first = ({ messageId }: { readonly messageId?: string }) => messageId === paid.sent.messageId;
  // Only what was deleted can be delivered once more.
  const deletion = await till.next('delete', {
    from: 0,
    matches: first,
    withinMs: deletionMs(world, paid.sent.messageId),
  });
  if (deletion === undefined)
    return { outcome: notExercised('the till did not delete the message of a payment, so it could not be repeated') };
  const from = till.mark();
  const messageId = how === 'retried' ? await retry(world, paid) : deliver(world, paid);
  const ours = (seen: { readonly messageId?: string }) => seen.messageId === messageId;
  // Either ends it: whoever answers does so before deleting, and a silent skip is just the deletion.
  const withinMs = how === 'retried' ? deletionMs(world) : repeatDeletionMs(world, paid.sent.messageKind);
  const deleted = await till.next('delete', { from, matches: ours, withinMs });
  const callback = till
    .traffic()
    .findLast((seen) => seen.kind === 'callback' && seen.n >= from && seen.messageId === messageId);
  const left = deleted === undefined ? ({ isLeft: true } as const) : {};
  if (callback?.kind !== 'callback') return { outcome: deleted ? passed : unmoved, ...left };
  return { outcome: sameReceipt(paid, readPayment(callback.body), { how, exchange: callback.exchange }), ...left };
};

const unmoved = notExercised('a payment that came again was neither answered nor deleted');

const deliver = ({ till }: PosWorld<never>, { sent }: Paid): string => {
  till.deliverAgain(sent.messageId);
  return sent.messageId;
};

const retry = async ({ till }: PosWorld<never>, { command, sent }: Paid): Promise<string> => {
  const { idempotencyKey, groupId } = sent;
  return (await till.send({ ...command, idempotencyKey, groupId })).messageId;
};

const sameReceipt = (
  paid: Paid,
  again: ReadPayment,
  { how, exchange }: { readonly how: string; readonly exchange: number },
): CheckOutcome => {
  const known = paid.result.receipt?.receiptNumber;
  const number = again.receipt?.receiptNumber;
  const finding = {
    expected: `success true, receipt ${JSON.stringify(known ?? '')}, or no result`,
    exchanges: [paid.exchange, exchange],
  } satisfies Partial<Finding>;
  if (again.success === false)
    return failed({
      ...finding,
      message: `A payment was applied, but when it was ${how} the answer was a failure, so the platform would refund it; answer the repeat with the first result.`,
      actual: `success false, reasonCode ${excerpt(again.reasonCode)}`,
      cause: 'failure for a repeated payment',
    });
  if (known === undefined || number === undefined) return notExercised('a receipt has no number that can be read');
  if (number === known) return passed;
  return failed({
    ...finding,
    message: `A payment that was ${how} was answered with another receipt, so it was applied twice; store the receipt under its idempotencyKey and return it for every repeat.`,
    actual: `receipt ${JSON.stringify(number)}`,
    cause: 'another receipt',
  });
};
