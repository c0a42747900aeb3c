import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Basket } from '#schemas';
import type { CallAnswer } from './call-answer.ts';
import { scan, step } from './checkout.ts';
import { toChoice } from './default-choice.ts';
import type { CheckoutEffect, CheckoutEvent } from './event.ts';
import { dueAt, type Phase } from './phase.ts';
import { sampleBasket } from './sample-basket.ts';
import type { Checkout, Step } from './step.ts';

const minute = 60_000;

/** One thing that happens, `after` the one before; `late` timers come round only when something else happens. */
interface Deed {
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
const onward: Readonly<Record<Phase['name'], (typeof deeds)[number]>> = {
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

const anyDeed: fc.Arbitrary<Deed> = fc.record({
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

interface Happened {
  readonly at: number;
  readonly before: Checkout;
  readonly event: CheckoutEvent;
  readonly after: Checkout;
  readonly effects: readonly CheckoutEffect[];
}

const play = (lock: boolean, plan: readonly Deed[]): readonly Happened[] => {
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

const holds = (check: (happened: readonly Happened[], plan: readonly Deed[]) => void) =>
  fc.assert(
    fc.property(fc.boolean(), fc.array(anyDeed, { maxLength: 20, size: 'max' }), (lock, plan) =>
      check(play(lock, plan), plan),
    ),
    { numRuns: 3000 },
  );

const effectsOf = (happened: readonly Happened[]) =>
  happened.flatMap(({ at, before, effects }) => effects.map((effect) => ({ at, before, effect })));

/** When the basket that was paid for expires. */
const paidUntil = (happened: readonly Happened[]): number => {
  const paying = happened.findLast(({ after }) => after.phase.name === 'paying')?.after.phase;
  return paying?.name === 'paying' ? paying.offer.expiresAt : Number.NaN;
};

test('an order is first sent by 3 minutes after expiresAt, and last by 8, always with the same oaOrderId', () => {
  let seen = 0;
  holds((happened) => {
    const orders = effectsOf(happened).filter(({ effect }) => effect.kind === 'order');
    const [first] = orders;
    if (first === undefined) return;
    seen += orders.length;
    expect(first.at).toBeLessThanOrEqual(paidUntil(happened) + 3 * minute);
    expect(orders.at(-1)?.at).toBeLessThan(paidUntil(happened) + 8 * minute);
    const placements = orders.map(({ effect }) => (effect.kind === 'order' ? effect.placement : undefined));
    for (const placement of placements) expect(placement).toEqual(placements[0]);
    expect(placements[0]?.oaOrderId).toBe('o-1');
  });
  expect(seen).toBeGreaterThan(10);
});

test('what was paid is either ordered or refunded, never both, and refunded once', () => {
  const ends = { confirmed: 0, refunded: 0 };
  holds((happened) => {
    const last = happened.at(-1)?.after;
    const refunds = effectsOf(happened).filter(({ effect }) => effect.kind === 'refund').length;
    const asked = effectsOf(happened).flatMap(({ effect }) => (effect.kind === 'pay' ? [effect.payment] : []));
    const accepted = happened.some(({ event }) => event.kind === 'payment-accepted' && asked.includes(event.payment));
    const confirmed = last?.phase.name === 'confirmed';
    expect(refunds).toBe(accepted && !confirmed ? 1 : 0);
    if (confirmed) expect(accepted).toBe(true);
    ends.confirmed += confirmed ? 1 : 0;
    ends.refunded += refunds;
  });
  expect(Math.min(ends.confirmed, ends.refunded)).toBeGreaterThan(10);
});

test('with timers in time, all is settled by 8 minutes after expiresAt', () => {
  holds((happened, plan) => {
    if (plan.some(({ late }) => late)) return;
    const settled = happened.find(({ after }) => after.phase.name === 'rolled-back');
    if (settled !== undefined) expect(settled.at).toBeLessThanOrEqual(paidUntil(happened) + 8 * minute);
  });
});

test('a payment starts only on a basket that is valid and was confirmed as it is', () => {
  holds((happened) => {
    for (const { at, after, effects } of happened) {
      if (!effects.some(({ kind }) => kind === 'pay') || after.phase.name !== 'paying') continue;
      expect(at).toBeLessThanOrEqual(after.phase.offer.expiresAt);
      const lastBasket = happened.findLastIndex((one) => one.at <= at && one.event.kind === 'basket-pushed');
      const lastConfirmation = happened.findLastIndex((one) => one.at <= at && one.event.kind === 'confirm');
      const pushed = happened[lastBasket];
      if (pushed?.after.phase.name === 'open') expect(lastConfirmation).toBeGreaterThan(lastBasket);
    }
  });
});

test('a basket change is shown to the user, whose earlier confirmation counts no more', () => {
  let seen = 0;
  holds((happened) => {
    for (const { at, before, event, after } of happened) {
      if (event.kind !== 'basket-pushed' || after.phase.name !== 'open' || before.phase === after.phase) continue;
      if (!('offer' in before.phase)) continue;
      seen += 1;
      expect(after.phase.offer.basket).toBe(event.basket);
      const { revision } = before.phase.offer;
      const stale = step(after, { kind: 'confirm', at, revision, choice: toChoice(before.phase.offer) });
      expect(stale.effects).toMatchObject([{ kind: 'refuse' }]);
      expect(stale.checkout).toBe(after);
    }
  });
  expect(seen).toBeGreaterThan(10);
});
