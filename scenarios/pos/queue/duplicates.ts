import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { tableSnapshot } from '../../arrange/till/commands.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { holds } from '../../arrange/property.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { PosWorld, SentCommand } from '../../context/pos.ts';
import { type MeasuredTable, measured, prepareTable } from './measured-table.ts';
import { timesApplied } from '../../arrange/till/order-effects.ts';
import { isWaiterAtWork, waiterAtWork } from '../../arrange/till/waiter.ts';
import { leftToSchedules } from './left-to-queue.ts';
import { callsAbout, settled, wasAccepted } from './settlement.ts';

type World = PosWorld<'queue/duplicate-not-applied'>;

/** How one order reaches the till more than once. */
const repeats = [
  'after its deletion',
  'long after',
  'after its deletion and long after',
  'while it is handled',
] as const;
/** What becomes of its first result. */
const results = ['taken', 'taken', 'answered 503', 'cut off'] as const;

interface Step {
  readonly again: (typeof repeats)[number];
  readonly result: (typeof results)[number];
}

export default defineOrderScenario({
  id: 'pos/queue-duplicates',
  title: 'An order that is delivered again, at any moment, is applied once',
  takesLong: true,
  covers: ['queue/duplicate-not-applied'],
  provokes: ['queue/duplicate-same-result'],
  async run(world) {
    if (isLeftOut(world, 'repeats like those of pos/queue-schedules')) return leftToSchedules;
    const table = await prepareTable(world, 'duplicates');
    const left = await leftUndeleted(world, table);
    if (left) {
      world.check('queue/duplicate-not-applied', left);
      return undefined;
    }
    const property = {
      name: 'delivered-again',
      runs: { quick: 2, standard: 4, thorough: 20 },
      attempt: (steps: readonly Step[]) => attempt(world, table, steps),
    };
    world.check('queue/duplicate-not-applied', await holds(world, property, schedules));
    return undefined;
  },
});

/** A command that changes nothing has a result as well, and each is deleted each time, which is waited for once and not with every schedule. */
const leftUndeleted = async (world: World, table: MeasuredTable): Promise<CheckOutcome | undefined> => {
  for (const command of [tableSnapshot(table.tableId), table.order()]) {
    const sent = await world.till.send(command);
    if ((await settled(world, sent, 1)) !== 'settled') continue;
    world.till.deliverAgain(sent.messageId);
    if ((await settled(world, sent, 2)) === 'undeleted') return undeleted(world, 'after its deletion', sent);
  }
  return undefined;
};

const schedules: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ again: fc.constantFrom(...repeats), result: fc.constantFrom(...results) }),
  { minLength: 1, maxLength: 2 },
);

const attempt = async (world: World, table: MeasuredTable, steps: readonly Step[]): Promise<CheckOutcome> => {
  const from = world.till.mark();
  const before = await measured(world, table.tableId);
  if (before === undefined) return notExercised('the table could not be read', 'pos.fixtures.tables.open');
  let orders = 0;
  const all: SentCommand[] = [];
  for (const step of steps) {
    const { sent, outcome } = await repeat(world, table, step);
    all.push(sent);
    if (outcome === 'unanswered')
      return notExercised(
        'the till did not answer an order again after its result was made to fail (see queue/result-not-lost)',
      );
    if (outcome === 'undeleted') return undeleted(world, step.again, sent);
    if (outcome === 'undelivered') return notExercised('the till did not take a message that was delivered again');
    if (wasAccepted(world, sent)) orders++;
  }
  const after = await measured(world, table.tableId);
  if (after === undefined) return notExercised('the table could not be read', 'pos.fixtures.tables.open');
  const times = timesApplied(table.control, { before, after }, orders);
  if (times === undefined) return notExercised('an order changes neither lines nor totals of its table');
  if (times <= orders) return passed;
  if (isWaiterAtWork(world, { ...table, from })) return waiterAtWork;
  return failed({
    expected: `${orders} ${orders === 1 ? 'order' : 'orders'} applied once each at table ${table.tableId}`,
    actual: `the table grew by ${times}. Delivered again: ${steps.map(({ again, result }) => `${again}, with the first result ${result}`).join('; ')}`,
    exchanges: callsAbout(world, ...all),
    cause: `applied again ${steps.length === 1 ? steps[0]?.again : ''}`,
  });
};

const repeat = async (world: World, table: MeasuredTable, { again, result }: Step) => {
  const { till, patienceMs } = world;
  const from = till.mark();
  const sent = await till.send(table.order());
  const { messageId } = sent;
  if (result !== 'taken') till.answerCallbacks(messageId, [result === 'cut off' ? 'drop' : { status: 503 }]);
  const atOnce = again.startsWith('after its deletion');
  if (atOnce) till.deliverAgain(messageId);
  if (again === 'while it is handled') {
    const isIt = (poll: { readonly messages: readonly { readonly messageId: string }[] }) =>
      poll.messages.some((message) => message.messageId === messageId);
    if (await till.next('receive', { from, matches: isIt, withinMs: patienceMs })) till.expireVisibility(messageId);
  }
  const first = await settled(world, sent, atOnce ? 2 : 1);
  if (first !== 'settled' || !again.endsWith('long after')) return { sent, outcome: first };
  till.deliverAgain(messageId);
  return { sent, outcome: await settled(world, sent, atOnce ? 3 : 2) };
};

const undeleted = (world: World, again: Step['again'], sent: SentCommand): CheckOutcome =>
  failed({
    expected: `DeleteMessage for every delivery of ${sent.messageId}`,
    actual: `one was left; delivered again ${again}`,
    exchanges: callsAbout(world, sent),
    cause: 'duplicate not deleted',
  });
