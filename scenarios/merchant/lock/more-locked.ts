import type { CheckOutcome, ReducedBasket } from '#schemas';
import type { Replied, Reply } from '../../arrange/basket/basket-calls.ts';
import { type Shortage, shortageOutcome } from '../../arrange/basket/shortages.ts';
import { freshId } from '../../arrange/identity.ts';
import { got, ownRequest, type Race } from './held-lock.ts';

/**
 * Endpoints › Merchant-hosted › 3: what cannot be locked carries its error. One more than there is, asked for by the basket that holds
 * all of them, since to no other is any available by then. A shop may answer a locked basket as it is locked, whatever is
 * asked: only one that has just locked fewer when fewer were asked for, and then all again, goes by its requests.
 */
export const moreLocked = async (
  { id, max, won, held }: Pick<Race, 'id' | 'max' | 'won' | 'held'>,
  send: (request: ReducedBasket) => Promise<Replied>,
): Promise<CheckOutcome | undefined> => {
  const lockOf = (quantity: number): Promise<Replied> =>
    send({ ...ownRequest({ held, won }), requestId: freshId(), products: productsWith(won, id, quantity) });
  const fewer = await lockOf(max - 1);
  if (!goesByIt(fewer, id, max - 1)) return undefined;
  const more = await lockOf(max + 1);
  if (more.kind !== 'replied') return undefined;
  const shortage: Shortage = {
    id,
    available: max,
    asked: max + 1,
    source: 'merchant.fixtures.products.limited',
  };
  const outcome = shortageOutcome(more.basket, shortage, [], [fewer.exchange, more.exchange]);
  return outcome.status !== 'failed' || got(await lockOf(max), id, max) ? outcome : undefined;
};

const goesByIt = (replied: Replied, id: string, quantity: number): replied is Reply =>
  replied.kind === 'replied' &&
  (quantity > 0
    ? got(replied, id, quantity)
    : replied.basket.lines?.every((line) => line.id !== id || line.quantity === 0) === true);

/** None of it is left out. */
const productsWith = ({ products }: ReducedBasket, id: string, quantity: number): ReducedBasket['products'] =>
  products.flatMap((line) => (line.id === id ? (quantity > 0 ? [{ ...line, quantity }] : []) : [line]));
