import type { CheckOutcome } from '#schemas';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { asHeld, productsOf } from '../../arrange/basket/products.ts';
import { type ReadBasket, readBasket } from '../../arrange/basket/read-basket.ts';
import { isSameJson } from '../../arrange/json-compare.ts';
import type { Answer } from '../../context/merchant.ts';
import { lossIn } from '../../merchant/basket/kept-to-the-end.ts';
import type { OrderWorld } from '../../merchant/order/order-echo.ts';
import type { ReadyOrder } from '../../merchant/order/prepared-order.ts';
import { failed } from '../../outcome.ts';

/** At another basket of its customer; in words where it is gone or holds nothing any more. */
export type Looked = { readonly words: string | undefined; readonly exchanges: readonly number[] };

export const lookAgain = async (world: OrderWorld, { scannedAs, order }: ReadyOrder): Promise<Answer> =>
  await world.merchant.retrieve(scannedAs ?? order.basket.id, { expect: 'any' });

/** Whether another basket has lost anything since it was scanned. */
export const lookAt = async (
  world: OrderWorld,
  { basketId, exchange }: OpenBasket,
  ordered: number,
): Promise<Looked | undefined> => {
  const answer = await world.merchant.retrieve(basketId, { expect: 'any' });
  const words = lossIn(answer);
  // Whoever crashes shows neither.
  if (!('exchange' in answer) || (words === undefined && answer.kind !== 'answered')) return undefined;
  return { words, exchanges: [exchange, ordered, answer.exchange] };
};

/** Whose customers have one basket under every id shows in it what came last. */
export const isShownWithout = async (world: OrderWorld, ready: ReadyOrder, other: ReadBasket): Promise<boolean> => {
  const answer = await lookAgain(world, ready);
  const shown = answer.kind === 'answered' ? productsOf(readBasket(answer.body)) : [];
  return shown.length > 0 && shown.every(({ id }) => other.lines?.every((line) => line.id !== id));
};

/** It lives, and holds and costs what it did. */
export const isShownAs = async (world: OrderWorld, ready: ReadyOrder): Promise<boolean> => {
  const was = ready.basket;
  const answer = await lookAgain(world, ready);
  if (answer.kind !== 'answered' || productsOf(was).length === 0) return false;
  const now = readBasket(answer.body);
  return (now.expiresAtMs ?? 0) > world.clock.now() && isSameJson(asHeld(was), asHeld(now));
};

export const lostWithAnother = (one: Looked, another: Looked): CheckOutcome =>
  failed({
    expected: 'the products of the first retrieval, while only another basket was ordered',
    actual: `${one.words}, and ${another.words}`,
    exchanges: [...one.exchanges, ...another.exchanges],
    cause: 'lost with an order of another basket',
  });
