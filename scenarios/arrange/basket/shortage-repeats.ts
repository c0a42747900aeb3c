import type { CheckOutcome, ReducedBasket } from '#schemas';
import { type Asked, reducedBasket } from './products.ts';
import { recalculate } from './basket-calls.ts';
import { openBasket } from './open-basket.ts';
import { failed, passed, shownBy, unlessUnmet } from '../../outcome.ts';
import type { ReadBasket } from './read-basket.ts';
import { lineOutcome, inWords, isAsAsked } from './reflection.ts';
import { type Shortage, shortageOutcome } from './shortages.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

/** A request that can be met, and its answer. */
export interface Twin {
  readonly added: Asked | undefined;
  readonly basket: ReadBasket;
  readonly exchange: number;
}

/** What was asked for before and is asked for once more. */
export interface Repeated {
  readonly twin: Twin;
  readonly shortage: Shortage;
  /** What can be supplied beside it. */
  readonly supplied: readonly Asked[];
  readonly request: (extra: readonly Asked[]) => ReducedBasket;
}

type World = MerchantWorld<never>;

const twinRequest = ({ twin: { added }, request }: Repeated): ReducedBasket =>
  request(added === undefined ? [] : [added]);

/** An error is set when a request cannot be accommodated, so one that can be does not carry that of an earlier one. */
export const keptError = async (world: World, repeated: Repeated): Promise<CheckOutcome | undefined> => {
  const { basket, exchange } = repeated.twin;
  const sent = twinRequest(repeated);
  const again = await recalculate(world, sent, { expect: 'any' });
  if (again.kind === 'not-replied') return undefined;
  for (const { id, quantity } of sent.products ?? []) {
    const fate = lineOutcome(again.basket, id, quantity);
    if (fate.kind !== 'reported' || lineOutcome(basket, id, quantity).kind !== 'as-asked') continue;
    return failed({
      expected: `"${id}" with quantity ${quantity} and no error, as before the shortage`,
      actual: inWords(id, fate),
      pointer: fate.pointer,
      exchanges: [exchange, again.exchange],
      cause: 'error kept',
    });
  }
  return passed;
};

/** Whether another basket gets all of the request that can be met, so that nobody has bought it meanwhile. */
export const isSoldToAnother = async (world: World, repeated: Repeated): Promise<boolean> => {
  if (!world.triggers.has('createBasket')) return false;
  const { basket } = repeated.twin;
  const products = (twinRequest(repeated).products ?? []).filter(({ id, quantity }) =>
    isAsAsked(basket, { id, quantity }),
  );
  const lines = products.map(({ id, quantity }) => ({ variantId: id, quantity }));
  const opened = await unlessUnmet(openBasket(world, { lines, linesRequired: true }));
  if (opened === undefined) return false;
  const request = reducedBasket(opened.basketId, opened.basket, { products });
  const replied = await recalculate(world, request, { expect: 'any' });
  return replied.kind === 'replied' && products.every((product) => isAsAsked(replied.basket, product));
};

/** A shortage stays one however often it is asked for: undefined where the repeated request says so too. */
export const askedAgain = async (
  world: World,
  { twin, shortage, supplied, request }: Repeated,
): Promise<CheckOutcome | undefined> => {
  const sent = request([{ id: shortage.id, quantity: shortage.asked }]);
  const again = await recalculate(world, sent, { expect: 'any' });
  if (again.kind === 'not-replied') return undefined;
  const outcome = shortageOutcome(again.basket, shortage, supplied, [twin.exchange, again.exchange]);
  if (outcome.status !== 'failed' || !outcome.cause?.startsWith('shortage')) return undefined;
  return failed({ ...shownBy(outcome), cause: 'shortage silent when asked again' });
};
