import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { forDelivery, forPickup, item, orderSubmission, paymentOf } from '../../arrange/till/commands.ts';
import { menuOf, notAccepting, pricesIn } from '../../arrange/till/orders.ts';
import { notExercised } from '../../outcome.ts';
import type { CommandToSend, PosWorld } from '../../context/pos.ts';
import { answersOutcome, receiptsOutcome } from './same-operation.ts';
import { handlingOf, leavesRepeats, leftAgain, settled, wasAccepted } from './settlement.ts';

type World = PosWorld<'queue/idempotency-key'>;

export default defineTillScenario({
  id: 'pos/queue-repeated-prepaid',
  title: 'An order to pick up or to deliver that is paid already, and repeated, is carried out once',
  phase: 'order',
  touches: [],
  needs: ['pos.fixtures.listings.inStock'],
  covers: ['queue/idempotency-key'],
  provokes: ['queue/duplicate-same-result'],
  run: (world) => repeat(world),
});

const repeat = async (world: World): Promise<CheckOutcome> => {
  const { till } = world;
  const command = await orderIn(world);
  if ('status' in command) return command;
  const first = await till.send(command);
  if ((await settled(world, first, 1)) !== 'settled' || !wasAccepted(world, first))
    return notExercised('an order away from tables was not accepted, so it could not be repeated');
  till.deliverAgain(first.messageId);
  const { idempotencyKey, groupId } = first;
  // Behind the one that comes again: both are waited for at once.
  const retry = await till.send({ ...command, idempotencyKey, groupId });
  if ((await settled(world, first, 2)) !== 'settled' && leavesRepeats(till.traffic(), world.clock.now()))
    return leftAgain;
  await settled(world, retry, 1);
  const [order, again] = [handlingOf(world, first), handlingOf(world, retry)];
  if (order === undefined || again === undefined) return notExercised('a repeated order was not delivered');
  // What a message that is delivered again is answered is told by watching.
  const answers = answersOutcome([{ ...order, callbacks: order.callbacks.slice(0, 1) }, again]);
  if (answers.status === 'failed') return answers;
  const isTold = receiptsOutcome(order, again);
  return isTold ?? notExercised('without receipts nothing tells how often an order was carried out');
};

/** Without a payment there is no receipt to tell by. */
const orderIn = async (world: World): Promise<CommandToSend | CheckOutcome> => {
  const { claims, fixtures, seed, scenario } = world;
  const [listingId] = fixtures.listings?.inStock ?? [];
  const type = (['PICKUP', 'DELIVERY'] as const).find((one) => claims[one]);
  if (type === undefined || !claims.prepaid || listingId === undefined)
    return notExercised('nothing is ordered to pick up or to deliver that is paid already');
  const closed = notAccepting(world, type);
  if (closed !== undefined) return notExercised(closed);
  const price = pricesIn(await menuOf(world), listingId)[0]?.money;
  if (price === undefined) return notExercised('the price of a prepaid order is not known');
  const context = (type === 'PICKUP' ? forPickup : forDelivery)(`${seed} ${scenario}`);
  return orderSubmission(context, [item(listingId)], paymentOf(price, world.clock.now()));
};
