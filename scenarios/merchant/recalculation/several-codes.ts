import type { CheckOutcome } from '#schemas';
import { recalculate, type Replied, type Reply, restore } from '../../arrange/basket/basket-calls.ts';
import { openBasket, type OpenBasket, scan, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { oneMoreOfEach, reducedBasket } from '../../arrange/basket/products.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { defineMerchantScenario } from '../../define.ts';
import { notExercised, unlessUnmet, worstOutcome } from '../../outcome.ts';
import {
  type Alone,
  discountErrors,
  discountOf,
  isInForce,
  leftOutOutcome,
  madeUpCode,
  sameCode,
  togetherOutcome,
} from './codes.ts';
import { keptReduction } from './kept-reduction.ts';

type World = MerchantWorld<'recalculation/every-discount'>;

export default defineMerchantScenario({
  id: 'merchant/recalculation-several-codes',
  title: 'Several discount codes are each answered, and one that is left out no longer counts',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  changes: ['recalculations'],
  touches: ['fixture baskets'],
  covers: ['recalculation/every-discount'],
  async run(world) {
    const opened = await openBasket(world, { lines: stockedLines(world) });
    let found = await tryIn(world, opened);
    // A valid code may not apply to just any basket, so the configured ones get their chance too.
    for (const basketId of (world.fixtures.baskets ?? []).slice(0, 3)) {
      if (found.applied !== undefined) break;
      const other = await unlessUnmet(scan(world, basketId, 'fixture'));
      if (other) found = await tryIn(world, other);
    }
    const untried = found.isUnanswered === true ? [] : [noCode];
    const stored = found.applied === undefined ? untried : await storedOutcome(world, found.applied, found.none);
    for (const outcome of worstOutcome([...found.outcomes, ...stored]))
      world.check('recalculation/every-discount', outcome);
  },
});

const noCode = notExercised(
  'no valid discount code was applied; a shop without codes says capabilities.merchant.discountCodes: false',
  'merchant.fixtures.discountCodes.valid',
);

interface Found {
  readonly outcomes: readonly CheckOutcome[];
  /** A code that is in force for having been asked for. */
  readonly applied?: string;
  /** The answer to the request without a code. */
  readonly none?: Reply;
  /** Not even a request without a code was answered with a basket. */
  readonly isUnanswered?: boolean;
}

const tryIn = async (world: World, opened: OpenBasket): Promise<Found> => {
  const found = await tryCodes(codesToTry(world), asking(world, opened));
  if (opened.origin === 'fixture') await restore(world, opened);
  return found;
};

type Ask = (...codes: readonly string[]) => Promise<Replied>;

const asking =
  (world: World, { basketId, basket }: OpenBasket): Ask =>
  (...codes) =>
    recalculate(world, reducedBasket(basketId, basket, { codes }), codes.length === 0 ? {} : { expect: 'any' });

const tryCodes = async (codes: readonly string[], ask: Ask): Promise<Found> => {
  const none = await ask();
  if (none.kind === 'not-replied')
    return { outcomes: [unanswered('the request without a code was not answered', none.answer)], isUnanswered: true };
  const alone: Alone[] = [];
  for (const code of codes) {
    const replied = await ask(code);
    // What does not come back even alone is charged to that.
    if (replied.kind === 'replied' && discountOf(replied.basket, code)) alone.push({ code, replied });
  }
  if (alone.length < 2) return { outcomes: [notExercised('fewer than two discount codes come back even alone')] };
  // Where a code that cannot be applied is lost even alone, so may be one that cannot be applied beside another.
  const askAll = (several: readonly Alone[]): Promise<Replied> => ask(...several.map(({ code }) => code));
  const asTogether = (replied: Replied, several: readonly Alone[]): CheckOutcome => {
    const outcome = togetherOutcome(replied, several);
    return outcome.status === 'failed' && alone.length < codes.length
      ? notExercised('a code that cannot be applied does not come back even alone')
      : outcome;
  };
  const together = asTogether(await askAll(alone), alone);
  // What a shop gives to everybody is there unasked.
  const applied = alone.find(({ code, replied }) => isInForce(replied.basket, code) && !isInForce(none.basket, code));
  if (applied === undefined) return { outcomes: [together] };
  const valid = alone.filter(({ code, replied }) => isInForce(replied.basket, code)).slice(0, 2);
  const pair = valid.length < 2 ? [] : [asTogether(await askAll(valid), valid)];
  const others = alone.filter(({ code }) => code !== applied.code);
  const besides = await askAll(others);
  // The places that codes stand at are others by then.
  const moved = others.length < 2 || besides.kind === 'not-replied' ? [] : [asTogether(besides, others)];
  const reduced = await ask(applied.code);
  const last = await ask();
  const isHeard = reduced.kind === 'replied' && last.kind === 'replied';
  const kept = isHeard ? keptReduction(none, reduced, last, applied.code) : undefined;
  return {
    outcomes: [
      together,
      ...pair,
      ...moved,
      leftOutOutcome(besides, applied),
      leftOutOutcome(last, applied),
      ...(kept ? [kept] : []),
    ],
    applied: applied.code,
    none,
  };
};

/** The fixtures' codes, few of each kind, and ones that nobody can have issued. */
const codesToTry = ({ fixtures }: World): readonly string[] => {
  const { valid = [], ...refused } = fixtures.discountCodes ?? {};
  const bad = discountErrors.flatMap((error) => refused[error]?.slice(0, 1) ?? []);
  const all = [...valid.slice(0, 2), ...bad.slice(0, 2), madeUpCode(), madeUpCode()];
  return all.filter((code, index) => all.findIndex((other) => sameCode(other, code)) === index);
};

/** A code that was stored with the basket as it was made; nothing where the trigger stores none. */
const storedOutcome = async (world: World, code: string, none: Reply | undefined): Promise<readonly CheckOutcome[]> => {
  if (!world.triggers.has('createBasket')) return [];
  const wish = { lines: stockedLines(world), linesRequired: true, discountCodes: [code] };
  const opened = await unlessUnmet(openBasket(world, wish));
  if (opened === undefined || !isInForce(opened.basket, code)) return [];
  const stored = { code, replied: opened };
  const last = await asking(world, opened)();
  // Another basket, and at the same prices worth as much as any.
  const kept = none && last.kind === 'replied' ? keptReduction(none, opened, last, code) : undefined;
  const told = kept && (await valueFollows(world, opened, last)) ? [kept] : [];
  return [leftOutOutcome(last, stored), ...told];
};

/** One that is the same whatever is in the basket, which `basket/value-follows` is about, says nothing of a code. */
const valueFollows = async (world: World, { basketId, basket }: OpenBasket, last: Replied): Promise<boolean> => {
  const request = reducedBasket(basketId, basket, { codes: [] });
  const more = await recalculate(world, { ...request, products: oneMoreOfEach(request.products) }, { expect: 'any' });
  return more.kind === 'replied' && last.kind === 'replied' && more.basket.basketValue !== last.basket.basketValue;
};
