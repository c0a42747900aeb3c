import type { CheckOutcome, Finding, LimitedProduct, ReducedBasket } from '#schemas';
import { lock, recalculate, type Replied, type Reply } from '../../arrange/basket/basket-calls.ts';
import { productsOf } from '../../arrange/basket/products.ts';
import { lineOutcome, inWords, isAsAsked } from '../../arrange/basket/reflection.ts';
import { type Shortage, shortageOutcome } from '../../arrange/basket/shortages.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed } from '../../outcome.ts';
import { got, ownRequest, type Race } from './held-lock.ts';

/** One more than there is has to be reported; more than is asked for is no lock of the request. */
interface Told {
  readonly requirement: 'lock/shortage-reported' | 'lock/as-recalculated';
  readonly outcome: CheckOutcome;
}

type Asking = (request: ReducedBasket) => Promise<Replied>;

export const callsOf = (world: Pick<MerchantWorld, 'merchant'>): readonly [lock: Asking, recalculate: Asking] => [
  (request) => lock(world, request, { expect: 'any' }),
  (request) => recalculate(world, request, { expect: 'any' }),
];

/**
 * Endpoints › Merchant-hosted › 3: what cannot be locked carries its error. One more than there is, asked for by the basket that holds
 * all of them, since to no other is any available by then. A shop may keep a locked basket as it is locked, whatever is
 * asked: only one that has just locked fewer when fewer were asked for, and then all again, goes by its requests.
 * @param calculate a recalculation, which a lock is the same as: one that is kept as it was locked shows that in both.
 * @param inTwoLines asked for in two lines as well
 */
export const moreLocked = async (
  { id, max, won, held }: Pick<Race, 'id' | 'max' | 'won' | 'held'>,
  send: Asking,
  calculate: Asking,
  inTwoLines = false,
): Promise<Told | undefined> => {
  const requestOf = (...quantities: readonly number[]): ReducedBasket => ({
    ...ownRequest({ held, won }),
    requestId: freshId(),
    products: productsWith(won, id, quantities),
  });
  const lockOf = (...quantities: readonly number[]): Promise<Replied> => send(requestOf(...quantities));
  const fewer = await lockOf(max - 1);
  if (!goesByIt(fewer, id, max - 1))
    return isMore(fewer, id, max - 1)
      ? lockedMore(fewer, await calculate(requestOf(max - 1)), { id, asked: max - 1 })
      : undefined;
  const halves = inTwoLines ? await lockOf(max, 1) : undefined;
  const more = await lockOf(max + 1);
  if (more.kind !== 'replied') return undefined;
  const shortage: Shortage = { id, available: max, asked: max + 1, source: 'merchant.fixtures.products.limited' };
  const outcome = shortageOutcome(more.basket, shortage, [], [fewer.exchange, more.exchange]);
  // What one line is told of as well is no matter of two.
  const cut =
    outcome.status === 'passed' && halves?.kind === 'replied'
      ? await lockedLess(halves, { id, max }, () => calculate(requestOf(max, 1)))
      : undefined;
  if (cut) return cut;
  const isSplit = halves?.kind === 'replied' && isAsAsked(halves.basket, { id, quantity: max + 1 });
  if ((isSplit || outcome.status === 'failed') && !got(await lockOf(max), id, max)) return undefined;
  return {
    requirement: 'lock/shortage-reported',
    outcome: isSplit && outcome.status === 'passed' ? failed(inTwo(halves, { id, max })) : outcome,
  };
};

/** What becomes of two lines of a product is the shop's affair, and the same in a recalculation. */
const lockedLess = async (
  { basket, exchange }: Reply,
  { id, max }: LimitedProduct,
  calculated: () => Promise<Replied>,
): Promise<Told | undefined> => {
  const fate = lineOutcome(basket, id, max + 1);
  const same = fate.kind === 'differs' ? await calculated() : undefined;
  if (same?.kind !== 'replied') return undefined;
  const other = lineOutcome(same.basket, id, max + 1);
  if (other.kind !== 'reported') return undefined;
  const outcome = failed({
    expected: `${inWords(id, other)}, as in the recalculation`,
    actual: inWords(id, fate),
    pointer: 'pointer' in fate ? fate.pointer : '/products',
    exchanges: [same.exchange, exchange],
    cause: 'locked less without a word',
  });
  return { requirement: 'lock/as-recalculated', outcome };
};

const inTwo = ({ exchange }: Reply, { id, max }: LimitedProduct): Finding => ({
  expected: `"${id}" with an error, or ${max} of it at most`,
  actual: `"${id}" with quantity ${max + 1} in all and no error`,
  pointer: '/products',
  exchanges: [exchange],
  cause: 'shortage in two lines',
});

const goesByIt = (replied: Replied, id: string, quantity: number): replied is Reply =>
  replied.kind === 'replied' &&
  (quantity > 0
    ? got(replied, id, quantity)
    : replied.basket.lines?.every((line) => line.id !== id || line.quantity === 0) === true);

const isMore = (replied: Replied, id: string, quantity: number): replied is Reply => {
  if (replied.kind !== 'replied' || quantity === 0) return false;
  if (replied.basket.lines?.every(({ error }) => error === undefined) !== true) return false;
  const held = productsOf(replied.basket).find((one) => one.id.normalize('NFC') === id.normalize('NFC'));
  return held !== undefined && !held.free && held.quantity > quantity;
};

/** Packs and least quantities come to the same in a recalculation. */
const lockedMore = (
  { basket, exchange }: Reply,
  same: Replied,
  { id, asked }: { readonly id: string; readonly asked: number },
): Told | undefined => {
  if (same.kind !== 'replied' || !got(same, id, asked)) return undefined;
  const fate = lineOutcome(basket, id, asked);
  const outcome = failed({
    expected: `"${id}" with quantity ${asked}, as in the recalculation`,
    actual: inWords(id, fate),
    pointer: 'pointer' in fate ? fate.pointer : '/products',
    exchanges: [same.exchange, exchange],
    cause: 'locked more than was asked for',
  });
  return { requirement: 'lock/as-recalculated', outcome };
};

/** None of it is left out. */
const productsWith = (
  { products }: ReducedBasket,
  id: string,
  quantities: readonly number[],
): ReducedBasket['products'] =>
  products.flatMap((line) =>
    line.id === id ? quantities.filter((one) => one > 0).map((quantity) => ({ ...line, quantity })) : [line],
  );
