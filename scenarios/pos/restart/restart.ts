import type { CheckOutcome } from '#schemas';
import { deletedTimes } from '#traffic/laws';
import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { release } from '../../arrange/till/bills.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import { atTable, billPreparation } from '../../arrange/till/commands.ts';
import { mostApplied, type Measures, timesApplied } from '../../arrange/till/order-effects.ts';
import { readBill } from '../../arrange/till/read-results.ts';
import { isWaiterAtWork, waiterAtWork } from '../../arrange/till/waiter.ts';
import type { PosWorld, SentCommand } from '../../context/pos.ts';
import { available, failed, notExercised, passed, unmet } from '../../outcome.ts';
import { createMeasuring, type MeasuredTable, prepareTable } from '../queue/measured-table.ts';
import { callsAbout, lifecycleOf, settled, wasAccepted } from '../queue/settlement.ts';

type World = PosWorld<'queue/duplicate-not-applied' | 'queue/idempotency-key' | 'table/lines-follow-orders'>;

/** A prompt till has done its work by then, and a slow one is in the middle of it. */
const atWorkMs = 1_000;
/** Until the till is up and has worked off what it found. */
const upMs = 60_000;
const askedAgainMs = 5_000;
const byKey = 'by its key';
/** A table may be closed by hand once. */
const certainlyLost = 2;

/**
 * Last of all, since a till that does not come back has nothing more to show. What it may lose is open: one that is
 * activated anew as it starts is another one, of which nothing is asked.
 */
export default defineTillScenario({
  id: 'pos/queue-restart',
  title: 'A till that is killed and started again knows what it has done',
  phase: 'restart',
  needs: ['triggers.restartTill', 'pos.fixtures.tables.open', 'pos.fixtures.listings.inStock'],
  covers: ['queue/duplicate-not-applied', 'queue/idempotency-key', 'table/lines-follow-orders'],
  provokes: ['queue/duplicate-same-result'],
  async run(world) {
    const prepared = await prepareTable(world, 'duplicates');
    const { tableId } = prepared;
    const table: Table = { ...prepared, ...createMeasuring(world, prepared) };
    const orders = await handled(world, table);
    const losses = [await atRest(world, table, orders)];
    for (const moment of atWork) losses.push(await inTheMiddle(world, table, moment));
    const { length } = losses.filter((isLost) => isLost);
    const finding = {
      expected: `the lines that were ordered at table ${tableId}`,
      actual: `fewer after ${length} of ${losses.length} restarts`,
      exchanges: callsAbout(world, orders[0]),
      cause: 'lines lost by a restart',
    };
    world.check('table/lines-follow-orders', length >= certainlyLost ? failed(finding) : passed);
  },
});

type Table = MeasuredTable & ReturnType<typeof createMeasuring>;

/** Of the other one nothing but its key comes again: a till may learn that anew from its message. */
type Orders = readonly [order: SentCommand, other: SentCommand];

/** Orders that were handled, one of them repeated in vain: whoever enters it again without a restart is told so elsewhere. */
const handled = async (world: World, table: Table): Promise<Orders> => {
  const before = await table.before();
  const [order, other] = [await world.till.send(table.order()), await world.till.send(table.order())];
  for (const sent of [order, other]) {
    await settled(world, sent, 1);
    if (!wasAccepted(world, sent)) throw unmet('an order of a listing in stock was not accepted');
  }
  await repeat(world, order);
  await retry(world, table, order);
  const after = await table.after();
  if (before === undefined || after === undefined) throw unmet('the table could not be read');
  if (timesApplied(table.control, { before, after }, 2) !== 2)
    throw unmet('the till already handles repeated orders wrongly without a restart');
  return [order, other];
};

const repeat = async (world: World, sent: SentCommand): Promise<void> => {
  const lifecycle = lifecycleOf(world, sent);
  world.till.deliverAgain(sent.messageId);
  await settled(world, sent, (lifecycle ? deletedTimes(lifecycle) : 0) + 1);
};

const retry = async (world: World, table: Table, { idempotencyKey }: SentCommand): Promise<void> => {
  await settled(world, await world.till.send({ ...table.order(), idempotencyKey }), 1);
};

/** Everything is handled, and a bill waits for its payment. */
const atRest = async (world: World, table: Table, [order, other]: Orders): Promise<boolean> => {
  const from = world.till.mark();
  const before = await table.before();
  const billed = await ask(world, billPreparation(atTable(table.tableId)));
  if (billed.kind === 'answered') await settled(world, billed.sent, 1);
  await restart(world);
  const restarted = await table.after();
  if (billed.kind === 'answered') {
    await repeat(world, billed.sent);
    await release(world, readBill(billed.body).posBillId);
  }
  const told = (after: Measures | undefined, than: Measures | undefined, sent: SentCommand, how: string) =>
    outcomeOf(world, table, { before: than, after, from, expected: 0, how, sent });
  await repeat(world, order);
  const repeated = await table.after();
  world.check('queue/duplicate-not-applied', told(repeated, restarted, order, 'by its message'));
  await retry(world, table, other);
  world.check('queue/idempotency-key', told(await table.after(), repeated, other, byKey));
  return isLess(table, before, restarted);
};

