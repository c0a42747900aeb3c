import type { CheckOutcome } from '#schemas';
import { recalculate, type Replied, restore } from '../../arrange/basket/basket-calls.ts';
import { discountOf, isInForce, withoutDiscount } from '../../arrange/basket/codes.ts';
import { answerInWords, type OpenBasket, scan } from '../../arrange/basket/open-basket.ts';
import { type Asked, codesOf, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { freshId } from '../../arrange/identity.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';

export const noCode = notExercised(
  'no valid discount code is configured or applied; if your shop has no codes, set capabilities.merchant.discountCodes: false',
  'merchant.fixtures.discountCodes.valid',
);

const mostValid = 3;

/** Those of the valid codes that apply to this basket for being asked for: of a few, or of all where somebody is told of each. */
export const codesInForce = async (
  world: MerchantWorld<never>,
  opened: OpenBasket,
  products: readonly Asked[],
  told?: (outcome: CheckOutcome) => void,
): Promise<readonly string[]> => {
  const found: string[] = [];
  const valid = world.fixtures.discountCodes?.valid ?? [];
  for (const code of told ? valid : valid.slice(0, mostValid)) {
    const isUnasked = isInForce(opened.basket, code);
    const outcome = isUnasked ? passed : outcomeOf(await withCode(world, opened, code, { products }), code);
    if (outcome.status === 'passed' && !isUnasked) found.push(code);
    told?.(outcome.status === 'failed' ? await elsewhere(world, opened, code, outcome) : outcome);
  }
  return found;
};

interface Besides {
  readonly codes?: readonly string[];
  readonly products?: readonly Asked[];
  readonly loggedUser?: string;
}

const withCode = async (
  world: MerchantWorld<never>,
  { basketId, basket }: OpenBasket,
  code: string,
  { codes = codesOf(basket), products = productsOf(basket), ...user }: Besides = {},
): Promise<Replied> =>
  await recalculate(world, reducedBasket(basketId, basket, { codes: [...codes, code], products, ...user }), {
    expect: 'any',
  });

/** The configured baskets, and more than the least value that codes usually ask for. */
const mostBaskets = 3;
const timesAsMuch = 10;

/** A valid code may not apply to just any basket: beside another code, to these products, to so few of them, or for a guest. */
const elsewhere = async (
  world: MerchantWorld<never>,
  opened: OpenBasket,
  code: string,
  outcome: CheckOutcome,
): Promise<CheckOutcome> => {
  const applies = async (one: OpenBasket, besides: Besides = {}): Promise<boolean> =>
    outcomeOf(await withCode(world, one, code, besides), code).status === 'passed';
  if (codesOf(opened.basket).length > 0 && (await applies(opened, { codes: [] }))) return passed;
  for (const basketId of (world.fixtures.baskets ?? []).slice(0, mostBaskets)) {
    const other = await unlessUnmet(scan(world, basketId, 'fixture'));
    if (other === undefined) continue;
    const isApplied = (await applies(other)) || (await applies(other, { codes: [] }));
    await restore(world, other);
    if (isApplied) return passed;
  }
  const products = productsOf(opened.basket).map((one) => ({ ...one, quantity: one.quantity * timesAsMuch }));
  const isApplied =
    (await applies(opened, { codes: [], products })) ||
    (await applies(opened, { codes: [], products, loggedUser: freshId() }));
  return isApplied ? passed : outcome;
};

export const outcomeOf = (replied: Replied, code: string): CheckOutcome => {
  if (replied.kind === 'not-replied')
    return replied.answer.kind === 'unsent'
      ? notExercised(replied.answer.reason, replied.answer.unlock)
      : failed({
          expected: `2xx with discount "${code}" and no error, as the same request without the code was answered 2xx`,
          actual: answerInWords(replied.answer),
          exchanges: [replied.answer.exchange],
          cause: `code ${replied.answer.kind}`,
        });
  const { basket, exchange } = replied;
  if (basket.discounts === undefined) return notExercised('price.discounts cannot be read');
  const discount = discountOf(basket, code);
  if (discount && discount.error === undefined) return passed;
  return failed({
    expected: `discount "${code}" without an error`,
    actual: discount ? `discount "${code}" with error ${discount.error}` : withoutDiscount(basket, code),
    pointer: discount?.pointer ?? '/price/discounts',
    exchanges: [exchange],
    cause: discount ? `valid code ${discount.error}` : 'valid code dropped',
  });
};
