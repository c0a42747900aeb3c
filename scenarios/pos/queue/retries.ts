import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { holds } from '../../arrange/property.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { readSubmission } from '../../arrange/till/read-results.ts';
import { type Handling, isAccepted, isDeleted } from '#traffic/laws';
import type { PosWorld } from '../../context/pos.ts';
import { type MeasuredTable, measured, prepareTable } from './measured-table.ts';
import { timesApplied } from './order-effects.ts';
import { handlingOf, settled, wasAccepted } from './settlement.ts';

type World = PosWorld<'queue/idempotency-key'>;

/** The platform asks for the same business operation again, under another messageId. */
interface Retries {
  readonly copies: number;
  /** Sent right behind the first message, or once that is answered. */
  readonly together: boolean;
  /** Behind the first in its group, or beside it. */
  readonly sameGroup: boolean;
}

export default defineTillScenario({
  id: 'pos/queue-retries',
  title: 'An order that is asked for again under the same idempotency key is applied once',
  phase: 'order',
  touches: [],
  covers: ['queue/idempotency-key'],
  async run(world) {
    const table = await prepareTable(world, 'retries');
    if (table.kind === 'blocked') return table.outcome;
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

/** Whether the platform learns of each message what became of the one order. */
const answersOutcome = (handlings: readonly Handling[]): CheckOutcome => {
  const callbacks = handlings.flatMap((handling) => handling.callbacks.filter(isAccepted));
  const saying = (success: boolean) => callbacks.find(({ body }) => readSubmission(body).success === success);
  const [accepted, refused] = [saying(true), saying(false)];
  if (accepted && refused)
    return failed({
      message:
        'An order that was accepted and asked for again under its idempotencyKey was also rejected, so the platform takes it for rejected although it is served; answer every message of one operation as the first.',
      expected: 'success true for every message of the operation, or no result',
      actual: `success true for one, success false for another: ${excerpt(refused.body)}`,
      pointer: '/success',
      exchanges: [accepted.exchange, refused.exchange],
      cause: 'rejected under the same key',
    });
  const silent = handlings.find((handling) => handling.callbacks.length === 0 && isDeleted(handling));
  if (accepted === undefined || silent === undefined) return passed;
  return failed({
    message:
      'A message with the idempotencyKey of an earlier one was deleted without a result; only a messageId that was handled before may be skipped, so send the result of the operation for the new one too.',
    expected: `a result of ${silent.messageKind} ${silent.messageId}`,
    actual: 'deleted, and no callback',
    exchanges: [accepted.exchange],
    cause: 'no result under the same key',
  });
};

const attempt = async (world: World, table: MeasuredTable, retries: Retries): Promise<CheckOutcome> => {
  const { till } = world;
  const { copies, together, sameGroup } = retries;
  const before = await measured(world, table.tableId);
  if (before === undefined) return notExercised('the table could not be read', 'pos.fixtures.tables.open');
  const command = { ...table.order(), idempotencyKey: freshId() };
  const groupId = freshId();
  const first = await till.send({ ...command, groupId });
  if (!together && (await settled(world, first, 1)) === 'unanswered') return notExercised('an order was not answered');
  const sent = [first];
  for (let copy = 0; copy < copies; copy++)
    sent.push(await till.send({ ...command, groupId: sameGroup ? groupId : freshId() }));
  // A till may leave a retry unanswered; what counts is the table.
  for (const message of sent) await settled(world, message, 1);
  const after = await measured(world, table.tableId);
  if (after === undefined) return notExercised('the table could not be read', 'pos.fixtures.tables.open');
  if (!sent.some((message) => wasAccepted(world, message)))
    return notExercised('an order of a listing in stock was not accepted', 'pos.fixtures.listings.inStock');
  const times = timesApplied(table.control, { before, after }, 1);
  if (times === undefined) return notExercised('one order changes nothing that can be counted in the table');
  if (times <= 1) return answersOutcome(sent.flatMap((message) => handlingOf(world, message) ?? []));
  return failed({
    message:
      'A message with the idempotencyKey of an earlier one was applied again; look the key up before carrying a command out, whatever its messageId.',
    expected: `one order applied at table ${table.tableId}`,
    actual: `the table grew by ${times} orders, sent ${copies + 1} times ${together ? 'at once' : 'one after the other'}`,
    cause: 'applied again under the same key',
  });
};
