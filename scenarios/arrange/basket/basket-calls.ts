import type { ReducedBasket } from '#schemas';
import { reducedBasket } from './products.ts';
import type { OpenBasket } from './open-basket.ts';
import { readBasket, type ReadBasket } from './read-basket.ts';
import type { Answer, CallOptions, MerchantWorld } from '../../context/merchant.ts';

/** What every recalculation gives occasion for, whatever it is about. */
export const answerProvokes = [
  'basket/request-id-echo',
  'recalculation/keeps-basket-id',
  'basket/one-unit',
  'basket/value-follows',
  'basket/same-everywhere',
] as const;
type BasketWorld = Pick<MerchantWorld<never>, 'merchant'>;

/** A basket that was answered with. */
export interface Reply {
  readonly kind: 'replied';
  readonly basket: ReadBasket;
  readonly exchange: number;
  /** No schema is violated in it. */
  readonly isValid: boolean;
}

export type Replied = Reply | { readonly kind: 'not-replied'; readonly answer: Exclude<Answer, { kind: 'answered' }> };

export const recalculate = async (
  world: BasketWorld,
  request: ReducedBasket,
  options: CallOptions = {},
): Promise<Replied> => reply(await world.merchant.recalculate(request, options));

export const lock = async (world: BasketWorld, request: ReducedBasket, options: CallOptions = {}): Promise<Replied> =>
  reply(await world.merchant.lock(request, options));

/**
 * Asks for a basket as it was scanned. A fixture's basket is used again, and a target that remembers what was asked last
 * would hand it to the next scenario with our errors in it.
 */
export const restore = async (world: BasketWorld, opened: OpenBasket): Promise<void> => {
  await recalculate(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
};

const reply = (answer: Answer): Replied =>
  answer.kind === 'answered'
    ? { kind: 'replied', basket: readBasket(answer.body), exchange: answer.exchange, isValid: answer.valid }
    : { kind: 'not-replied', answer };
