import fc from 'fast-check';
import { isWaiterAtWork, waiterAtWork } from '../../arrange/till/waiter.ts';
import type { CheckOutcome } from '#schemas';
import { isDeleted } from '#traffic/laws';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { eventually } from '../../arrange/eventually.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { shownWith } from '../../arrange/till/just-seen.ts';
import type { OpenTable } from '../../arrange/till/tables.ts';
import { holds } from '../../arrange/property.ts';
import { readSubmission } from '../../arrange/till/read-results.ts';
import { failed, notExercised, outcomeOf, passed, Unmet, unmet } from '../../outcome.ts';
import type { PosWorld, SentCommand, TrafficOf } from '../../context/pos.ts';
import { measured, type OrderableTable, seatToOrder } from './measured-table.ts';
import {
  grown,
  type Measures,
  measuresOf,
  mostApplied,
  type ObservedChange,
} from '../../arrange/till/order-effects.ts';
import { alikeLooks } from './alike-looks.ts';
import { lifecycleOf, settled, sharedGroup, takenOf } from './settlement.ts';

type World = PosWorld<'queue/unlike-orders-apply'>;

/** Equal payloads, each under a messageId and an idempotencyKey of its own. */
interface Alike {
  readonly orders: number;
  /** All at once, or each once the one before is answered. */
  readonly together: boolean;
  /** Behind each other in one group, or beside each other. */
  readonly sameGroup: boolean;
}

export default defineOrderScenario({
  id: 'pos/queue-unlike-orders',
  title: 'Orders that are alike, and are not one, are all applied',
  covers: ['queue/unlike-orders-apply'],
  async run(world) {
    let at = world.fixtures.tables?.open?.[0];
    const outcome = await outcomeOf(ordersAlike(world, (tableId) => (at = tableId)));
    if (outcome.status !== 'not-exercised') return outcome;
    return (at !== undefined && (await alikeLooks(world, at))) || outcome;
  },
});

const ordersAlike = async (world: World, ordersAt: (tableId: string) => void): Promise<CheckOutcome> => {
  const seat = await seatToOrder(world, 'alike');
  ordersAt(seat.tableId);
  // What a waiter adds to the two that are compared with would be missed later on.
  const from = world.till.mark();
  const control = await twoInTurn(world, seat);
  if (isLeftOut(world, 'alike orders that are sent at once')) return passed;
  const property = {
    name: 'alike',
    runs: { quick: 2, standard: 2, thorough: 12 },
    attempt: (alike: Alike) => attempt(world, { ...seat, from }, control, alike),
  };
  return await holds(world, property, plans, [{ orders: 2, together: true, sameGroup: false }]);
};

const plans: fc.Arbitrary<Alike> = fc.record({
  orders: fc.integer({ min: 2, max: 3 }),
  together: fc.boolean(),
  sameGroup: fc.boolean(),
});

/** What one more order changes, once there was one like it. */
const twoInTurn = async (world: World, seat: OrderableTable): Promise<ObservedChange> => {
  // A note of their own sets the two apart from whatever was ordered here before.
  const note = freshId();
  const named = beginningAlike();
  const first = await place(world, seat, { note, ...named(0) });
  if (first.kind !== 'applied') throw unmet('an order of a listing in stock was not accepted');
  const second = await place(
    world,
    { ...seat, seat: first.seat },
    { note, ...named(1) },
    (after) => grown({ before: first.measures, after }).size > 0,
  );
  if (second.kind === 'lost') throw new Unmet(second.outcome);
  const control = { before: first.measures, after: second.measures };
  if (grown(control).size > 0) return control;
  const seen = [...grown({ before: seat.before, after: first.measures }).keys()].some((path) => path !== 'lines');
  if (!seen) throw unmet('an order changes neither lines nor totals of its table');
  throw new Unmet(
    notApplied(
      'the table as it was after the first of two orders',
      [first.sent, second.sent].flatMap((sent) => takenOf(world, sent)?.exchange ?? []),
    ),
  );
};

type Named = Pick<SentCommand, 'messageId' | 'idempotencyKey'>;

/**
 * Ids and keys of their own that begin alike, and of the first two only a capital tells one from the other: whoever keeps a
 * part of one, or folds its letters, takes the next for a repeat. Each has another capital, so that none is another in small letters.
 */
const beginningAlike = (): ((count: number) => Named) => {
  const [id, key] = [freshId(), freshId()].map((one) => one.slice(0, -2));
  return (count) => ({ messageId: `${id}X${'aAbB'[count]}`, idempotencyKey: `${key}Y${'aAbB'[count]}` });
};

/** The same with ids and keys that end alike. */
const endingAlike = (): (() => Named) => {
  const [id, key] = [freshId(), freshId()].map((one) => one.slice(8));
  return () => ({ messageId: freshId().slice(0, 8) + id, idempotencyKey: freshId().slice(0, 8) + key });
};