const isAbout =
  (messageId: string) =>
  (callback: { readonly messageId: string }): boolean =>
    callback.messageId === messageId;

interface Moment {
  readonly how: string;
  /** What it is killed in. */
  readonly begin: (world: World, sent: SentCommand, from: number) => Promise<void>;
}

const atWork: readonly Moment[] = [
  {
    how: 'before its result was taken',
    async begin({ till, clock, patienceMs }, { messageId }, from) {
      till.answerCallbacks(messageId, ['silence']);
      await till.next('receive', {
        from,
        matches: ({ messages }) => messages.some((message) => message.messageId === messageId),
        withinMs: patienceMs,
      });
      await clock.sleep(atWorkMs);
    },
  },
  {
    how: 'before it was deleted',
    async begin({ till, patienceMs }, { messageId }, from) {
      till.misbehave({ kind: 'drop-before', action: 'DeleteMessage', times: 10 });
      await till.next('callback', { from, matches: isAbout(messageId), withinMs: patienceMs });
    },
  },
];

const inTheMiddle = async (world: World, table: Table, { how, begin }: Moment): Promise<boolean> => {
  const { till } = world;
  const before = await table.before();
  const from = till.mark();
  const sent = await till.send(table.order());
  await begin(world, sent, from);
  await restart(world).finally(() => till.behave());
  till.expireVisibility(sent.messageId);
  const outcome = await settled(world, sent, 1);
  const after = await table.after();
  const expected = wasAccepted(world, sent) ? 1 : 0;
  world.check(
    'queue/duplicate-not-applied',
    outcome === 'unanswered'
      ? notExercised(`an order was not answered after a restart ${how}`)
      : outcomeOf(world, table, { before, after, from, expected, how, sent }),
  );
  return isLess(table, before, after, expected);
};

/** Kills the till and has it started again; it is up once it has answered. */
const restart = async (world: World): Promise<void> => {
  const { till, triggers, clock } = world;
  const from = till.mark();
  world.progress('killing the till and starting it again');
  available(await triggers.fire('restartTill', {}));
  requireSame(world, from);
  const { messageId } = await till.send(harmless(world));
  const matches = isAbout(messageId);
  const until = clock.now() + upMs;
  while ((await till.next('callback', { from, matches, withinMs: askedAgainMs })) === undefined) {
    requireSame(world, from);
    if (clock.now() > until)
      throw unmet(`the till answered nothing for ${upMs / 1000} s after its restart`, 'triggers.restartTill');
    // One that was killed with it comes again after 30 s.
    till.expireVisibility(messageId);
  }
  requireSame(world, from);
};

const requireSame = ({ till }: World, from: number): void => {
  if (till.traffic().some(({ kind, n }) => kind === 'activation' && n >= from))
    throw unmet(
      'the till activated again when it started, so it kept no data: start it with the data it had',
      'triggers.restartTill',
    );
};

interface Seen {
  readonly before: Measures | undefined;
  readonly after: Measures | undefined;
  readonly from: number;
  readonly expected: number;
  readonly how: string;
  readonly sent: SentCommand;
}

const outcomeOf = (world: World, { tableId, control }: MeasuredTable, seen: Seen): CheckOutcome => {
  const { before, after, from, expected, how, sent } = seen;
  if (before === undefined || after === undefined) return notExercised('the table could not be read after a restart');
  const times = timesApplied(control, { before, after }, expected);
  if (times === undefined) return notExercised('an order changes neither lines nor totals of its table');
  if (times <= expected) return passed;
  if (isWaiterAtWork(world, { tableId, from })) return waiterAtWork;
  return failed({
    expected: `${expected === 0 ? 'nothing more' : 'one order'} at table ${tableId}`,
    actual: `the table grew by ${times}: the order was repeated ${how}, and the till started anew in between`,
    exchanges: callsAbout(world, sent),
    cause: how === byKey ? 'applied again under the same key after a restart' : 'applied again after a restart',
  });
};

/** All that can be counted has grown by less than what was accepted, and nobody took anything off. */
const isLess = (
  { control }: MeasuredTable,
  before: Measures | undefined,
  after: Measures | undefined,
  accepted = 0,
): boolean =>
  before !== undefined && after !== undefined && (mostApplied(control, { before, after }) ?? accepted) < accepted;
