import type { CheckOutcome } from '#schemas';
import { codesOf, productsOf, reducedBasket } from '../arrange/baskets.ts';
import { freshId } from '../arrange/identity.ts';
import type { Replied } from '../asking.ts';
import { askingCovers, recalculate } from '../asking.ts';
import { defineMerchantScenario } from '../define.ts';
import { badCodeOutcome, goodCodeOutcome } from '../discounts.ts';
import type { OpenBasket } from '../opening.ts';
import { openBasket, scan, stockedLines, unanswered } from '../opening.ts';
import { notExercised } from '../outcome.ts';
import type { MerchantWorld } from '../world.ts';

const covers = [...askingCovers, 'recalculation/bad-discount-reported', 'recalculation/good-discount-applied'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

export default defineMerchantScenario({
  id: 'merchant/recalculation-discounts',
  title: 'A discount code comes back applied, or with the reason why not',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  covers,
  async run(world) {
    const opened = await openBasket(world, { lines: stockedLines(world) });
    const blocked = opened.kind === 'blocked' ? opened.outcome : await twinOf(world, opened);
    if (opened.kind === 'blocked' || blocked) {
      world.check('recalculation/bad-discount-reported', blocked ?? notExercised('no basket'));
      world.check('recalculation/good-discount-applied', blocked ?? notExercised('no basket'));
      return;
    }
    for (const code of badCodes(world))
      world.check(
        'recalculation/bad-discount-reported',
        badCodeOutcome(await withCode(world, opened, code), code, productsOf(opened.basket)),
      );
    await goodCodes(world, opened);
    if (opened.origin === 'fixture') await recalculate(world, reducedBasket(opened.basketId, opened.basket));
  },
});

/** The configured bad codes, and one that nobody can have issued. */
const badCodes = (world: World): readonly string[] => {
  const { EXPIRED = [], INVALID = [], NOT_APPLICABLE = [], USED = [] } = world.fixtures.discountCodes ?? {};
  return [...EXPIRED, ...INVALID, ...NOT_APPLICABLE, ...USED, freshId().replaceAll('-', '').slice(0, 12).toUpperCase()];
};

/** The positive twin: the same request without the code. */
const twinOf = async (world: World, opened: OpenBasket): Promise<CheckOutcome | undefined> => {
  const replied = await recalculate(world, reducedBasket(opened.basketId, opened.basket));
  return replied.kind === 'replied'
    ? undefined
    : unanswered('the same request without the code was not answered', replied.answer);
};

const withCode = (world: World, opened: OpenBasket, code: string): Promise<Replied> =>
  recalculate(world, reducedBasket(opened.basketId, opened.basket, { codes: [...codesOf(opened.basket), code] }), {
    expect: 'any',
  });

const goodCodes = async (world: World, opened: OpenBasket): Promise<void> => {
  const valid = world.fixtures.discountCodes?.valid ?? [];
  if (valid.length === 0)
    world.check(
      'recalculation/good-discount-applied',
      notExercised('no valid discount code is known', 'merchant.fixtures.discountCodes.valid'),
    );
  for (const code of valid) {
    let outcome = goodCodeOutcome(await withCode(world, opened, code), code);
    // A valid code may still not apply to just any basket, so the configured ones get their chance too.
    for (const basketId of (world.fixtures.baskets ?? []).slice(0, 3)) {
      if (outcome.status === 'passed') break;
      const other = await scan(world, basketId, 'fixture');
      if (other.kind === 'open') outcome = goodCodeOutcome(await withCode(world, other, code), code);
    }
    world.check('recalculation/good-discount-applied', outcome);
  }
};
