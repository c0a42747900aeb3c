import type { CheckOutcome } from '#schemas';
import { lock, recalculate, type Replied, type Reply, restore } from '../../arrange/basket/basket-calls.ts';
import { openBasket, type OpenBasket, scan, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { oneMoreOfEach, reducedBasket } from '../../arrange/basket/products.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { defineMerchantScenario } from '../../define.ts';
import { notExercised, unlessUnmet, worstOutcome } from '../../outcome.ts';
import { isInForce } from '../../arrange/basket/codes.ts';
import { leftOutOutcome } from './code-outcomes.ts';
import { keptReduction } from './kept-reduction.ts';

type World = MerchantWorld<'recalculation/every-discount' | 'lock/as-recalculated'>;

export default defineMerchantScenario({
  id: 'merchant/recalculation-several-codes',
  title: 'A discount code that is left out no longer counts',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  reads: ['discount codes'],
  changes: ['recalculations'],
  touches: ['fixture baskets'],
  covers: ['recalculation/every-discount', 'lock/as-recalculated'],
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
  'no valid discount code is configured or applied; if your shop has no codes, set capabilities.merchant.discountCodes: false',
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
  const found = await tryCodes(world.fixtures.discountCodes?.valid?.slice(0, 2) ?? [], asking(world, opened));
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
  for (const code of codes) {
    const reduced = await ask(code);
    // What a shop gives to everybody is there unasked.
    if (reduced.kind !== 'replied' || !isInForce(reduced.basket, code) || isInForce(none.basket, code)) continue;
    const last = await ask();
    const kept = last.kind === 'replied' ? keptReduction(none, reduced, last, code) : undefined;
    const outcome = leftOutOutcome(last, { code, replied: reduced });
    return { outcomes: [outcome, ...(kept ? [kept] : [])], applied: code, none };
  }
  return { outcomes: [] };
};

/** A code that was stored with the basket as it was made; nothing where the trigger stores none. */
const storedOutcome = async (world: World, code: string, none: Reply | undefined): Promise<readonly CheckOutcome[]> => {
  if (!world.triggers.has('createBasket')) return [];
  const wish = { lines: stockedLines(world), linesRequired: true, discountCodes: [code] };
  const opened = await unlessUnmet(openBasket(world, wish));
  if (opened === undefined || !isInForce(opened.basket, code)) return [];
  const stored = { code, replied: opened };
  const ask = asking(world, opened);
  // What it costs is the same in either call, time and again.
  await ask(code);
  await world.merchant.retrieve(opened.basketId, { expect: 'any' });
  await ask(code);
  const last = await ask();
  // Another basket, and at the same prices worth as much as any.
  const kept = none && last.kind === 'replied' ? keptReduction(none, opened, last, code) : undefined;
  const told = kept && (await valueFollows(world, opened, last)) ? [kept] : [];
  const left = leftOutOutcome(last, stored);
  const request = reducedBasket(opened.basketId, opened.basket, { codes: [] });
  const locked =
    left.status === 'passed' && world.claims.lock ? await lock(world, request, { expect: 'any' }) : undefined;
  if (locked?.kind === 'replied') world.check('lock/as-recalculated', leftOutOutcome(locked, stored));
  return [left, ...told];
};

/** One that is the same whatever is in the basket, which `basket/value-follows` is about, says nothing of a code. */
const valueFollows = async (world: World, { basketId, basket }: OpenBasket, last: Replied): Promise<boolean> => {
  const request = reducedBasket(basketId, basket, { codes: [] });
  const more = await recalculate(world, { ...request, products: oneMoreOfEach(request.products) }, { expect: 'any' });
  return more.kind === 'replied' && last.kind === 'replied' && more.basket.basketValue !== last.basket.basketValue;
};
