import type { OrderSubmissionRequested } from '#schemas';
import { deletedTimes } from '#traffic/laws';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { grown } from '../../arrange/till/order-effects.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { openTable } from '../../arrange/till/tables.ts';
import { isWaiterAtWork, waiterAtWork } from '../../arrange/till/waiter.ts';
import type { PosWorld, RecordedCommand, SentCommand } from '../../context/pos.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { measured } from './measured-table.ts';
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
    const { tableId } = await openTable(world, 'duplicates');
    const first = world.till.sent().find((sent) => isOfTable(sent, tableId) && wasAccepted(world, sent));
    if (first === undefined) return notExercised('no order of a listing in stock was accepted');
    for (const { requirement, repeat } of isLeftOut(world, 'a retry long after') ? ways.slice(0, 1) : ways) {
      const from = world.till.mark();
      const before = await measured(world, tableId);
      const sent = await repeat(world, first);
      const after = await measured(world, tableId);
      if (before === undefined || after === undefined)
        return notExercised('the table could not be read', 'pos.fixtures.tables.open');
      const more = [...grown({ before, after })].filter(([path]) => path === 'lines' || path.startsWith('totals'));
      const outcome = failed({
        expected: `nothing more at table ${tableId}`,
        actual: `more ${more.map(([path]) => path).join(', ')}, ${Math.round((world.clock.now() - first.sentAt) / 1000)} s after the order was sent first`,
        exchanges: [...new Set(callsAbout(world, first, sent))],
        cause: 'applied again long after',
      });
      if (more.length > 0 && isWaiterAtWork(world, { tableId, from })) return waiterAtWork;
      world.check(requirement, more.length > 0 ? outcome : passed);
    }
    return undefined;
  },
});

/** What is paid at once need not show there. */
const isOfTable = ({ messageKind, payload }: RecordedCommand, tableId: string): boolean => {
  if (messageKind !== 'OrderSubmissionRequested') return false;
  const { orderContext, payment } = payload as OrderSubmissionRequested;
  return payment === undefined && orderContext.type === 'STATION' && orderContext.stationId === tableId;
};

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
