import type { CheckOutcome } from '#schemas';
import { recalculate, type Reply, restore } from '../../arrange/basket/basket-calls.ts';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { type Asked, type Product, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { lineOutcome, inWords, isAsAsked, isLost } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed, passed } from '../../outcome.ts';
import { mayRefuse } from '../../arrange/basket/crashes.ts';
import { leftover, provesStuck, removalFinding } from './removal.ts';

type World = Pick<MerchantWorld, 'merchant' | 'fixtures'>;

/**
 * Limits › quantity, minimum 0: none of a product is a quantity like any other. Whether a request may say so rather than
 * leave the product out is not stated, so it may be refused; what is answered sells none of it, and of the others what is asked for.
 */
export const noneOf = async (world: World, opened: OpenBasket): Promise<CheckOutcome | undefined> => {
  const held = productsOf(opened.basket);
  const [product, ...others] = held.toSorted((a, b) => Number(a.free) - Number(b.free));
  if (product === undefined || product.free || others.every(({ free }) => free)) return undefined;
  const asked = held.map(({ id, ean, quantity }) => ({ id, ean, quantity: id === product.id ? 0 : quantity }));
  const request = reducedBasket(opened.basketId, opened.basket, { products: asked });
  // A shop that gives fewer than were scanned has not yet said what those cost.
  if (opened.basket.lines?.some(({ error }) => error !== undefined)) await restore(world, opened);
  const replied = await mayRefuse(world, request);
  const isStuck = replied.kind === 'replied' && leftover(replied.basket, [product]) !== undefined;
  const proof = isStuck ? await provesStuck(world, opened, others, product.id) : undefined;
  const neighbour =
    replied.kind === 'replied' && proof === undefined
      ? await lostBeside(world, opened, replied, { asked, product, others })
      : undefined;
  if (opened.origin === 'fixture') await restore(world, opened);
  if (replied.kind === 'not-replied') return undefined;
  if (neighbour !== undefined) return neighbour;
  if (proof?.kind !== 'stuck') return passed;
  return failed(removalFinding(replied.basket, product, { asked }, [replied.exchange, ...proof.exchanges]));
};

interface Beside {
  readonly asked: readonly Asked[];
  /** None of it is asked for. */
  readonly product: Product;
  readonly others: readonly Product[];
}

/**
 * What belongs to the product goes with it however it is taken out; another one is as it is asked for where the product is left
 * out of the request, and has to be so beside it as well.
 */
const lostBeside = async (
  world: World,
  { basketId, basket }: OpenBasket,
  first: Reply,
  { asked, product, others }: Beside,
): Promise<CheckOutcome | undefined> => {
  const ask = (products: readonly Asked[]) =>
    recalculate(world, { ...reducedBasket(basketId, basket, { products }), requestId: freshId() }, { expect: 'any' });
  const paid = others.filter(({ free }) => !free);
  if (!paid.some((one) => isLost(first.basket, one))) return undefined;
  const without = await ask(asked.filter(({ id }) => id !== product.id));
  const again = await ask(asked);
  if (without.kind !== 'replied' || again.kind !== 'replied') return undefined;
  const lost = paid.find((one) => [first, again].every((answer) => isLost(answer.basket, one)));
  if (lost === undefined || !isAsAsked(without.basket, lost)) return undefined;
  const fate = lineOutcome(again.basket, lost.id, lost.quantity);
  return failed({
    expected: `"${lost.id}" with quantity ${lost.quantity}, or an error code on it`,
    actual: inWords(lost.id, fate),
    pointer: 'pointer' in fate ? fate.pointer : '/products',
    exchanges: [first.exchange, without.exchange, again.exchange],
    cause: 'changed beside quantity 0',
  });
};