const attempt = async (
  world: World,
  { tableId, order, from }: OrderableTable & { readonly from: number },
  control: ObservedChange,
  { orders, together, sameGroup }: Alike,
): Promise<CheckOutcome> => {
  const before = await measured(world, tableId);
  if (before === undefined) return unread;
  const [note, groupId] = [freshId(), freshId()];
  const named = orders % 2 === 0 ? endingAlike() : beginningAlike();
  const sent: SentCommand[] = [];
  for (let count = 0; count < orders; count++) {
    const command = order(note);
    const group = sameGroup ? sharedGroup(world, command.messageKind, groupId) : freshId();
    const one = await world.till.send({ ...command, groupId: group, ...named(count) });
    sent.push(one);
    if (!together) await settled(world, one, 1);
  }
  for (const one of sent) await settled(world, one, 1);
  const fates = sent.map((one) => lineOutcome(world, one));
  const wrong = fates.find((fate) => fate.kind === 'lost');
  // One that was accepted shows that the listing is there to be ordered.
  if (wrong)
    return fates.some(({ kind }) => kind === 'accepted') ? wrong.outcome : notExercised('no order was accepted');
  const unknown = fates.find((fate) => fate.kind === 'unknown');
  if (unknown) return unknown.outcome;
  const isAll = (after: Measures) => (mostApplied(control, { before, after }) ?? 0) >= orders;
  const after = await measuredOnce(world, tableId, isAll);
  if (after === undefined) return unread;
  const most = mostApplied(control, { before, after });
  if (most === undefined) return notExercised('an order changes neither lines nor totals of its table');
  if (most >= orders) return passed;
  if (isWaiterAtWork(world, { tableId, from })) return waiterAtWork;
  return notApplied(
    `it grew by ${most} of ${orders} orders, sent ${together ? 'at once' : 'one after the other'}`,
    sent.flatMap((one) => takenOf(world, one)?.exchange ?? []),
  );
};

const unread = notExercised('the table could not be read', 'pos.fixtures.tables.open');

const message =
  'The table lacks some of several accepted orders with equal contents; two guests may want the same. Recognise a repeat by its whole messageId or idempotencyKey, never by its contents, and apply changes of one table one after the other.';

const notApplied = (actual: string, exchanges: readonly number[]): CheckOutcome =>
  failed({
    message,
    expected: 'every order that was accepted on the table',
    actual,
    exchanges,
    cause: 'an order like an earlier one not applied',
  });

type Fate =
  | { readonly kind: 'accepted'; readonly taken: TrafficOf<'callback'> }
  /** Passed over, or rejected although there is nothing wrong with it but that it is like another. */
  | { readonly kind: 'lost'; readonly outcome: CheckOutcome }
  | { readonly kind: 'unknown'; readonly outcome: CheckOutcome };

const usedUp = ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'ORDER_CLOSED'];

const lineOutcome = (world: World, sent: SentCommand): Fate => {
  const taken = takenOf(world, sent);
  if (taken !== undefined) {
    const { success, reasons } = readSubmission(taken.body);
    if (success === true) return { kind: 'accepted', taken };
    if (success === undefined || reasons.length === 0 || reasons.some((reason) => usedUp.includes(reason)))
      return { kind: 'unknown', outcome: notExercised(`an order was rejected as ${excerpt(reasons)}`) };
    return lost(`rejected as ${excerpt(reasons)}`, [taken.exchange]);
  }
  const lifecycle = lifecycleOf(world, sent);
  return lifecycle !== undefined && isDeleted(lifecycle) && lifecycle.callbacks.length === 0
    ? lost(`${sent.messageKind} ${sent.messageId} deleted without a result`, [])
    : { kind: 'unknown', outcome: notExercised('an order was not answered') };
};

const lost = (actual: string, exchanges: readonly number[]): Fate => ({
  kind: 'lost',
  outcome: failed({
    message,
    expected: 'success true',
    actual,
    exchanges,
    cause: 'an order like an earlier one refused',
  }),
});

/** An answer may come before its effect. */
const measuredOnce = async (
  world: World,
  tableId: string,
  isEnough: (measures: Measures) => boolean,
): Promise<Measures | undefined> =>
  await eventually(
    world,
    () => measured(world, tableId),
    (measures) => measures === undefined || isEnough(measures),
    { pauseMs: 500 },
  );

const place = async (
  world: World,
  { seat, order, before }: OrderableTable,
  { note, ...named }: { readonly note: string } & Named,
  isEnough = (after: Measures): boolean => grown({ before, after }).size > 0,
): Promise<
  | Extract<Fate, { kind: 'lost' }>
  | { readonly kind: 'applied'; readonly measures: Measures; readonly seat: OpenTable; readonly sent: SentCommand }
> => {
  const sent = await world.till.send({ ...order(note), ...named });
  await settled(world, sent, 1);
  const fate = lineOutcome(world, sent);
  if (fate.kind === 'unknown') throw new Unmet(fate.outcome);
  if (fate.kind === 'lost') return fate;
  const shown = shownWith(world, seat, { result: readSubmission(fate.taken.body), exchange: fate.taken.exchange });
  const told = shown && measuresOf(shown.snapshot);
  const measures = told && isEnough(told) ? told : await measuredOnce(world, seat.tableId, isEnough);
  if (measures === undefined) throw new Unmet(unread);
  return { kind: 'applied', measures, seat: shown ?? seat, sent };
};
