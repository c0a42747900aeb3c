import type { Choice, Offer, CheckoutPhase, Placing, Checkout } from '#schemas';
import { describe, isPassing } from '../calls/call-answer.ts';
import { differences, obstacle, toOffer } from './offer.ts';
import { answerBy, answerLimitMs, dueAt, giveUpAt, payBy, retryAt } from './phase.ts';
import { amountOf, toOrderPlacement, toReducedBasket } from './requests.ts';
import { type CheckoutEvent, enter, type EventOf, notNow, refuse, reopen, type Step, to } from './step.ts';

/** The user scans a code: retrieves the basket. The same `oaOrderId` goes with every attempt to order it. */
export const scan = (scanned: Pick<Checkout, 'oaOrderId' | 'basketId' | 'lock'>, at: number): Step =>
  to({ ...scanned, count: 1, phase: { name: 'retrieving', call: 1, answerBy: answerBy(at) } }, [
    { kind: 'retrieve', call: 1, basketId: scanned.basketId },
  ]);

/** What an event makes of a checkout. Deadlines that lie before it take effect first, however late their timers are. */
export const step = (checkout: Checkout, event: CheckoutEvent): Step => {
  const due = dueAt(checkout.phase);
  if (due !== undefined && event.at >= due) {
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
    case 'lock':
      return lock(checkout, event);
    case 'cancel':
      return cancel(checkout);
    default:
      return event satisfies never;
  }
};

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

const basketAnswered = (checkout: Checkout, { at, call, answer }: EventOf<'basket-answered'>): Step => {
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
  if (phase.name === 'recalculating' || phase.choice === undefined) return reopen(checkout, next, at);
  const changes = differences(offer, next, phase.choice);
  if (changes.length > 0) return reopen(checkout, next, at, { about: 'not-accommodated', text: changes.join('; ') });
  return at > next.expiresAt ? reopen(checkout, next, at) : pay(checkout, next, phase.choice, at);
};

const basketPushed = (checkout: Checkout, { at, basket }: EventOf<'basket-pushed'>): Step => {
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

const change = (checkout: Checkout, { at, wish }: EventOf<'change'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'open' && phase.name !== 'recalculating') return refuse(checkout, notNow('changed', phase));
  const { offer } = phase;
  const call = checkout.count + 1;
  return enter({ ...checkout, count: call }, { name: 'recalculating', offer, call, answerBy: answerBy(at) }, [
    { kind: 'recalculate', call, request: toReducedBasket(offer, wish) },
  ]);
};

const confirm = (checkout: Checkout, { at, revision, choice }: EventOf<'confirm'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'open') return refuse(checkout, notNow('confirmed', phase));
  const { offer } = phase;
  if (revision !== offer.revision) return refuse(checkout, outdated('confirmed', revision, offer));
  const problem = obstacle(offer, choice);
  if (problem !== undefined) return refuse(checkout, problem);
  return !checkout.lock || offer.locked ? pay(checkout, offer, choice, at) : startLock(checkout, offer, at, choice);
};

const lock = (checkout: Checkout, { at, revision }: EventOf<'lock'>): Step => {
  const { phase } = checkout;
  if (phase.name !== 'open') return refuse(checkout, notNow('locked', phase));
  const { offer } = phase;
  return revision === offer.revision
    ? startLock(checkout, offer, at)
    : refuse(checkout, outdated('locked', revision, offer));
};

const startLock = (checkout: Checkout, offer: Offer, at: number, choice?: Choice): Step => {
  const call = checkout.count + 1;
  const locking = {
    name: 'locking',
    offer,
    call,
    answerBy: answerBy(at),
    ...(choice !== undefined && { choice }),
  } as const;
  return enter({ ...checkout, count: call }, locking, [{ kind: 'lock', call, request: toReducedBasket(offer) }]);
};

const outdated = (what: string, revision: number, offer: Offer): string =>
  `Basket ${revision} was ${what}, but the user has to look at basket ${offer.revision}.`;

const cancel = (checkout: Checkout): Step => {
  const { phase } = checkout;
  const early = ['retrieving', 'open', 'recalculating', 'locking'].includes(phase.name);
  if (!early) return refuse(checkout, notNow('cancelled', phase));
  return enter(checkout, { name: 'ended', why: 'cancelled', reason: 'The user left.' });
};

/** The user has agreed to this basket in time: executes the payment. */
const pay = (checkout: Checkout, offer: Offer, choice: Choice, at: number): Step => {
  const payment = checkout.count + 1;
  const phase: CheckoutPhase = { name: 'paying', offer, choice, payment, payBy: payBy(at, offer.expiresAt) };
  return enter({ ...checkout, count: payment }, phase, [{ kind: 'pay', payment, paid: amountOf(offer, choice) }]);
};

const paymentAccepted = (checkout: Checkout, { at, payment }: EventOf<'payment-accepted'>): Step => {
  const { phase } = checkout;
  if (phase.name === 'rolled-back' && phase.payment === payment && !phase.refunded)
    return enter(checkout, { ...phase, refunded: true }, [{ kind: 'refund', payment, paid: phase.paid }]);
  if (phase.name !== 'paying' || phase.payment !== payment) return to(checkout);
  const placement = toOrderPlacement(checkout.oaOrderId, phase.offer, phase.choice);
  const { expiresAt } = phase.offer;
  const giveUp = giveUpAt(at, expiresAt);
  return placeOrder(checkout, { placement, payment, attempt: 0, giveUpAt: giveUp, expiresAt }, at);
};

const placeOrder = (checkout: Checkout, before: Placing, at: number): Step => {
  const call = checkout.count + 1;
  const placing = { ...placingOf(before), attempt: before.attempt + 1 };
  const { placement } = before;
  return enter({ ...checkout, count: call }, { name: 'ordering', call, answerBy: answerBy(at), ...placing }, [
    { kind: 'order', call, placement },
  ]);
};

const orderAnswered = (checkout: Checkout, { at, call, answer }: EventOf<'order-answered'>): Step => {
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

const rollBack = (checkout: Checkout, { placement, payment }: Placing, reason: string): Step => {
  const paid = placement.paymentDetails;
  return enter(checkout, { name: 'rolled-back', reason, payment, refunded: true, paid }, [
    { kind: 'refund', payment, paid },
  ]);
};
