import type { Finding } from '#schemas';
import type { Reply } from '../../arrange/basket/basket-calls.ts';
import { type Difference, differences, withoutPolicies } from './basket-difference.ts';

/**
 * What the second answer to a request with a discount code has otherwise than the first. What only a delivery costs, the
 * currency, or who may buy a product, no code explains.
 */
export const otherwiseAgain = (
  first: Pick<Reply, 'basket' | 'exchange'>,
  again: Pick<Reply, 'basket' | 'exchange'>,
): Finding | undefined => {
  const all = differences(first.basket, again.basket);
  const [found] = all;
  if (found === undefined) return undefined;
  const other =
    differences(withoutPolicies(first.basket), withoutPolicies(again.basket)).length === 0
      ? policies
      : otherThanCodes(all);
  return {
    message:
      other === undefined
        ? 'The same request with a discount code sent twice gave two different baskets; apply a code once, however often the basket is recalculated.'
        : `The same request sent twice gave two baskets that differ in ${other} alone; answer a request that comes again as it was answered before.`,
    expected: found.first,
    actual: found.second,
    pointer: found.pointer,
    exchanges: [first.exchange, again.exchange],
    cause: other === undefined ? 'code applied again' : `${other} recalculated otherwise`,
  };
};

const policies = 'the policies of a product';

const otherThanCodes = (all: readonly Difference[]): string | undefined => {
  if (all.every(({ kind }) => kind === 'delivery')) return 'what a delivery costs';
  return all.every(({ kind }) => kind === 'currency') ? 'the currency' : undefined;
};
