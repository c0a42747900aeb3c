import { expect, test } from 'vitest';
import { createReferenceMerchant } from '#mocks/merchant';
import { createManualClock } from '#mocks/time';
import { fits, pairOf, pairsOf, pairText, shopFactors, tillFactors } from './index.ts';
import type { PairPlan } from './plan.ts';
import { shopFault } from './shop-pairs.ts';

test.for(['merchant', 'pos'] as const)('one seed draws the same faults of a %s, and another seed others', (party) => {
  const drawn = (seed: number) => pairsOf(party, seed, 60).map(pairText);
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(2)).not.toEqual(drawn(1));
  expect(new Set(drawn(1)).size).toBe(60);
  const triples = pairsOf(party, 1, 60).filter(({ levels }) => levels.length === 3);
  expect(triples).toHaveLength(20);
});

test('a plan can be read again, and one with unknown words is refused', () => {
  for (const plan of pairsOf('merchant', 1, 30)) expect(pairOf(pairText(plan))).toEqual(plan);
  expect(() => pairOf('merchant granite answers 500')).toThrow(/PARTY PEER: EFFECT where/u);
  const unknown = pairOf('merchant granite: answers 500 where lines=never + codes=none');
  expect(() => shopFault(unknown, {})).toThrow('there is no "lines=never"');
});

test('a fault that is drawn can be met, and breaks something', () => {
  const shop = (effect: string, ...levels: readonly string[]): boolean => fitting(shopFactors, effect, levels);
  const till = (effect: string, ...levels: readonly string[]): boolean => fitting(tillFactors, effect, levels);
  expect(shop('answers 500', 'lines=two', 'codes=none')).toBe(true);
  // One line cannot be several that are short.
  expect(shop('answers 500', 'lines=one', 'shortage=several')).toBe(false);
  // Two levels of a factor never meet, and no retrieval is an order.
  expect(shop('answers 500', 'lines=one', 'lines=two')).toBe(false);
  expect(shop('leaves out shopOrderId', 'call=retrieval', 'lines=two')).toBe(false);
  // Only orders have a delivery, so the call would be no second thing.
  expect(shop('answers 500', 'call=order', 'delivery=courier')).toBe(false);
  expect(shop('answers 500', 'call=order', 'lines=two')).toBe(true);
  // Nothing is short, so no error is missing.
  expect(shop('puts no error on what is short', 'lines=two', 'shortage=none')).toBe(false);
  // The first order has a number of its own, whatever it is.
  expect(shop('gives a repeated order another shopOrderId', 'lines=two', 'delivery=courier')).toBe(false);
  expect(till('bills the whole table', 'bill=subset', 'state=table open')).toBe(true);
  expect(till('bills the whole table', 'bill=whole', 'state=table open')).toBe(false);
  expect(till('sends no result', 'context=pickup', 'outcome=accepted')).toBe(false);
});

const fitting = (
  factors: typeof shopFactors | typeof tillFactors,
  effect: string,
  levels: readonly string[],
): boolean => {
  const one = factors.effects.find(({ id }) => id === effect);
  const chosen = levels.map((level) => {
    const known = (factors.levels as typeof shopFactors.levels).find(({ id }) => id === level);
    if (known === undefined) throw new Error(`there is no level ${level}`);
    return known;
  });
  return one !== undefined && fits(factors as typeof shopFactors, 'granite', one, chosen);
};

test('a fault shows where its levels meet, and nowhere else', async () => {
  const plan: PairPlan = {
    party: 'merchant',
    variant: 'granite',
    effect: 'leaves out expiresAt',
    levels: ['codes=bad', 'lines=two'],
  };
  let shown = 0;
  const shop = createReferenceMerchant({
    variant: 'granite',
    clock: createManualClock(Date.UTC(2026, 0, 1)),
    faults: [shopFault(plan, { onMet: () => void shown++ })],
  });
  const { merchant } = shop.configuration('http://shop.test');
  const [first = '', second = ''] = merchant?.fixtures?.products?.inStock ?? [];
  const recalculated = async (ids: readonly string[], codes: readonly string[]): Promise<unknown> => {
    const body = {
      id: 'demo-1',
      products: ids.map((id) => ({ id, quantity: 1 })),
      price: { currency: 'PLN', discounts: codes.map((code) => ({ code })) },
    };
    const request = new Request('http://shop.test/oa/recalculate', {
      method: 'POST',
      headers: { ...merchant?.headers },
      body: JSON.stringify(body),
    });
    return await (await shop.fetch(request)).json();
  };
  expect(await recalculated([first, second], [])).toHaveProperty('expiresAt');
  expect(await recalculated([first], ['NOPE'])).toHaveProperty('expiresAt');
  expect(shown).toBe(0);
  expect(await recalculated([first, second], ['NOPE'])).not.toHaveProperty('expiresAt');
  expect(shown).toBe(1);
});
