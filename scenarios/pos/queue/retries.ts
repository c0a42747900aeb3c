import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { holds } from '../../arrange/property.ts';
import { failed, notExercised } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';
import { type MeasuredTable, measured, prepareTable } from './measured-table.ts';
import { timesApplied } from '../../arrange/till/order-effects.ts';
import { isWaiterAtWork, waiterAtWork } from '../../arrange/till/waiter.ts';
import { leftToSchedules } from './left-to-queue.ts';
import { answersOutcome } from './same-operation.ts';
import { callsAbout, lifecycleOf, settled, sharedGroup, wasAccepted } from './settlement.ts';

type World = PosWorld<'queue/idempotency-key'>;

/** The platform asks for the same business operation again, under another messageId. */
interface Retries {
  readonly copies: number;
  /** Sent right behind the first message, or once that is answered. */
  readonly together: boolean;
  /** Behind the first in its group, or beside it. */
  readonly sameGroup: boolean;
}

export default defineOrderScenario({
  id: 'pos/queue-retries',
  title: 'An order that is asked for again under the same idempotency key is applied once',
  takesLong: true,
  covers: ['queue/idempotency-key'],
  async run(world) {
    if (isLeftOut(world, 'retries like those of pos/queue-schedules')) return leftToSchedules;
    const table = await prepareTable(world, 'retries');
    const property = {
      name: 'asked-for-again',
      runs: { quick: 2, standard: 4, thorough: 12 },
      attempt: (retries: Retries) => attempt(world, table, retries),
    };
    return await holds(world, property, plans);
  },
});

const plans: fc.Arbitrary<Retries> = fc.record({
  copies: fc.integer({ min: 1, max: 2 }),
  together: fc.boolean(),
  sameGroup: fc.boolean(),
});

const attempt = async (world: World, table: MeasuredTable, retries: Retries): Promise<CheckOutcome> => {
  const { till } = world;
  const { copies, together, sameGroup } = retries;
  const from = till.mark();
  const before = await measured(world, table.tableId);
  if (before === undefined) return notExercised('the table could not be read', 'pos.fixtures.tables.open');
  const command = { ...table.order(), idempotencyKey: freshId() };
  const groupId = freshId();
  const first = await till.send({ ...command, groupId });
  if (!together && (await settled(world, first, 1)) === 'unanswered') return notExercised('an order was not answered');
  const sent = [first];
  for (let copy = 0; copy < copies; copy++)
    sent.push(
      await till.send({
        ...command,
        groupId: sameGroup ? sharedGroup(world, command.messageKind, groupId) : freshId(),
      }),
    );
  // What counts is the table; whoever leaves one unanswered leaves the others as well.
  for (const message of sent) if ((await settled(world, message, 1)) === 'unanswered') break;
  const after = await measured(world, table.tableId);
  if (after === undefined) return notExercised('the table could not be read', 'pos.fixtures.tables.open');
  if (!sent.some((message) => wasAccepted(world, message)))
    return notExercised('an order of a listing in stock was not accepted', 'pos.fixtures.listings.inStock');
  const times = timesApplied(table.control, { before, after }, 1);
  if (times === undefined) return notExercised('an order changes neither lines nor totals of its table');
  if (times <= 1) return answersOutcome(sent.flatMap((message) => lifecycleOf(world, message) ?? []));
  if (isWaiterAtWork(world, { ...table, from })) return waiterAtWork;
  return failed({
    expected: `one order applied at table ${table.tableId}`,
    actual: `the table grew by ${times} orders, sent ${copies + 1} times ${together ? 'at once' : 'one after the other'}`,
    exchanges: callsAbout(world, ...sent),
    cause: 'applied again under the same key',
  });
};
