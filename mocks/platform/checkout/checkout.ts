import { describe, isPassing } from './call-answer.ts';
import { answerBy, answerLimitMs, giveUpAt, payBy, retryAt } from './deadlines.ts';
import type { CheckoutEffect, CheckoutEvent } from './event.ts';
import { type Choice, differences, type Offer, obstacle, toOffer } from './offer.ts';
import { dueAt, type Notice, type Phase } from './phase.ts';
import { amountOf, toOrderPlacement, toReducedBasket } from './requests.ts';

/** One user buying one basket. A value: `step` makes the next one. */
export interface Checkout {
  readonly oaOrderId: string;
  /** As scanned. */
  readonly basketId: string;
  /** Whether the basket is locked before the payment. */
  readonly lock: boolean;
  /** Calls and payments so far. */
  readonly count: number;
  readonly phase: Phase;
}

export interface Step {
  readonly checkout: Checkout;
  readonly effects: readonly CheckoutEffect[];
}

/** The user scans a code: retrieves the basket. The same `oaOrderId` goes with every attempt to order it. */
export const scan = (scanned: Pick<Checkout, 'oaOrderId' | 'basketId' | 'lock'>, at: number): Step =>
  to({ ...scanned, count: 1, phase: { name: 'retrieving', call: 1, answerBy: answerBy(at) } }, [
    { kind: 'retrieve', call: 1, basketId: scanned.basketId },
  ]);

/** What an event makes of a checkout. Deadlines that lie before it take effect first, however late their timers are. */
export const step = (checkout: Checkout, event: CheckoutEvent): Step => {
  const due = dueAt(checkout.phase);
  // An event at the very moment is still in time: "until" and "at the latest" include it.
  if (due !== undefined && (event.kind === 'time-passed' ? event.at >= due : event.at > due)) {
    const expired = expire(checkout, event.at);
    const next = step(expired.checkout, event);
    return { checkout: next.checkout, effects: [...expired.effects, ...next.effects] };
  }
  switch (event.kind) {
    case 'time-passed':
      return to(checkout);
    case 'basket-answered':
      return basketAnswered(checkout, event);
    case 'order-answered':
      return orderAnswered(checkout, event);
    case 'payment-accepted':
      return paymentAccepted(checkout, event);
    case 'payment-refused': {
      const { phase } = checkout;
      if (phase.name !== 'paying' || phase.payment !== event.payment) return to(checkout);
      return reopen(checkout, phase.offer, event.at, { about: 'payment-refused', text: event.reason });
    }
    case 'basket-pushed':
      return basketPushed(checkout, event);
    case 'change':
      return change(checkout, event);
    case 'confirm':
      return confirm(checkout, event);
    case 'cancel':
      return cancel(checkout);
    default:
      return event satisfies never;
  }
};

type Event<Kind extends CheckoutEvent['kind']> = Extract<CheckoutEvent, { readonly kind: Kind }>;

const to = (checkout: Checkout, effects: readonly CheckoutEffect[] = []): Step => ({ checkout, effects });
const enter = (checkout: Checkout, phase: Phase, effects: readonly CheckoutEffect[] = []): Step =>
  to({ ...checkout, phase }, effects);
const refuse = (checkout: Checkout, reason: string): Step => to(checkout, [{ kind: 'refuse', reason }]);

/** Shows a basket to the user, who has to confirm it anew; unless it is too late for that. */
const reopen = (checkout: Checkout, offer: Offer, at: number, notice?: Notice): Step =>
  at > offer.expiresAt
    ? enter(checkout, { name: 'ended', why: 'expired', reason: `The basket expired at ${offer.basket.expiresAt}.` })
    : enter(checkout, { name: 'open', offer, ...(notice !== undefined && { notice }) });

const expire = (checkout: Checkout, at: number): Step => {
  const { phase } = checkout;
  const failure = { kind: 'silent', reason: `no answer within ${answerLimitMs / 1000} s` } as const;
  switch (phase.name) {
    case 'retrieving':
    case 'recalculating':
    case 'locking':
      return basketAnswered(checkout, { kind: 'basket-answered', at, call: phase.call, answer: failure });
    case 'open':
      return reopen(checkout, phase.offer, Number.POSITIVE_INFINITY);
    case 'paying': {
      const { payment, offer, choice } = phase;
      const reason = 'The payment was not through in time.';
      const rolledBack = {
        name: 'rolled-back',
        reason,
        payment,
        refunded: false,
        paid: amountOf(offer, choice),
      } as const;
      return enter(checkout, rolledBack, [{ kind: 'cancel-payment', payment }]);
    }
    case 'ordering':
      if (at >= phase.giveUpAt) return rollBack(checkout, phase, describe(failure));
      return orderAnswered(checkout, { kind: 'order-answered', at: phase.answerBy, call: phase.call, answer: failure });
    case 'waiting':
      return at >= phase.giveUpAt ? rollBack(checkout, phase, phase.problem) : placeOrder(checkout, phase, at);
    case 'confirmed':
    case 'rolled-back':
    case 'ended':
      return to(checkout);
    default:
      return phase satisfies never;
  }
};

