import { leavesRepeats } from '../../arrange/till/leaves-repeats.ts';
import type { CheckOutcome } from '#schemas';
import { leftOutcome } from '../../arrange/till/answered-before.ts';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { atTable, billPreparation } from '../../arrange/till/commands.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';
import { letGo, prepareCurrent, release } from '../../arrange/till/bills.ts';
import { sameElements } from '../../arrange/json-compare.ts';
import { addToTable } from '../../arrange/till/lines.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { leftToSchedules } from './left-to-queue.ts';
import { soonMs } from '../../arrange/till/passing-failure.ts';
import { readBill } from '../../arrange/till/read-results.ts';
import { openTable, type OpenTable, openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld, SentCommand, TrafficOf } from '../../context/pos.ts';
import { isAccepted, isDeleted } from '#traffic/laws';
import { lifecycleOf, leftAgain, settled } from './settlement.ts';

type World = PosWorld<'queue/idempotency-key' | 'queue/result-not-lost' | 'queue/duplicate-same-result'>;

export default defineOrderScenario({
  id: 'pos/queue-repeated-bill',
  title: 'A request for a bill that is repeated leads to the same bill',
  needs: ['pos.fixtures.tables.open'],
  covers: ['queue/idempotency-key', 'queue/result-not-lost', 'queue/duplicate-same-result'],
  run: (world) => repeat(world),
});

/** Returns why nothing could be repeated. */
const repeat = async (world: World): Promise<CheckOutcome | undefined> => {
  if (isLeftOut(world, 'repeats of a bill')) return leftToSchedules;
  const { till } = world;
  const seated = await openTable(world, 'bill');
  await unlessUnmet(addToTable(world, seated));
  const now = await openTableAt(world, seated.tableId);
  const checkpoint = now.kind === 'seated' ? now.snapshot.updatedAt : undefined;
  const command = billPreparation(atTable(seated.tableId), checkpoint === undefined ? {} : { checkpoint });
  const sent = await till.send(command);
  const first = (await settled(world, sent, 1)) === 'settled' ? billsOf(world, sent)[0] : undefined;
  if (first === undefined) return notExercised('no bill was prepared that could be asked for again');
  till.deliverAgain(sent.messageId);
  if (
    (await settled(world, sent, 2)) !== 'settled' &&
    leavesRepeats(till.traffic(), world.clock.now(), sent.messageKind)
  ) {
    await release(world, first.posBillId);
    return leftAgain;
  }
  const refused = await refusedEachTime(world, sent, first.callback.at);
  const { idempotencyKey, groupId } = sent;
  const retry = await till.send({ ...command, idempotencyKey, groupId });
  await settled(world, retry, 1);
  world.check('queue/idempotency-key', answeredOutcome(world, first, retry));
  const bills = [first, ...billsOf(world, sent), ...billsOf(world, retry)].map(({ posBillId }) => posBillId);
  for (const posBillId of new Set(bills)) await release(world, posBillId);
  const again = refused && now.kind === 'seated' ? await refusedWithoutNeed(world, now, refused) : undefined;
  if (again) world.check('queue/duplicate-same-result', again);
  await lose(world, seated.tableId);
  return undefined;
};

/** As often in a row no till is busy by chance. */
const refusedOften = 3;

/** The last of the refusals of a request whose bill was taken at `takenAt`, and that has come again since, each time in vain. */
const refusedEachTime = async (
  world: World,
  sent: SentCommand,
  takenAt: number,
): Promise<TrafficOf<'callback'> | undefined> => {
  for (let times = 2; ; times++) {
    const later = (lifecycleOf(world, sent)?.callbacks ?? []).filter((one) => one.at > takenAt && isAccepted(one));
    const refusals = later.filter(({ body }) => readBill(body).success === false);
    if (refusals.length === 0 || refusals.length < later.length) return undefined;
    if (refusals.length >= refusedOften) return refusals.at(-1);
    if (times > refusedOften) return undefined;
    await world.clock.sleep(soonMs, world.signal);
    world.till.deliverAgain(sent.messageId);
    await settled(world, sent, times + 1);
  }
};

/**
 * Endpoints › Queue delivery › 3: the same result where possible. It was, where all still stands on the table, and a bill of it is
 * given as soon as the first one is let go of.
 */
