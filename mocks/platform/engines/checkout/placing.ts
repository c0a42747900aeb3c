import { describe, isPassing } from '../calls/call-answer.ts';
import type { Choice, Offer } from './offer.ts';
import { type Phase, type Placing, answerBy, giveUpAt, payBy, retryAt } from './phase.ts';
import { amountOf, toOrderPlacement } from './requests.ts';
import { type Checkout, enter, type EventOf, type Step, to } from './step.ts';

/** The user has agreed to this basket in time: executes the payment. */
export const pay = (checkout: Checkout, offer: Offer, choice: Choice, at: number): Step => {
  const payment = checkout.count + 1;
  const phase: Phase = { name: 'paying', offer, choice, payment, payBy: payBy(at, offer.expiresAt) };
  return enter({ ...checkout, count: payment }, phase, [{ kind: 'pay', payment, paid: amountOf(offer, choice) }]);
};

export const paymentAccepted = (checkout: Checkout, { at, payment }: EventOf<'payment-accepted'>): Step => {
  const { phase } = checkout;
  if (phase.name === 'rolled-back' && phase.payment === payment && !phase.refunded)
    return enter(checkout, { ...phase, refunded: true }, [{ kind: 'refund', payment, paid: phase.paid }]);
  if (phase.name !== 'paying' || phase.payment !== payment) return to(checkout);
  const placement = toOrderPlacement(checkout.oaOrderId, phase.offer, phase.choice);
  const { expiresAt } = phase.offer;
  const giveUp = giveUpAt(at, expiresAt);
  return placeOrder(checkout, { placement, payment, attempt: 0, giveUpAt: giveUp, expiresAt }, at);
};

export const placeOrder = (checkout: Checkout, before: Placing, at: number): Step => {
  const call = checkout.count + 1;
  const placing = { ...placingOf(before), attempt: before.attempt + 1 };
  const { placement } = before;
  return enter({ ...checkout, count: call }, { name: 'ordering', call, answerBy: answerBy(at), ...placing }, [
    { kind: 'order', call, placement },
  ]);
};

export const orderAnswered = (checkout: Checkout, { at, call, answer }: EventOf<'order-answered'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'ordering' || phase.call !== call) return to(checkout);
  const { oaOrderId } = checkout;
  if (answer.kind === 'answered' && answer.body.oaOrderId === oaOrderId)
    return enter(checkout, { name: 'confirmed', confirmation: answer.body });
  const failure =
    answer.kind === 'answered' ? ({ kind: 'unusable', reason: 'it confirms another oaOrderId' } as const) : answer;
  if (!isPassing(failure)) return rollBack(checkout, phase, describe(failure));
  const waiting = { name: 'waiting', retryAt: retryAt(at, phase.attempt), problem: describe(failure) } as const;
  return enter(checkout, { ...waiting, ...placingOf(phase) });
};

/** Without what is of one attempt only. */
const placingOf = ({ placement, payment, attempt, giveUpAt: end, expiresAt }: Placing): Placing => ({
  placement,
  payment,
  attempt,
  giveUpAt: end,
  ...(expiresAt !== undefined && { expiresAt }),
});

export const rollBack = (checkout: Checkout, { placement, payment }: Placing, reason: string): Step => {
  const paid = placement.paymentDetails;
  return enter(checkout, { name: 'rolled-back', reason, payment, refunded: true, paid }, [
    { kind: 'refund', payment, paid },
  ]);
};
