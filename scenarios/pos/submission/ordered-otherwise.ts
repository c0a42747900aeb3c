import type { OrderContext } from '#schemas';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { contextName, item, paymentOf } from '../../arrange/till/commands.ts';
import { pricesIn, submit, submitOne } from '../../arrange/till/orders.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { delistedReason, type Expected, nothingLeft, type Reason } from './expected-rejections.ts';
import { type AcceptedOrderBaseline, judgeRejection } from './rejection-check.ts';

type World = PosWorld<'submission/rejection-reasons'>;

/** An order that was accepted, how others like it are sent, and where else. */
interface Baseline extends AcceptedOrderBaseline {
  readonly places: readonly OrderContext[];
  /** What comes with any result is looked at. */
  checked(submitted: Submitted): void;
}

/** What was just rejected cannot be had for money either, nor in another place: it is ordered once more, differently. */
export const otherwise = async (world: World, baseline: Baseline, { listingId, quantity }: Wanted): Promise<void> => {
  const { menu, context, exchange } = baseline;
  const { claims } = world;
  const expected = (how: string): Expected => ({
    what: `${quantity === 1 ? 'A listing' : 'So much of a listing'} that was rejected just before, now ${how},`,
    right: rightFor(world, { listingId, quantity }),
    near: [],
  });
  const judge = (submitted: Submitted, how: string): void => {
    if (submitted.result.success === true)
      world.check('submission/rejection-reasons', judgeRejection({ exchange }, submitted, expected(how)));
  };
  const isPriced = quantity === 1 || pricesIn(menu, listingId).length > 0;
  const bothWays = claims.prepaid && claims.postpaid && isPriced;
  const pay = async (place: OrderContext): Promise<Submitted | Unanswered> => {
    const paid = await payFor(world, menu, place, { listingId, quantity });
    if (paid.kind === 'submitted') baseline.checked(paid);
    return paid;
  };
  if (bothWays) {
    const paid = await pay(context);
    if (paid.kind !== 'submitted') return world.check('submission/rejection-reasons', unanswered(paid));
    judge(paid, 'prepaid');
  }
  for (const place of baseline.places.filter(({ type }) => type !== context.type)) {
    const kind = contextName(place);
    const elsewhere = await baseline.send([{ listingId, quantity }], place);
    // Whether orders of this kind are answered and accepted at all is tried elsewhere.
    if (elsewhere.kind !== 'submitted') continue;
    judge(elsewhere, `in a ${kind} order`);
    const paid = bothWays ? await pay(place) : undefined;
    if (paid?.kind === 'submitted') judge(paid, `in a prepaid ${kind} order`);
  }
};

const rightFor = ({ fixtures }: World, { listingId, quantity }: Wanted): readonly Reason[] => {
  if (quantity > 1) return ['INSUFFICIENT_STOCK'];
  const { right } = fixtures.listings?.outOfStock?.includes(listingId) === true ? nothingLeft : delistedReason;
  return right;
};

/** Of several pieces the menu says what one costs. */
const payFor = async (
  world: World,
  menu: readonly unknown[],
  context: OrderContext,
  { listingId, quantity }: Wanted,
): Promise<Submitted | Unanswered> => {
  const [price] = pricesIn(menu, listingId);
  if (quantity === 1 || price === undefined) return await submitOne(world, { context, listingId, prepaid: true, menu });
  const payment = paymentOf({ ...price.money, value: price.money.value * quantity }, world.clock.now());
  return await submit(world, { context, items: [item(listingId, quantity)], payment });
};