const refusedWithoutNeed = async (
  world: World,
  { tableId, snapshot, exchange }: OpenTable,
  refused: TrafficOf<'callback'>,
): Promise<CheckOutcome | undefined> => {
  const fresh = await unlessUnmet(letGo(world, prepareCurrent(world, tableId)));
  if (fresh?.kind !== 'prepared') return undefined;
  const isAsItWas = sameElements(snapshot.lines ?? [], fresh.seat.snapshot.lines ?? []);
  if (fresh.bill.success !== true || !isAsItWas) return undefined;
  const { reasonCode = 'none' } = readBill(refused.body);
  return failed({
    expected: `the bill that was prepared for ${refused.messageId}, or no result`,
    actual: `success false, reasonCode ${reasonCode}, ${refusedOften} times`,
    exchanges: [exchange, refused.exchange, fresh.exchange],
    cause: 'a bill refused when delivered again',
  });
};

/** The result of one is lost on its way: whether it is then sent as it was, or its message is deleted all the same, laws tell. */
const lose = async (world: World, tableId: string): Promise<void> => {
  const now = await openTableAt(world, tableId);
  const checkpoint = now.kind === 'seated' ? now.snapshot.updatedAt : undefined;
  const sent = await world.till.send(billPreparation(atTable(tableId), checkpoint === undefined ? {} : { checkpoint }));
  world.till.answerCallbacks(sent.messageId, [{ status: 503 }]);
  const left = (await settled(world, sent, 1)) === 'unanswered' ? await leftOutcome(world, sent) : undefined;
  if (left) world.check('queue/result-not-lost', left);
  for (const posBillId of new Set(billsOf(world, sent).map((bill) => bill.posBillId))) await release(world, posBillId);
};

interface Bill {
  readonly posBillId: string;
  readonly callback: TrafficOf<'callback'>;
}

/** The bills a message led to. A refusal says nothing of them. */
const billsOf = (world: World, sent: SentCommand): readonly Bill[] =>
  (lifecycleOf(world, sent)?.callbacks ?? []).flatMap((callback) => {
    const { success, posBillId } = readBill(callback.body);
    return success === true && posBillId !== undefined ? [{ posBillId, callback }] : [];
  });

/** Failures of the moment, which say nothing of the bill. */
const temporary = ['POS_OFFLINE_OR_BUSY', 'FISCAL_ERROR'];

/** A new messageId is answered under that id; only one that was handled before may be skipped. */
const answeredOutcome = (world: World, first: Bill, retry: SentCommand): CheckOutcome => {
  const lifecycle = lifecycleOf(world, retry);
  const callbacks = lifecycle?.callbacks ?? [];
  const expected = `posBillId ${JSON.stringify(first.posBillId)} as the result of ${retry.messageId}`;
  if (callbacks.length === 0 && lifecycle !== undefined && isDeleted(lifecycle))
    return failed({
      expected,
      actual: 'deleted, and no callback',
      exchanges: [first.callback.exchange],
      cause: 'no result under the same key',
    });
  const refused = callbacks.find(({ body }) => readBill(body).success === false);
  if (refused === undefined) return sameBill(first, billsOf(world, retry), 'asked for again under its idempotencyKey');
  const { reasonCode = 'none' } = readBill(refused.body);
  if (temporary.includes(reasonCode)) return notExercised(`a bill that was asked for again was refused: ${reasonCode}`);
  return failed({
    expected,
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [first.callback.exchange, refused.exchange],
    cause: 'refused under the same key',
  });
};

const sameBill = (first: Bill, bills: readonly Bill[], how: string): CheckOutcome => {
  const other = bills.find(({ posBillId }) => posBillId !== first.posBillId);
  if (other === undefined) return bills.length > 0 ? passed : notExercised('the bill asked for again was not answered');
  return failed({
    message: `A request for a bill that was ${how} was answered with another bill, so the platform may pay a void one; answer with the bill that was prepared first.`,
    expected: `posBillId ${JSON.stringify(first.posBillId)}, or no result`,
    actual: `posBillId ${JSON.stringify(other.posBillId)}`,
    exchanges: [first.callback.exchange, other.callback.exchange],
    cause: `another bill when ${how}`,
  });
};
