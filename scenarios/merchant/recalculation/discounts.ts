import type { CheckOutcome } from '#schemas';
import { codesOf, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { answerProvokes, recalculate, type Replied, restore } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { difference } from './basket-difference.ts';
import { badCodeOutcome, goodCodeOutcome, madeUpCode } from './codes.ts';
import { openBasket, type OpenBasket, scan, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = [
  'recalculation/bad-discount-reported',
  'recalculation/good-discount-applied',
  'recalculation/repeatable',
] as const;
type World = MerchantWorld<(typeof covers)[number]>;

export default defineMerchantScenario({
  id: 'merchant/recalculation-discounts',
  title: 'A discount code comes back applied, or with the reason why not',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  covers,
  provokes: answerProvokes,
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

/** The configured bad codes, and two that nobody can have issued; a customer may type any letter. */
const badCodes = (world: World): readonly string[] => {
  const { EXPIRED = [], INVALID = [], NOT_APPLICABLE = [], USED = [] } = world.fixtures.discountCodes ?? {};
  return [...EXPIRED, ...INVALID, ...NOT_APPLICABLE, ...USED, madeUpCode(), `ŻÓŁĆ${madeUpCode()}`];
};

/** The positive twin: the same request without the code. */
const twinOf = async (world: World, opened: OpenBasket): Promise<CheckOutcome | undefined> => {
  const replied = await recalculate(world, reducedBasket(opened.basketId, opened.basket));
  return replied.kind === 'replied'
    ? undefined
    : unanswered('the same request without the code was not answered', replied.answer);
};

const withCode = (world: World, opened: OpenBasket, code: string, besides = codesOf(opened.basket)): Promise<Replied> =>
  recalculate(world, reducedBasket(opened.basketId, opened.basket, { codes: [...besides, code] }), { expect: 'any' });

const goodCodes = async (world: World, opened: OpenBasket): Promise<void> => {
  const valid = world.fixtures.discountCodes?.valid ?? [];
  if (valid.length === 0)
    world.check(
      'recalculation/good-discount-applied',
      notExercised('no valid discount code is known', 'merchant.fixtures.discountCodes.valid'),
    );
  for (const code of valid) world.check('recalculation/good-discount-applied', await goodCode(world, opened, code));
};

const goodCode = async (world: World, opened: OpenBasket, code: string): Promise<CheckOutcome> => {
  const outcome = await goodCodeIn(world, opened, code);
  // A valid code may still not apply to just any basket, so the configured ones get their chance too.
  for (const basketId of outcome.status === 'passed' ? [] : (world.fixtures.baskets ?? []).slice(0, 3)) {
    const other = await scan(world, basketId, 'fixture');
    if (other.kind === 'blocked') continue;
    const found = await goodCodeIn(world, other, code);
    await restore(world, other);
    if (found.status === 'passed') return found;
  }
  return outcome;
};

const goodCodeIn = async (world: World, opened: OpenBasket, code: string): Promise<CheckOutcome> => {
  let outcome: CheckOutcome | undefined;
  // A shop may take one code at a time, so it is also sent without those the basket came with.
  for (const besides of [codesOf(opened.basket), []]) {
    const replied = await withCode(world, opened, code, besides);
    outcome = goodCodeOutcome(replied, code);
    if (outcome.status === 'passed' && replied.kind === 'replied') {
      sameAgain(world, replied, await withCode(world, opened, code, besides));
      return outcome;
    }
    if (codesOf(opened.basket).length === 0) break;
  }
  return outcome ?? notExercised('no request was sent');
};

/** A code in force already is neither applied once more nor used up by having been shown. */
const sameAgain = (world: World, first: Extract<Replied, { kind: 'replied' }>, again: Replied): void => {
  if (again.kind !== 'replied') return;
  const found = difference(first.basket, again.basket);
  world.check(
    'recalculation/repeatable',
    found === undefined
      ? passed
      : failed({
          message:
            'The same request with a discount code sent twice gave two different baskets; apply a code once, however often the basket is recalculated.',
          expected: found.first,
          actual: found.second,
          pointer: found.pointer,
          exchanges: [first.exchange, again.exchange],
          cause: 'code applied again',
        }),
  );
};
