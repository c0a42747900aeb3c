import type { Finding } from '#schemas';
import type { Chosen } from './choices.ts';
import type { Asked, Product } from '../../arrange/basket/products.ts';
import { isKnown } from './product-change.ts';
import { type Fate, lineOutcome, inWords, isSoldBeside } from '../../arrange/basket/reflection.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

/** What one change should have come to, as far as anyone outside can know. */
export interface Expectation {
  readonly chosen: Chosen;
  /** The products as they were scanned. */
  readonly held: readonly Product[];
  readonly fixtures: MerchantWorld['fixtures'];
}

export interface Unreflected {
  readonly finding: Finding;
  readonly product: Asked;
  readonly fate: Fate['kind'];
}

/**
 * A quantity that is known to be available must be there as asked. Whether any other can be supplied is the target's
 * business: it may say yes or put an error code on the product, but not quietly give another quantity.
 */
export const unreflected = (
  answer: ReadBasket,
  expectation: Expectation,
  exchange: number,
): Unreflected | undefined => {
  for (const product of expectation.chosen.asked) {
    const { id, quantity } = product;
    const held = expectation.held.find((one) => one.id === id);
    if (held?.free) continue;
    const fate = lineOutcome(answer, id, quantity);
    if (fate.kind === 'as-asked' || fate.kind === 'unreadable') continue;
    const known = isKnown(expectation.fixtures, expectation.held, { id, quantity });
    if (fate.kind === 'reported' && (!known || isSoldBeside(answer, product))) continue;
    const finding: Finding = {
      expected: `"${id}" with quantity ${quantity}${known ? ' and no error' : ', or an error code on it'}`,
      actual: inWords(id, fate),
      pointer: 'pointer' in fate ? fate.pointer : '/products',
      exchanges: [exchange],
      cause: fate.kind === 'reported' ? 'error on an available quantity' : `quantity ${fate.kind}`,
    };
    return { finding, product, fate: fate.kind };
  }
  return undefined;
};
