import { leavesRepeats } from '../../arrange/till/leaves-repeats.ts';
import type { CheckOutcome, OrderContext } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { atKiosk, forDelivery, forPickup, item, orderSubmission, paymentOf } from '../../arrange/till/commands.ts';
import { isLeftOut, someOf } from '../../arrange/sampling.ts';
import { leftToSchedules } from './left-to-queue.ts';
import { notAccepting, priceOf } from '../../arrange/till/orders.ts';
import { notExercised, outcomeOf, passed, unmet } from '../../outcome.ts';
import { deletedTimes, type Lifecycle } from '#traffic/laws';
import type { CommandToSend, PosWorld } from '../../context/pos.ts';
import { answersOutcome, receiptsIn, receiptsOutcome } from './same-operation.ts';
import { lifecycleOf, leftAgain, settled, wasAccepted } from './settlement.ts';

const covers = ['queue/idempotency-key', 'queue/duplicate-not-applied', 'queue/unlike-orders-apply'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/queue-repeated-prepaid',
  title: 'An order to pick up or to deliver that is paid already, and repeated, is carried out once',
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  provokes: ['queue/duplicate-same-result'],
  async run(world) {
    if (world.claims.STATION && isLeftOut(world, 'repeats away from tables')) return leftToSchedules;
    const places = someOf(world, 'places of orders that are paid already and repeated', placesOf(world));
    if (places.length === 0) throw unmet('the till claims no prepaid pickup or delivery orders');
    let told: Ordered | undefined;
    const outcomes: CheckOutcome[] = [];
    for (const [index, place] of places.entries()) {
      const repeated = await outcomeOf(repeat(world, place, index + 1));
      const { order, outcome }: Repeated = 'status' in repeated ? { outcome: repeated } : repeated;
      outcomes.push(outcome);
      if (order !== undefined) told = { place, order };
    }
    // What one place shows another need not.
    const shown = outcomes.filter(({ status }) => status !== 'not-exercised');
    for (const outcome of shown.length > 0 ? shown : outcomes) world.check('queue/idempotency-key', outcome);
    // Elsewhere these are measured at a table.
    if (world.claims.STATION) return undefined;
    world.check('queue/duplicate-not-applied', told && deletedTimes(told.order) > 1 ? oneReceipt(told.order) : untold);
    world.check('queue/unlike-orders-apply', told ? await outcomeOf(anotherReceipt(world, told)) : untold);
    return undefined;
  },
});

/** An order that is repeated, and where it comes from. */
interface Ordered {
  readonly place: OrderContext;
  readonly order: Lifecycle;
}

const untold = notExercised('the till sends no receipts, and nothing else shows how often an order was carried out');

interface Repeated {
  readonly outcome: CheckOutcome;
  /** What became of the first message, where it was delivered again. */
  readonly order?: Lifecycle | undefined;
}

/** Another receipt for the same message is another result of it, which `queue/duplicate-same-result` is about. */
const oneReceipt = (order: Lifecycle): CheckOutcome =>
  new Set(receiptsIn(order).map(({ number }) => number)).size === 1 ? passed : untold;

/** An order like the first, and none of its repeats. One number for both may be what this till numbers receipts with. */
const anotherReceipt = async (world: World, { place, order }: Ordered): Promise<CheckOutcome> => {
  const command = await orderIn(world, place, 1);
  const sent = await world.till.send(command);
  await settled(world, sent, 1);
  const numbers = [order, lifecycleOf(world, sent)].map((one) => one && receiptsIn(one)[0]?.number);
  return numbers.every((number) => number !== undefined) && numbers[0] !== numbers[1] ? passed : untold;
};

const repeat = async (world: World, place: OrderContext, pieces: number): Promise<Repeated> => {
  const { till } = world;
  const command = await orderIn(world, place, pieces);
  const first = await till.send(command);
  if ((await settled(world, first, 1)) !== 'settled' || !wasAccepted(world, first))
    throw unmet('no pickup or delivery order was accepted, so none could be repeated');
  till.deliverAgain(first.messageId);
  const { idempotencyKey, groupId } = first;
  // Behind the one that comes again: both are waited for at once.
  const retry = await till.send({ ...command, idempotencyKey, groupId });
  if (
    (await settled(world, first, 2)) !== 'settled' &&
    leavesRepeats(till.traffic(), world.clock.now(), first.messageKind)
  )
    return { outcome: leftAgain };
  await settled(world, retry, 1);
  const [order, again] = [lifecycleOf(world, first), lifecycleOf(world, retry)];
  if (order === undefined || again === undefined) throw unmet('a repeated order was not delivered');
  // What a message that is delivered again is answered is told by watching.
  const answers = answersOutcome([{ ...order, callbacks: order.callbacks.slice(0, 1) }, again]);
  if (answers.status === 'failed') return { outcome: answers, order };
  return { outcome: receiptsOutcome(order, again) ?? untold, order };
};

/** What is prepaid and not shown on a table. */
const placesOf = ({ claims, fixtures, seed, scenario }: World): readonly OrderContext[] => {
  const [kiosk] = fixtures.kiosks ?? [];
  const text = `${seed} ${scenario}`;
  if (!claims.prepaid) return [];
  return [
    ...(claims.PICKUP ? [forPickup(text)] : []),
    ...(claims.DELIVERY ? [forDelivery(text)] : []),
    ...(claims.KIOSK && kiosk !== undefined ? [atKiosk(kiosk)] : []),
  ];
};

/** So many items of one piece. Without a payment there is no receipt to tell by. */
const orderIn = async (world: World, place: OrderContext, pieces: number): Promise<CommandToSend> => {
  const [listingId] = world.fixtures.listings?.inStock ?? [];
  if (listingId === undefined) throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
  const closed = notAccepting(world, place.type);
  if (closed !== undefined) throw unmet(closed);
  const price = await priceOf(world, listingId);
  if (price === undefined) throw unmet('the price of a prepaid order is not known');
  const items = Array.from({ length: pieces }, () => item(listingId));
  const paid = paymentOf({ ...price, value: pieces * price.value }, world.clock.now());
  return orderSubmission(place, items, paid);
};