const basketAnswered = (checkout: Checkout, { at, call, answer }: Event<'basket-answered'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'retrieving' && phase.name !== 'recalculating' && phase.name !== 'locking') return to(checkout);
  if (phase.call !== call) return to(checkout);
  if (answer.kind !== 'answered') {
    const text = describe(answer);
    if (phase.name === 'retrieving') return enter(checkout, { name: 'ended', why: 'unavailable', reason: text });
    const about = phase.name === 'locking' ? 'lock-failed' : 'recalculation-failed';
    return reopen(checkout, phase.offer, at, { about, text });
  }
  if (phase.name === 'retrieving') return reopen(checkout, toOffer(answer.body, 1, false), at);
  const { offer } = phase;
  const next = toOffer(answer.body, offer.revision + 1, phase.name === 'locking');
  if (phase.name === 'recalculating') return reopen(checkout, next, at);
  const changes = differences(offer, next, phase.choice);
  if (changes.length > 0) return reopen(checkout, next, at, { about: 'not-accommodated', text: changes.join('; ') });
  return at > next.expiresAt ? reopen(checkout, next, at) : pay(checkout, next, phase.choice, at);
};

const basketPushed = (checkout: Checkout, { at, basket }: Event<'basket-pushed'>): Step => {
  const { phase } = checkout;
  switch (phase.name) {
    case 'open':
    case 'recalculating':
    case 'locking': {
      const text = 'The shop changed the basket.';
      const offer = toOffer(basket, phase.offer.revision + 1, false);
      return reopen(checkout, offer, at, { about: 'changed-by-merchant', text });
    }
    // From the payment on the user has agreed to this basket at this price; a shop that wants no changes then has the lock.
    default:
      return refuse(checkout, `A basket change comes too early or too late: the checkout is ${phase.name}.`);
  }
};

const change = (checkout: Checkout, { at, wish }: Event<'change'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'open' && phase.name !== 'recalculating') return refuse(checkout, notNow('changed', phase));
  const { offer } = phase;
  const call = checkout.count + 1;
  return enter({ ...checkout, count: call }, { name: 'recalculating', offer, call, answerBy: answerBy(at) }, [
    { kind: 'recalculate', call, request: toReducedBasket(offer, wish) },
  ]);
};

const confirm = (checkout: Checkout, { at, revision, choice }: Event<'confirm'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'open') return refuse(checkout, notNow('confirmed', phase));
  const { offer } = phase;
  if (revision !== offer.revision)
    return refuse(checkout, `Basket ${revision} was confirmed, but the user has to look at basket ${offer.revision}.`);
  const problem = obstacle(offer, choice);
  if (problem !== undefined) return refuse(checkout, problem);
  if (!checkout.lock || offer.locked) return pay(checkout, offer, choice, at);
  const call = checkout.count + 1;
  return enter({ ...checkout, count: call }, { name: 'locking', offer, choice, call, answerBy: answerBy(at) }, [
    { kind: 'lock', call, request: toReducedBasket(offer) },
  ]);
};

const cancel = (checkout: Checkout): Step => {
  const { phase } = checkout;
  const early = ['retrieving', 'open', 'recalculating', 'locking'].includes(phase.name);
  if (!early) return refuse(checkout, notNow('cancelled', phase));
  return enter(checkout, { name: 'ended', why: 'cancelled', reason: 'The user left.' });
};

const notNow = (what: string, { name }: Phase): string => `It cannot be ${what} now: the checkout is ${name}.`;

const pay = (checkout: Checkout, offer: Offer, choice: Choice, at: number): Step => {
  const payment = checkout.count + 1;
  const phase: Phase = { name: 'paying', offer, choice, payment, payBy: payBy(at, offer.expiresAt) };
  return enter({ ...checkout, count: payment }, phase, [{ kind: 'pay', payment, paid: amountOf(offer, choice) }]);
};

const paymentAccepted = (checkout: Checkout, { at, payment }: Event<'payment-accepted'>): Step => {
  const { phase } = checkout;
  if (phase.name === 'rolled-back' && phase.payment === payment && !phase.refunded)
    return enter(checkout, { ...phase, refunded: true }, [{ kind: 'refund', payment, paid: phase.paid }]);
  if (phase.name !== 'paying' || phase.payment !== payment) return to(checkout);
  const placement = toOrderPlacement(checkout.oaOrderId, phase.offer, phase.choice);
  return placeOrder(checkout, { placement, payment, attempt: 0, giveUpAt: giveUpAt(at, phase.offer.expiresAt) }, at);
};

type Placing = Pick<Extract<Phase, { name: 'ordering' }>, 'placement' | 'payment' | 'attempt' | 'giveUpAt'>;

const placeOrder = (checkout: Checkout, { placement, payment, attempt, giveUpAt: end }: Placing, at: number): Step => {
  const call = checkout.count + 1;
  const placing = { placement, payment, attempt: attempt + 1, giveUpAt: end };
  return enter({ ...checkout, count: call }, { name: 'ordering', call, answerBy: answerBy(at), ...placing }, [
    { kind: 'order', call, placement },
  ]);
};

const orderAnswered = (checkout: Checkout, { at, call, answer }: Event<'order-answered'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'ordering' || phase.call !== call) return to(checkout);
  const { oaOrderId } = checkout;
  if (answer.kind === 'answered' && answer.body.oaOrderId === oaOrderId)
    return enter(checkout, { name: 'confirmed', confirmation: answer.body });
  const failure =
    answer.kind === 'answered' ? ({ kind: 'unusable', reason: 'it confirms another oaOrderId' } as const) : answer;
  if (!isPassing(failure)) return rollBack(checkout, phase, describe(failure));
  const { placement, payment, attempt, giveUpAt: end } = phase;
  const waiting = { name: 'waiting', retryAt: retryAt(at, attempt), problem: describe(failure) } as const;
  return enter(checkout, { ...waiting, placement, payment, attempt, giveUpAt: end });
};

const rollBack = (checkout: Checkout, { placement, payment }: Placing, reason: string): Step => {
  const paid = placement.paymentDetails;
  return enter(checkout, { name: 'rolled-back', reason, payment, refunded: true, paid }, [
    { kind: 'refund', payment, paid },
  ]);
};
