import type { CheckOutcome } from '#schemas';
import { recalculate, type Replied, type Reply } from '../../arrange/basket/basket-calls.ts';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { type Asked, reducedBasket } from '../../arrange/basket/products.ts';
import { isFree } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, isAsAsked } from '../../arrange/basket/reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed } from '../../outcome.ts';

/**
 * Endpoints › Merchant-hosted › 2: what cannot be fully accommodated is answered with the part that is available and error codes. Products
 * that are missing twice without any, beside all others as they were asked for, and are there when they are asked for
 * by themselves, have been dropped. Nothing is told where something stands there that nobody asked for, which may be what
 * is missing.
 */
export const droppedUnsaid = async (
  world: Pick<MerchantWorld, 'merchant'>,
  { basketId, basket }: Pick<OpenBasket, 'basketId' | 'basket'>,
  asked: readonly Asked[],
  replied: Replied,
): Promise<CheckOutcome | undefined> => {
  const [one] = droppedIn(replied, asked);
  if (one === undefined) return undefined;
  const ask = (products: readonly Asked[]): Promise<Replied> =>
    recalculate(world, reducedBasket(basketId, basket, { products }), { expect: 'any' });
  // One of them: what they have in common may be why one takes the place of another.
  const alone = await ask([one]);
  if (alone.kind !== 'replied' || !isAsAsked(alone.basket, one)) return undefined;
  const again = await ask(asked);
  const lost = droppedIn(again, asked).find(({ id }) => id === one.id);
  if (lost === undefined || replied.kind !== 'replied' || again.kind !== 'replied') return undefined;
  return failed({
    expected: `"${lost.id}" with quantity ${lost.quantity}, or with an error`,
    actual: `${asked.length} products asked for, ${asked.length - droppedIn(again, asked).length} of them answered, and no "${lost.id}"`,
    exchanges: [replied.exchange, alone.exchange, again.exchange],
    cause: 'dropped without a word',
  });
};

/** None where another of them is not there as it was asked for. */
const droppedIn = (replied: Replied, asked: readonly Asked[]): readonly Asked[] => {
  if (replied.kind !== 'replied' || !isPlain(replied, asked)) return [];
  const dropped = asked.filter((one) => !isAsAsked(replied.basket, one));
  const areMissing = dropped.every((one) => lineOutcome(replied.basket, one.id, one.quantity).kind === 'missing');
  return areMissing && dropped.length < asked.length ? dropped : [];
};

const isPlain = ({ basket: { lines = [] } }: Reply, asked: readonly Asked[]): boolean =>
  lines.every((line) => line.error === undefined && (isFree(line) || asked.some(({ id }) => id === line.id)));
