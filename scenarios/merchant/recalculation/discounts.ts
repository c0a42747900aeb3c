import type { CheckOutcome } from '#schemas';
import { reductionOf } from '#traffic/laws';
import { type Asked, codesOf, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { answerProvokes, recalculate, type Replied, type Reply, restore } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import {
  appliedAllTheSame,
  type BadCode,
  badCodeOutcome,
  discountErrors,
  goodCodeOutcome,
  notApplicable,
  longestCode,
  madeUpCode,
} from './codes.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import {
  forEach,
  openBasket,
  type OpenBasket,
  scan,
  stockedLines,
  unanswered,
} from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, passed, shownBy, unlessUnmet, Unmet } from '../../outcome.ts';
import { otherwiseAgain } from './same-again.ts';
import { freshCodeOutcome } from './code-after-bad-one.ts';
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
  changes: ['recalculations'],
  touches: ['fixture baskets'],
  covers,
  provokes: [...answerProvokes, 'basket/policies-omitted-when-none'],
  async run(world) {
    const arranged = await unlessUnmet(arrange(world), (outcome) => {
      world.check('recalculation/bad-discount-reported', outcome);
      world.check('recalculation/good-discount-applied', outcome);
    });
    if (!arranged) return;
    const { opened, twins } = arranged;
    for (const [index, bad] of badCodes(world).entries()) {
      // Never the quantities of the request before, so that a target which then answers what it has stored is seen.
      const twin = twins[index % twins.length];
      if (twin === undefined) continue;
      const replied = await withCode(world, opened, bad.code, { products: twin.asked });
      const outcome = badCodeOutcome(replied, bad, twin);
      const isOfTheCode =
        outcome.status !== 'failed' ||
        replied.kind === 'not-replied' ||
        (badCodeOutcome(replied, bad, await twinNow(world, opened, twin)).status === 'failed' &&
          (await isCheaperAgain(outcome, async () => {
            const again = await withCode(world, opened, bad.code, { products: twin.asked });
            return badCodeOutcome(again, bad, twin);
          })));
      if (isOfTheCode) world.check('recalculation/bad-discount-reported', outcome);
    }
    await goodCodes(world, opened);
    if (opened.origin === 'fixture') await restore(world, opened);
  },
});

/** A value that is wrong once is that of another answer, perhaps; one that a code has made stays with the code. */
const isCheaperAgain = async (outcome: CheckOutcome, again: () => Promise<CheckOutcome>): Promise<boolean> =>
  outcome.status !== 'failed' || outcome.cause !== appliedAllTheSame || (await again()).status === 'failed';

/** The configured bad codes, and two that nobody can have issued; a customer may type any letter. */
const badCodes = (world: World): readonly BadCode[] => {
  const known = discountErrors.flatMap((error) =>
    (world.fixtures.discountCodes?.[error] ?? []).map((code) => ({ code, error })),
  );
  return [...known, { code: madeUpCode(longestCode) }, { code: `ŻÓŁĆ${madeUpCode()}` }];
};

interface Twin {
  readonly asked: readonly Asked[];
  /** Those of them that were there as asked. */
  readonly supplied: readonly Asked[];
  readonly basketValue: number | undefined;
  readonly reduction: number;
}

interface Arranged {
  readonly opened: OpenBasket;
  readonly twins: readonly Twin[];
}

/** The positive twins: the basket as it was scanned and with one piece less, without the code. */
const arrange = async (world: World): Promise<Arranged> => {
  const opened = await openBasket(world, { lines: stockedLines(world) });
  const scanned: readonly Asked[] = productsOf(opened.basket);
  const several = scanned.find(({ quantity }) => quantity > 1);
  const fewer = scanned.map((one) => (one === several ? { ...one, quantity: one.quantity - 1 } : one));
  // Of one basket, so one after the other.
  const twins = await forEach({}, several ? [scanned, fewer] : [scanned], async (asked) => {
    const replied = await recalculate(world, reducedBasket(opened.basketId, opened.basket, { products: asked }));
    return replied.kind === 'replied'
      ? twinOf(asked, replied.basket)
      : unanswered('the same request without the code was not answered', replied.answer);
  });
  const refused = twins.find((twin) => 'status' in twin);
  if (refused) throw new Unmet(refused);
  return { opened, twins: twins.filter((twin) => 'asked' in twin) };
};

/** The twin once more: prices may have fallen since, and products been sold. */
const twinNow = async (world: World, opened: OpenBasket, { asked, ...before }: Twin): Promise<Twin> => {
  // Of another basket, where there can be one: this one may have kept the code.
  const other = await unlessUnmet(openBasket(world, { lines: stockedLines(world) }));
  const { basketId, basket } = other ?? opened;
  const replied = await recalculate(world, reducedBasket(basketId, basket, { products: asked }), { expect: 'any' });
  return replied.kind === 'replied' ? twinOf(asked, replied.basket) : { asked, ...before };
};

const twinOf = (asked: readonly Asked[], basket: ReadBasket): Twin => ({
  asked,
  supplied: asked.filter(({ id, quantity }) => lineOutcome(basket, id, quantity).kind === 'as-asked'),
  basketValue: basket.basketValue,
  reduction: reductionOf(basket.discounts ?? []),
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
        'no valid discount code is known; a shop without codes says capabilities.merchant.discountCodes: false',
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
