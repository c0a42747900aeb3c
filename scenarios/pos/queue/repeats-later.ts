import type { CheckOutcome, OrderSubmissionRequested } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { isSameJson } from '../../arrange/json-compare.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { justSeen } from '../../arrange/till/just-seen.ts';
import { isWaiterAtWork, waiterAtWork } from '../../arrange/till/waiter.ts';
import { type Measures, timesApplied } from '../../arrange/till/order-effects.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { PosWorld, RecordedCommand, SentCommand } from '../../context/pos.ts';
import { type MeasuredTable, measured, prepareTable } from './measured-table.ts';
import { deletedTimes } from '#traffic/laws';
import { callsAbout, lifecycleOf, settled, wasAccepted } from './settlement.ts';

type Repeated = 'queue/duplicate-not-applied' | 'queue/idempotency-key';
type World = PosWorld<Repeated>;

/** Late in the run: an order of its beginning, as far back as there is one. */
export default defineTillScenario({
  id: 'pos/queue-repeats-later',
  title: 'An order that is repeated long after it was handled is applied once',
  phase: 'after',
  touches: [],
  covers: ['queue/duplicate-not-applied', 'queue/idempotency-key'],
  provokes: ['queue/duplicate-same-result'],
  async run(world) {
    const table = await prepareTable(world, 'duplicates');
    const first = firstOrder(world, table);
    if (first === undefined) return notExercised('no order of a listing in stock was accepted');
    let before = justSeen(world, table.control.after);
    const tried = isLeftOut(world, 'a retry long after') ? ways.slice(0, 1) : ways;
    for (const { requirement, repeat } of tried) {
      const { outcome, after } = await repeatedOutcome(world, { ...table, before }, first, repeat);
      world.check(requirement, outcome);
      if (outcome.status !== 'passed') return;
      before = justSeen(world, after);
    }
  },
});

interface Way {
  readonly requirement: Repeated;
  readonly repeat: (world: World, first: RecordedCommand) => Promise<SentCommand>;
}

const ways: readonly Way[] = [
  {
    requirement: 'queue/duplicate-not-applied',
    async repeat(world, first) {
      const lifecycle = lifecycleOf(world, first);
      const deletions = lifecycle === undefined ? 0 : deletedTimes(lifecycle);
      world.till.deliverAgain(first.messageId);
      await settled(world, first, deletions + 1);
      return first;
    },
  },
  {
    requirement: 'queue/idempotency-key',
    async repeat(world, { messageKind, payload, idempotencyKey }) {
      const retry = await world.till.send({ messageKind, payload, idempotencyKey });
      await settled(world, retry, 1);
      return retry;
    },
  },
];

/** The first one of the run at this table that is like those that were measured. */
const firstOrder = (world: World, { tableId, order }: MeasuredTable): RecordedCommand | undefined => {
  const like = order().payload as OrderSubmissionRequested;
  return world.till.sent().find((sent) => {
    if (sent.messageKind !== 'OrderSubmissionRequested' || !wasAccepted(world, sent)) return false;
    const { orderContext, items } = sent.payload as OrderSubmissionRequested;
    return orderContext.type === 'STATION' && orderContext.stationId === tableId && isSameJson(items, like.items);
  });
};

const repeatedOutcome = async (
  world: World,
  { tableId, control, before: seen }: MeasuredTable & { readonly before: Measures | undefined },
  first: RecordedCommand,
  repeat: Way['repeat'],
): Promise<{ readonly outcome: CheckOutcome; readonly after?: Measures }> => {
  const from = world.till.mark();
  const before = seen ?? (await measured(world, tableId));
  const sent = await repeat(world, first);
  const after = await measured(world, tableId);
  if (before === undefined || after === undefined)
    return { outcome: notExercised('the table could not be read', 'pos.fixtures.tables.open') };
  const times = timesApplied(control, { before, after }, 0);
  if (times === undefined) return { outcome: notExercised('an order changes neither lines nor totals of its table') };
  if (times <= 0) return { outcome: passed, after };
  if (isWaiterAtWork(world, { tableId, from })) return { outcome: waiterAtWork };
  const outcome = failed({
    expected: `nothing more at table ${tableId}`,
    actual: `the table grew by ${times}, ${Math.round((world.clock.now() - first.sentAt) / 1000)} s after the order was sent first`,
    exchanges: [...new Set(callsAbout(world, first, sent))],
    cause: 'applied again long after',
  });
  return { outcome };
};
