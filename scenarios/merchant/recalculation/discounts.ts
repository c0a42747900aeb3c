import type { CheckOutcome } from '#schemas';
import { type Asked, codesOf, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { answerProvokes, recalculate, type Replied, type Reply, restore } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { madeUpCode } from '../../arrange/basket/codes.ts';
import { goodCodeOutcome, notApplicable } from './code-outcomes.ts';
import { openBasket, type OpenBasket, scan, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, passed, shownBy, unlessUnmet, Unmet } from '../../outcome.ts';
import { otherwiseAgain } from './same-again.ts';
import { freshCodeOutcome } from './code-after-bad-one.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = ['recalculation/good-discount-applied', 'recalculation/repeatable'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

export default defineMerchantScenario({
  id: 'merchant/recalculation-discounts',
  title: 'A valid discount code comes back applied',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  changes: ['recalculations'],
  reads: ['discount codes'],
  touches: ['fixture baskets'],
  covers,
  provokes: [...answerProvokes, 'basket/policies-omitted-when-none'],
  async run(world) {
    const opened = await openBasket(world, { lines: stockedLines(world) });
    const plain = await recalculate(world, reducedBasket(opened.basketId, opened.basket));
    if (plain.kind === 'not-replied')
      throw new Unmet(unanswered('the same request without a code was not answered', plain.answer));
    // What is wrong with one code is no matter of the next.
    await withCode(world, opened, madeUpCode());
    await goodCodes(world, opened);
    if (opened.origin === 'fixture') await restore(world, opened);
  },
});

const withCode = (
  world: World,
  opened: OpenBasket,
  code: string,
  { besides = codesOf(opened.basket), products = productsOf(opened.basket) }: Change = {},
): Promise<Replied> =>
  recalculate(world, reducedBasket(opened.basketId, opened.basket, { codes: [...besides, code], products }), {
    expect: 'any',
  });

interface Change {
  readonly besides?: readonly string[];
  readonly products?: readonly Asked[];
}

const goodCodes = async (world: World, opened: OpenBasket): Promise<void> => {
  const small = await withCheapest(world, opened);
  const costs = (id: string): number => small.basket.lines?.find((line) => line.id === id)?.unitPrice ?? 0;
  const paid = productsOf(small.basket).filter(({ free }) => !free);
  const [cheapest] = paid.toSorted((one, other) => costs(one.id) - costs(other.id));
  const valid = world.fixtures.discountCodes?.valid ?? [];
  if (valid.length === 0)
    world.check(
      'recalculation/good-discount-applied',
      notExercised(
        'no valid discount code is configured or applied; if your shop has no codes, set capabilities.merchant.discountCodes: false',
        'merchant.fixtures.discountCodes.valid',
      ),
    );
  for (const code of valid) {
    world.check('recalculation/good-discount-applied', await goodCode(world, opened, code));
    // Worth more than the basket, perhaps; whether it then applies is the shop's affair, what it answers is judged as any answer.
    if (cheapest) await withCode(world, small, code, { besides: [], products: [{ ...cheapest, quantity: 1 }] });
  }
};

/** So many products are looked through for a cheap one. */
const mostLookedAt = 10;

/** A basket of more products, where there are more than in that one. */
const withCheapest = async (world: World, opened: OpenBasket): Promise<OpenBasket> => {
  const lines = stockedLines(world, mostLookedAt);
  if (lines.length <= stockedLines(world).length || !world.triggers.has('createBasket')) return opened;
  return (await unlessUnmet(openBasket(world, { lines }))) ?? opened;
};

const goodCode = async (world: World, opened: OpenBasket, code: string): Promise<CheckOutcome> => {
  const outcome = await goodCodeIn(world, opened, code);
  // Bad ones were tried in that basket.
  const fresh =
    outcome.status === 'failed' && outcome.cause !== usedUp ? await freshCodeOutcome(world, code) : undefined;
  if (fresh !== undefined) return fresh;
  // A valid code may still not apply to just any basket, so the configured ones get their chance too.
  for (const basketId of outcome.status === 'passed' ? [] : (world.fixtures.baskets ?? []).slice(0, 3)) {
    const other = await unlessUnmet(scan(world, basketId, 'fixture'));
    if (other === undefined) continue;
    const found = await goodCodeIn(world, other, code);
    await restore(world, other);
    if (found.status === 'passed') return found;
  }
  return outcome.status === 'failed' && outcome.cause === notApplicable
    ? ((await appliedToMore(world, opened, code)) ?? outcome)
    : outcome;
};

/** More than the least value that codes usually ask for. */
const timesAsMuch = 10;

/** Errors › In-body error codes › NOT_APPLICABLE: a code may be for a basket that costs more. */
const appliedToMore = async (world: World, opened: OpenBasket, code: string): Promise<CheckOutcome | undefined> => {
  const more = productsOf(opened.basket).map((one) => ({ ...one, quantity: one.quantity * timesAsMuch }));
  const found = goodCodeOutcome(await withCode(world, opened, code, { besides: [], products: more }), code);
  return found.status === 'passed' ? found : undefined;
};

const goodCodeIn = async (world: World, opened: OpenBasket, code: string): Promise<CheckOutcome> => {
  let outcome: CheckOutcome | undefined;
  // A shop may take one code at a time, so it is also sent without those the basket came with.
  for (const besides of [codesOf(opened.basket), []]) {
    const replied = await withCode(world, opened, code, { besides });
    outcome = goodCodeOutcome(replied, code);
    if (outcome.status === 'passed' && replied.kind === 'replied') {
      const again = await withCode(world, opened, code, { besides });
      sameAgain(world, replied, again);
      return usedUpOutcome(replied, again, code) ?? outcome;
    }
    if (codesOf(opened.basket).length === 0) break;
  }
  return outcome ?? notExercised('no request was sent');
};

const usedUp = 'code used up by a recalculation';

/** It is an order that uses a code up; a basket may be recalculated as often as its customer likes. */
const usedUpOutcome = (first: Reply, again: Replied, code: string): CheckOutcome | undefined => {
  const outcome = again.kind === 'replied' ? goodCodeOutcome(again, code) : passed;
  if (again.kind !== 'replied' || outcome.status !== 'failed') return undefined;
  return failed({ ...shownBy(outcome), exchanges: [first.exchange, again.exchange], cause: usedUp });
};

/** A code in force already is neither applied once more nor used up by having been shown. */
const sameAgain = (world: World, first: Reply, again: Replied): void => {
  if (again.kind !== 'replied') return;
  const found = otherwiseAgain(first, again);
  world.check('recalculation/repeatable', found === undefined ? passed : failed(found));
};
