import type { CheckOutcome } from '#schemas';
import { failed, unlessUnmet } from '../../outcome.ts';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { type ReadBasket, readBasket } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld, PushedChange } from '../../context/merchant.ts';
import { difference } from '../recalculation/basket-difference.ts';

type World = Pick<MerchantWorld, 'merchant'>;
type Opened = Pick<OpenBasket, 'basketId' | 'exchange'>;

/** A shop may push a change of another basket at the same moment, but hardly what this one holds, twice. */
const oftenEnough = 2;

/**
 * Resources › Basket › id: a push is about the basket whose id it has. Told where each push that was asked for holds what its basket is
 * retrieved with, under the id of another basket that the platform has loaded and that is retrieved with something else.
 */
export const pushedAsAnother = async (
  world: World,
  opened: Opened,
  first: PushedChange,
  push: () => Promise<PushedChange>,
): Promise<CheckOutcome | undefined> => {
  const exchanges = [opened.exchange];
  let last = first;
  for (let seen = 1; ; seen++) {
    const calls = await asAnother(world, opened, last);
    if (calls === undefined) return undefined;
    exchanges.push(...calls);
    if (seen === oftenEnough) break;
    const again = await unlessUnmet(push());
    if (again === undefined) return undefined;
    last = again;
  }
  return failed({
    expected: `id "${opened.basketId}", the basket with these products`,
    actual: `id "${readBasket(last.body).id ?? ''}", which is retrieved with other products`,
    exchanges,
    cause: 'pushed under the id of another basket',
  });
};

/** The push, and the retrievals of both baskets. */
const asAnother = async (
  world: World,
  { basketId }: Opened,
  { body, status, exchange }: PushedChange,
): Promise<readonly number[] | undefined> => {
  const pushed = readBasket(body);
  if (pushed.id === undefined || pushed.id === basketId || status >= 400) return undefined;
  const own = await world.merchant.retrieve(basketId, { expect: 'any' });
  const other = await world.merchant.retrieve(pushed.id, { expect: 'any' });
  if (own.kind !== 'answered' || other.kind !== 'answered') return undefined;
  const [mine, theirs] = [readBasket(own.body), readBasket(other.body)];
  if (mine.id === pushed.id || !isSame(mine, pushed) || isSame(theirs, pushed)) return undefined;
  return [exchange, own.exchange, other.exchange];
};

const isSame = (one: ReadBasket, other: ReadBasket): boolean =>
  (one.lines?.length ?? 0) > 0 && difference(one, other) === undefined;
