import fc from 'fast-check';
import { expect, test } from 'vitest';
import { step } from './checkout.ts';
import { anyDeed, type Deed, type Happened, play } from '#lab/doubles/platform/checkout-play';
import { toChoice } from './checkouts.ts';
import { dueAt } from './phase.ts';

const minute = 60_000;

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

test('an answer to a call that was given up changes nothing', () => {
  let seen = 0;
  holds((happened) => {
    for (const { before, event, after, effects } of happened) {
      if (event.kind !== 'order-answered' && event.kind !== 'basket-answered') continue;
      if (!('call' in before.phase) || before.phase.call === event.call || event.at >= (dueAt(before.phase) ?? 0))
        continue;
      seen += 1;
      expect(after).toBe(before);
      expect(effects).toEqual([]);
    }
  });
  expect(seen).toBeGreaterThan(10);
});
