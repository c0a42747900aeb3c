import fc from 'fast-check';
import type { Basket, CheckoutPhase, Checkout } from '#schemas';
import type { CallAnswer } from '#mocks/platform/engines/calls/call-answer';
import { scan, step } from '#mocks/platform/engines/checkout/checkout';
import { toChoice } from '#mocks/platform/engines/checkout/checkouts';
import { dueAt } from '#mocks/platform/engines/checkout/phase';
import { sampleBasket } from '../merchant/sample-basket.ts';
import type { Step, CheckoutEffect, CheckoutEvent } from '#mocks/platform/engines/checkout/step';

const minute = 60_000;

/** One thing that happens, `after` the one before; `late` timers come round only when something else happens. */
export interface Deed {
  readonly after: number;
  readonly late: boolean;
  readonly validFor: number;
  readonly what: (typeof deeds)[number] | 'onward';
}
const deeds = [
  'answer',
  'confirm',
  'pay',
  'refuse-payment',
  'refuse',
  'fail',
  'unusable',
  'stale-answer',
  'shortage',
  'push',
  'change',
  'cancel',
  'wait',
] as const;

/** What brings a checkout on its way, as far as to an order that nobody answers. */
const onward: Readonly<Record<CheckoutPhase['name'], (typeof deeds)[number]>> = {
  retrieving: 'answer',
  open: 'confirm',
  recalculating: 'answer',
  locking: 'answer',
  paying: 'pay',
  ordering: 'fail',
  waiting: 'wait',
  confirmed: 'pay',
  'rolled-back': 'pay',
  ended: 'push',
};

export const anyDeed: fc.Arbitrary<Deed> = fc.record({
  after: fc.oneof(
    { weight: 12, arbitrary: fc.nat(8000) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 8000, 3 * minute, 5 * minute) },
    { weight: 2, arbitrary: fc.nat(4 * minute) },
  ),
  late: fc.boolean(),
  validFor: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(0, 1, -1) },
    { weight: 6, arbitrary: fc.nat(10 * minute) },
  ),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant('onward' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...deeds) },
  ),
});

const failures = {
  refuse: { kind: 'refused', status: 409, reason: 'no' },
  fail: { kind: 'refused', status: 503, reason: 'later' },
  unusable: { kind: 'unusable', reason: 'HTML' },
} as const;

const toEvent = (deed: Deed, { phase, basketId }: Checkout, at: number): CheckoutEvent => {
  const { validFor } = deed;
  const what = deed.what === 'onward' ? onward[phase.name] : deed.what;
  const call = ('call' in phase ? phase.call : 0) - (what === 'stale-answer' ? 1 : 0);
  const answered = <Body>(answer: CallAnswer<Body>) =>
    ({ kind: phase.name === 'ordering' ? 'order-answered' : 'basket-answered', at, call, answer }) as CheckoutEvent;
  const basket = (change: Partial<Basket> = {}) => sampleBasket(at + validFor, { id: basketId, ...change });
  const payment = 'payment' in phase ? phase.payment : 0;
  switch (what) {
    case 'answer':
    case 'stale-answer':
      return phase.name === 'ordering'
        ? answered({
            kind: 'answered',
            body: { oaOrderId: 'o-1', shopOrderId: 's', returnPolicy: { maxReturnDays: 0 } },
          })
        : answered({ kind: 'answered', body: basket() });
    case 'shortage':
      return answered({
        kind: 'answered',
        body: basket({ price: { currency: 'PLN', basketValue: 1, discounts: [] } }),
      });
    case 'refuse':
    case 'fail':
    case 'unusable':
      return answered(failures[what]);
    case 'confirm': {
      const offer = phase.name === 'open' ? phase.offer : undefined;
      const choice = toChoice(offer ?? { basket: basket(), expiresAt: 0, revision: 1, locked: false });
      return { kind: 'confirm', at, revision: offer?.revision ?? 1, choice };
    }
    case 'pay':
      return { kind: 'payment-accepted', at, payment };
    case 'refuse-payment':
      return { kind: 'payment-refused', at, payment, reason: 'no money' };
    case 'push':
      return { kind: 'basket-pushed', at, basket: basket() };
    case 'change':
      return { kind: 'change', at, wish: { quantities: { v1: 1 } } };
    case 'cancel':
      return { kind: 'cancel', at };
    case 'wait':
      return { kind: 'time-passed', at };
    default:
      return what satisfies never;
  }
};

export interface Happened {
  readonly at: number;
  readonly before: Checkout;
  readonly event: CheckoutEvent;
  readonly after: Checkout;
  readonly effects: readonly CheckoutEffect[];
}

/** What a plan makes of a checkout, until nothing can happen any more. */
export const play = (lock: boolean, plan: readonly Deed[]): readonly Happened[] => {
  const happened: Happened[] = [];
  let now = 0;
  let { checkout } = scan({ oaOrderId: 'o-1', basketId: 'b-1', lock }, now);
  const tell = (event: CheckoutEvent) => {
    const next: Step = step(checkout, event);
    happened.push({ at: event.at, before: checkout, event, after: next.checkout, effects: next.effects });
    checkout = next.checkout;
  };
  const fireTimersUntil = (end: number) => {
    for (let due = dueAt(checkout.phase); due !== undefined && due <= end; due = dueAt(checkout.phase))
      tell({ kind: 'time-passed', at: Math.max(due, now) });
  };
  for (const next of plan) {
    if (!next.late) fireTimersUntil(now + next.after);
    now += next.after;
    tell(toEvent(next, checkout, now));
  }
  fireTimersUntil(Number.MAX_SAFE_INTEGER);
  return happened;
};
