import type { ReducedBasket } from '#schemas';
import { reducedBasket } from './products.ts';
import type { OpenBasket } from './open-basket.ts';
import { failed, passed } from '../../outcome.ts';
import { readBasket, type ReadBasket } from './read-basket.ts';
import type { Answer, CallOptions, MerchantWorld } from '../../context/merchant.ts';

/** What every recalculation shows, whatever it is about. */
export const answerCovers = ['basket/request-id-echo', 'recalculation/keeps-basket-id'] as const;
type BasketWorld = MerchantWorld<(typeof answerCovers)[number]>;

export type Replied =
  | { readonly kind: 'replied'; readonly basket: ReadBasket; readonly exchange: number }
  | { readonly kind: 'not-replied'; readonly answer: Exclude<Answer, { kind: 'answered' }> };

/** Recalculates, and judges what holds of every answer: whose request it answers, and which basket it is. */
export const recalculate = async (
  world: BasketWorld,
  request: ReducedBasket,
  options: CallOptions = {},
  circumstance = '',
): Promise<Replied> => {
  const replied = reply(world, request, await world.merchant.recalculate(request, options));
  if (replied.kind === 'replied' && replied.basket.id !== undefined)
    world.check(
      'recalculation/keeps-basket-id',
      replied.basket.id === request.id
        ? passed
        : failed({
            message: `The recalculated basket came back under another id${circumstance}; keep the id of the basket that was sent.`,
            expected: `id "${request.id}"`,
            actual: `id "${replied.basket.id}"`,
            pointer: '/id',
            exchanges: [replied.exchange],
          }),
    );
  return replied;
};

export const lock = async (
  world: MerchantWorld<'basket/request-id-echo'>,
  request: ReducedBasket,
  options: CallOptions = {},
): Promise<Replied> => reply(world, request, await world.merchant.lock(request, options));

/**
 * Asks for a basket as it was scanned. A fixture's basket is used again, and a target that remembers what was asked last
 * would hand it to the next scenario with our errors in it.
 */
export const restore = async (world: BasketWorld, opened: OpenBasket): Promise<void> => {
  await recalculate(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
};

const reply = (world: MerchantWorld<'basket/request-id-echo'>, request: ReducedBasket, answer: Answer): Replied => {
  if (answer.kind !== 'answered') return { kind: 'not-replied', answer };
  const basket = readBasket(answer.body);
  // Absent is fine over HTTP: the field correlates answers that come through a queue.
  world.check(
    'basket/request-id-echo',
    basket.requestId === undefined || basket.requestId === request.requestId
      ? passed
      : failed({
          message:
            'The answer carries the requestId of some other request; copy it from the request being answered, or leave it out.',
          expected: `requestId "${request.requestId ?? ''}", or none`,
          actual: `requestId "${basket.requestId}"`,
          pointer: '/requestId',
          exchanges: [answer.exchange],
        }),
  );
  return { kind: 'replied', basket, exchange: answer.exchange };
};
