import { freshId } from '../../arrange/identity.ts';
import { lock, recalculate, type Replied, type Reply } from '../../arrange/basket/basket-calls.ts';
import { answerInWords, openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { reducedBasket } from '../../arrange/basket/products.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, unlessUnmet } from '../../outcome.ts';
import type { CheckOutcome, Finding, ReducedBasket } from '#schemas';
import { discountErrors, discountOf, madeUpCode, withoutDiscount } from '../recalculation/codes.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { lockedOtherwise } from './locked-otherwise.ts';

/** Endpoints › Merchant-hosted › 3: the answer is that of a recalculation; what cannot be accommodated has an error code, and the rest is locked. */
export default defineMerchantScenario({
  id: 'merchant/lock-bad-code',
  title: 'Discount codes that cannot be applied say so in the answer to a lock as well',
  phase: 'lock',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl', 'triggers.createBasket'],
  changes: ['recalculations'],
  covers: ['lock/as-recalculated'],
  async run(world) {
    if (!world.claims.lock) return undefined;
    const opened = await unlessUnmet(openBasket(world, { lines: stockedLines(world, 1) }));
    if (opened === undefined) return undefined;
    const bad = badCodes(world);
    const valid = world.fixtures.discountCodes?.valid?.slice(0, 1) ?? [];
    const request = reducedBasket(opened.basketId, opened.basket, { codes: [...valid, ...bad] });
    const again = () => ({ ...request, requestId: freshId() });
    const calculated = [
      await recalculate(world, request, { expect: 'any' }),
      await recalculate(world, again(), { expect: 'any' }),
    ];
    const locked = await lock(world, again(), { expect: 'any' });
    if (locked.kind === 'not-replied') {
      const plain = { ...request, price: { ...request.price, discounts: valid.map((code) => ({ code })) } };
      return await refusedForCodes(world, { calculated, locked, again, plain });
    }
    if (locked.basket.discounts === undefined) return undefined;
    const found = lockedWithoutError(bad, calculated, locked);
    const outcome = found ? failed(found) : await lockedOtherwise(world, { opened, request, calculated, locked });
    // What could not be compared here, locks without bad codes tell.
    return outcome.status === 'not-exercised' ? undefined : outcome;
  },
});

/** One for each error that the fixtures know one for, and one that nobody can have issued. */
const badCodes = ({ fixtures }: Pick<MerchantWorld, 'fixtures'>): readonly string[] => [
  ...discountErrors.flatMap((error) => fixtures.discountCodes?.[error]?.slice(0, 1) ?? []),
  madeUpCode(),
];

interface Refused {
  /** What recalculations of the same request came to. */
  readonly calculated: readonly Replied[];
  readonly locked: Extract<Replied, { kind: 'not-replied' }>;
  readonly again: () => ReducedBasket;
  /** The same request without its bad codes. */
  readonly plain: ReducedBasket;
}

/** Refused twice, while the same is recalculated, and locked once the bad codes are gone. */
const refusedForCodes = async (
  world: Pick<MerchantWorld, 'merchant'>,
  { calculated, locked, again, plain }: Refused,
): Promise<CheckOutcome | undefined> => {
  const [same] = calculated;
  if (same?.kind !== 'replied' || calculated.some(({ kind }) => kind !== 'replied')) return undefined;
  const refused = await lock(world, again(), { expect: 'any' });
  if (locked.answer.kind === 'unsent' || refused.kind === 'replied' || refused.answer.kind === 'unsent')
    return undefined;
  const twin = await lock(world, { ...plain, requestId: freshId() }, { expect: 'any' });
  if (twin.kind !== 'replied') return undefined;
  return failed({
    expected: '2xx with a basket, and an error on the discount code',
    actual: answerInWords(refused.answer),
    exchanges: [same.exchange, twin.exchange, locked.answer.exchange, refused.answer.exchange],
    cause: `bad code ${refused.answer.kind}`,
  });
};

/** Where a recalculation does not say so either, that is told of it. */
const lockedWithoutError = (
  codes: readonly string[],
  [first, again]: readonly Replied[],
  locked: Reply,
): Finding | undefined => {
  if (first?.kind !== 'replied' || again?.kind !== 'replied') return undefined;
  const errorOf = (code: string, { basket }: typeof locked) => discountOf(basket, code)?.error;
  const code = codes.find(
    (one) =>
      errorOf(one, first) !== undefined && errorOf(one, again) !== undefined && errorOf(one, locked) === undefined,
  );
  if (code === undefined) return undefined;
  const discount = discountOf(locked.basket, code);
  return {
    expected: `discount "${code}" with error ${errorOf(code, again)}, as in the recalculation`,
    actual: discount
      ? `discount "${code}" with value ${discount.value ?? 'unknown'} and no error`
      : withoutDiscount(locked.basket, code),
    pointer: discount?.pointer ?? '/price/discounts',
    exchanges: [again.exchange, locked.exchange],
    cause: discount ? 'bad code locked without error' : 'bad code lost by the lock',
  };
};
