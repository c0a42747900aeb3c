import type { CheckOutcome } from '#schemas';
import { ask } from '../../arrange/till/command-answer.ts';
import { listingsSync } from '../../arrange/till/commands.ts';
import { excerpt, mentions } from '../../arrange/json-compare.ts';
import { readListings } from '../../arrange/till/read-results.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';
import { type AcceptedOrderBaseline, accepted } from './rejection-check.ts';

/** How an order is sent that is accepted, and the menu of before. */
type Baseline = Pick<AcceptedOrderBaseline, 'menu' | 'send'>;

/**
 * Menu sync: null asks for all listings. One of which there were few may have been sold out since it was configured, and be
 * off the menu for that; one of which an order is accepted is there. Undefined where nothing can be said against a till.
 */
export const fewUnlisted = async (
  world: PosWorld<never>,
  { menu, send }: Baseline,
): Promise<CheckOutcome | undefined> => {
  // Without a menu to tell of there is none.
  if (menu.length === 0) return undefined;
  const few = (world.fixtures.listings?.limited ?? []).map(({ id }) => id);
  const listingId = few.findLast((id) => !mentions(menu, id));
  if (listingId === undefined) return undefined;
  const lacking = async (): Promise<number | undefined> => {
    const full = await ask(world, listingsSync());
    const { listings } = full.kind === 'answered' ? readListings(full.body) : {};
    return full.kind === 'answered' && listings && !mentions(listings, listingId) ? full.exchange : undefined;
  };
  // Before and after: somebody else may just have put it on the menu.
  const before = await lacking();
  const order = before === undefined ? undefined : await send([{ listingId, quantity: 1 }]);
  if (before === undefined || order?.kind !== 'submitted' || !accepted(order)) return undefined;
  const after = await lacking();
  if (after === undefined) return undefined;
  return failed({
    expected: `listing ${excerpt(listingId)} in a full sync`,
    actual: 'no such listing',
    exchanges: [before, order.exchange, after],
    cause: 'a listing of which there are few lacking in a full sync',
  });
};
