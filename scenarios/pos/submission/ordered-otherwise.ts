import type { OrderContext } from '#schemas';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { submitOne } from '../../arrange/till/orders.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { delistedReason, type Expected, nothingLeft } from './expected-rejections.ts';
import { judgeRejection } from './rejection-check.ts';

type World = PosWorld<'submission/rejection-reasons'>;

/** An order that was accepted, how others like it are sent, and where else. */
interface Baseline {
  readonly exchange: number;
  readonly menu: readonly unknown[];
  readonly context: OrderContext;
  readonly places: readonly OrderContext[];
  /** What comes with any result is looked at. */
  checked(submitted: Submitted): void;
  send(items: readonly Wanted[], context: OrderContext): Promise<Submitted | Unanswered>;
}

/** What was just rejected cannot be had for money either, nor in another place: it is ordered once more, differently. */
export const otherwise = async (world: World, baseline: Baseline, listingId: string): Promise<void> => {
  const { menu, context, exchange } = baseline;
  const { claims, fixtures } = world;
  const { right } = fixtures.listings?.outOfStock?.includes(listingId) === true ? nothingLeft : delistedReason;
  const expected = (how: string): Expected => ({
    what: `A listing that was rejected just before, now ${how},`,
    right,
    near: [],
  });
  if (claims.prepaid && claims.postpaid) {
    const paid = await submitOne(world, { context, listingId, prepaid: true, menu });
    if (paid.kind !== 'submitted') return world.check('submission/rejection-reasons', unanswered(paid));
    baseline.checked(paid);
    if (paid.result.success === true)
      world.check('submission/rejection-reasons', judgeRejection({ exchange }, paid, expected('prepaid')));
  }
  for (const place of baseline.places) {
    const kind = place.type === 'STATION' ? place.stationKind : place.type;
    if (place.type === context.type) continue;
    const elsewhere = await baseline.send([{ listingId, quantity: 1 }], place);
    // Whether orders of this kind are answered and accepted at all is tried elsewhere.
    if (elsewhere.kind !== 'submitted') continue;
    if (elsewhere.result.success === true)
      world.check(
        'submission/rejection-reasons',
        judgeRejection({ exchange }, elsewhere, expected(`in a ${kind} order`)),
      );
  }
};
