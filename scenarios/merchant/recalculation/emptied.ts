import type { CheckOutcome } from '#schemas';
import { restore } from '../../arrange/basket/basket-calls.ts';
import { type OpenBasket, openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { stillSold } from '../../arrange/basket/reflection.ts';
import { passed, warned } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { mayRefuse } from '../../arrange/basket/crashes.ts';

/**
 * The last product is taken out. Whether the platform asks for that is stated nowhere, so a shop may refuse it, or say by errors
 * that it cannot be; one that sells what was taken out without a word is told so.
 */
export const emptied = async (world: MerchantWorld<never>): Promise<CheckOutcome | undefined> => {
  const opened = await openBasket(world, { lines: stockedLines(world) });
  const outcome = await outcomeOf(world, opened);
  if (opened.origin === 'fixture') await restore(world, opened);
  return outcome;
};

const outcomeOf = async (
  world: MerchantWorld<never>,
  { basketId, basket }: OpenBasket,
): Promise<CheckOutcome | undefined> => {
  const replied = await mayRefuse(world, reducedBasket(basketId, basket, { products: [] }));
  if (replied.kind === 'not-replied') return undefined;
  // A deposit or a service may stay; what is known to be sold by itself is taken out by itself.
  const known = productsOf(basket).filter(({ id, free }) => !free && world.fixtures.products?.inStock?.includes(id));
  const left = known.find(({ id }) => stillSold(replied.basket, id));
  if (left === undefined) return passed;
  return warned(
    {
      expected: `no "${left.id}", or quantity 0`,
      actual: `"${left.id}" with quantity ${stillSold(replied.basket, left.id)?.quantity ?? 'unknown'}`,
      pointer: stillSold(replied.basket, left.id)?.pointer ?? '/products',
      exchanges: [replied.exchange],
      cause: 'request for nothing taken for no change',
    },
    'what a request without products asks for is not stated',
  );
};
