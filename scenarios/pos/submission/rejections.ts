import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { atTable } from '../../arrange/till/commands.ts';
import { freshId } from '../../arrange/identity.ts';
import { notExercised, passed } from '../../outcome.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { pricesIn, submitOne, type Submitted, type Wanted } from '../../arrange/till/orders.ts';
import { beganSession } from '../../arrange/till/closed-order.ts';
import { readField } from '../../arrange/till/read-results.ts';
import { look } from '../../arrange/till/tables.ts';
import { accepted, allListed, bothWays, judgeRejection, wholeOutcome } from './rejection-check.ts';
import {
  nothingLeft,
  delistedReason,
  unknownReason,
  closedReason,
  paidReason,
  closingReason,
  stalePrice,
  type Expected,
} from './expected-rejections.ts';
import { checkParts } from './submission-check.ts';
import { type AcceptedOrderBaseline, findAcceptedOrder } from './accepted-order.ts';
import { leftAtTable } from './left-at-table.ts';
import { type RejectedAlone, rejectedTogether } from './rejected-together.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [
  'submission/result-body',
  'submission/contexts',
  'submission/rejection-reasons',
  'submission/partial-is-failure',
  'submission/snapshot-and-receipt',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineTillScenario({
  id: 'pos/submission-rejections',
  title: 'What cannot be accepted is rejected, for the reason that fits',
  phase: 'order',
  touches: [],
  takesLong: true,
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  async run(world) {
    const baseline = await findAcceptedOrder(world);
    if (baseline.kind === 'blocked') return baseline.outcome;
    const { outOfStock = [], delisted = [] } = world.fixtures.listings ?? {};
    const configured = [
      ...(await rejectAll(world, baseline, outOfStock.slice(0, 1), nothingLeft)),
      ...(await rejectAll(world, baseline, delisted.slice(-1), delistedReason)),
    ];
    const madeUp = await rejectAll(world, baseline, [freshId()], unknownReason);
    const outcomes = [
      ...configured.map(({ outcome }) => outcome),
      ...(await tooMany(world, baseline)),
      ...(await atClosedTable(world, baseline)),
      // What is made up needs no fixture, yet alone it says little of the reasons.
      ...madeUp.flatMap(({ outcome }) => (outcome.status === 'passed' ? [] : [outcome])),
    ];
    for (const outcome of outcomes.length > 0 ? outcomes : [nothingToReject])
      world.check('submission/rejection-reasons', outcome);
    await atClosingTable(world, baseline);
    await atStalePrice(world, baseline);
    await prepaidToo(world, baseline, configured);
    await together(world, baseline);
    const badListing = [...configured, ...madeUp].find(({ rejected }) => rejected)?.listingId;
    await partly(world, baseline, badListing);
    const send: AcceptedOrderBaseline['send'] = async (...order) => {
      const submitted = await baseline.send(...order);
      if (submitted.kind === 'submitted') checkParts(world, submitted);
      return submitted;
    };
    const alone = [...configured, ...madeUp].flatMap(({ alone: one }) => one ?? []);
    const whole = (submitted: Submitted) => wholeOutcome(baseline, submitted);
    await rejectedTogether(world, { ...baseline, whole, send }, alone);
    if (badListing !== undefined) await leftAtTable(world, { ...baseline, send }, badListing);
  },
});

const nothingToReject = notExercised('only a made-up listing could be tried', 'pos.fixtures.listings.outOfStock');

interface Rejection {
  readonly listingId: string;
  readonly rejected: boolean;
  readonly outcome: CheckOutcome;
  readonly alone?: RejectedAlone;
}

const rejectAll = async (
  world: World,
  baseline: AcceptedOrderBaseline,
  listingIds: readonly string[],
  expected: Expected,
): Promise<readonly Rejection[]> => {
  const rejections: Rejection[] = [];
  for (const listingId of listingIds) {
    const submitted = await baseline.send([{ listingId, quantity: 1 }]);
    if (submitted.kind === 'submitted') {
      checkParts(world, submitted);
      const rejected = submitted.result.success === false;
      const beside = { ...expected, what: `${expected.what}, ordered with another that cannot be had,` };
      const judge = (together: Submitted) => judgeRejection(baseline, together, beside);
      const alone = rejected && { alone: { listingId, items: submitted.result.rejected ?? [], judge } };
      rejections.push({ listingId, rejected, outcome: judgeRejection(baseline, submitted, expected), ...alone });
    } else rejections.push({ listingId, rejected: false, outcome: unanswered(submitted) });
  }
  return rejections;
};

/** One more than there are. Whether any are left is only asked where the till says none are: asking uses one up. */
const tooMany = async (world: World, baseline: AcceptedOrderBaseline): Promise<readonly CheckOutcome[]> => {
  const limited = world.fixtures.listings?.limited?.at(-1);
  if (limited === undefined) return [];
  const { id: listingId, max } = limited;
  const submitted = await baseline.send([{ listingId, quantity: max + 1 }]);
  if (submitted.kind !== 'submitted') return [unanswered(submitted)];
  checkParts(world, submitted);
  const expected: Expected = {
    what: `${max + 1} of a listing of which there are ${max}`,
    right: ['INSUFFICIENT_STOCK'],
    near: [],
  };
  const saysNone = submitted.result.reasons.includes('OUT_OF_STOCK');
  if (saysNone && !accepted(await baseline.send([{ listingId, quantity: 1 }])))
    return [notExercised('the limited listing has been sold out', 'pos.fixtures.listings.limited')];
  return [judgeRejection(baseline, submitted, expected)];
};

/** A closed table takes no order, whether or not it is paid already. */
const atClosedTable = async (world: World, baseline: AcceptedOrderBaseline): Promise<readonly CheckOutcome[]> => {
  const tableId = world.claims.STATION ? world.fixtures.tables?.closed?.at(-1) : undefined;
  if (tableId === undefined) return [];
  await world.tables.take([tableId]);
  const looked = await look(world, tableId);
  const status = looked.kind === 'looked' ? (looked.table.snapshot?.status ?? looked.table.currentStatus) : undefined;
  if (status === 'OPEN')
    return [notExercised('the table that is configured as closed is open', 'pos.fixtures.tables.closed')];
  const { listingId, menu } = baseline;
  const context = atTable(tableId);
  const submitted = await baseline.send([{ listingId, quantity: 1 }], context);
  if (submitted.kind !== 'submitted') return [unanswered(submitted)];
  checkParts(world, submitted);
  if (await beganSession(world, tableId, submitted)) return [nextSession];
  const first = judgeRejection(baseline, submitted, closedReason);
  if (first.status !== 'passed' || submitted.prepaid || !world.claims.prepaid) return [first];
  const paid = await submitOne(world, { context, listingId, prepaid: true, menu });
  if (paid.kind !== 'submitted') return [first, unanswered(paid)];
  checkParts(world, paid);
  // Its price could only be guessed, so no refusal says anything.
  const isTaken = paid.result.success === true && !(await beganSession(world, tableId, paid));
  return isTaken ? [first, judgeRejection(baseline, paid, paidReason)] : [first];
};

const nextSession = notExercised('an order at the closed table began its next session', 'pos.fixtures.tables.closed');

/** States and transitions: mutations may be rejected while a table is closing. */
const atClosingTable = async (world: World, baseline: AcceptedOrderBaseline): Promise<void> => {
  const tableId = world.claims.STATION ? world.fixtures.tables?.closing?.at(-1) : undefined;
  if (tableId === undefined) return;
  const submitted = await baseline.send([{ listingId: baseline.listingId, quantity: 1 }], atTable(tableId));
  if (submitted.kind !== 'submitted') return world.check('submission/rejection-reasons', unanswered(submitted));
  checkParts(world, submitted);
  const { success } = submitted.result;
  world.observe('assume/table-status-transitions', `orders are ${success ? 'accepted' : 'rejected'} while closing`);
  if (success === false)
    world.check('submission/rejection-reasons', judgeRejection(baseline, submitted, closingReason));
};

/** Whether an item carries a price is not finalised, so a till may look at none, unless that has been agreed. */
const atStalePrice = async (world: World, baseline: AcceptedOrderBaseline): Promise<void> => {
  const [price] = pricesIn(baseline.menu, baseline.listingId);
  if (price === undefined) return;
  const unitPrice = { ...price.money, value: price.money.value + 1 };
  const submitted = await baseline.send([{ listingId: baseline.listingId, quantity: 1, unitPrice }]);
  if (submitted.kind !== 'submitted') return;
  checkParts(world, submitted);
  const { success, reasons } = submitted.result;
  world.observe(
    'assume/unfinalised-shapes',
    `an item at another unitPrice was ${success ? 'accepted' : `rejected as ${excerpt(reasons)}`}`,
  );
  const shapes = world.assumed('assume/unfinalised-shapes');
  const agreed = readField(readField(readField(shapes, 'order-item'), 'properties'), 'unitPrice') !== undefined;
  if (success === false || agreed)
    world.check('submission/rejection-reasons', judgeRejection(baseline, submitted, stalePrice));
};

/** What cannot be had cannot be had for money either: what was just rejected is ordered once more, and paid for. */
const prepaidToo = async (
  world: World,
  { menu, context, exchange }: AcceptedOrderBaseline,
  rejections: readonly Rejection[],
): Promise<void> => {
  const rejection = rejections.find(({ rejected }) => rejected);
  if (rejection === undefined || !world.claims.prepaid || !world.claims.postpaid) return;
  const submitted = await submitOne(world, { context, listingId: rejection.listingId, prepaid: true, menu });
  if (submitted.kind !== 'submitted') return world.check('submission/rejection-reasons', unanswered(submitted));
  checkParts(world, submitted);
  if (submitted.result.success !== true) return;
  const isOut = world.fixtures.listings?.outOfStock?.includes(rejection.listingId) === true;
  const { right } = isOut ? nothingLeft : delistedReason;
  const paid: Expected = { what: 'A listing that was rejected just before, now prepaid,', right, near: [] };
  world.check('submission/rejection-reasons', judgeRejection({ exchange }, submitted, paid));
};

/** Two listings in stock, one of them twice: all of it is accepted, and said to be. */
const together = async (world: World, baseline: AcceptedOrderBaseline): Promise<void> => {
  const other = (world.fixtures.listings?.inStock ?? []).find((listingId) => listingId !== baseline.listingId);
  if (other === undefined) return;
  const wanted: readonly Wanted[] = [
    { listingId: other, quantity: 1 },
    { listingId: baseline.listingId, quantity: 2 },
  ];
  const submitted = await baseline.send(wanted);
  if (submitted.kind !== 'submitted') return world.check('submission/result-body', unanswered(submitted));
  checkParts(world, submitted);
  if (submitted.result.success === true) world.check('submission/result-body', allListed(baseline, submitted, wanted));
};

const partly = async (world: World, baseline: AcceptedOrderBaseline, badListing: string | undefined): Promise<void> => {
  if (badListing === undefined) {
    world.check('submission/partial-is-failure', notExercised('nothing that was tried alone was rejected'));
    return;
  }
  const good: Wanted = { listingId: baseline.listingId, quantity: 1 };
  const bad: Wanted = { listingId: badListing, quantity: 1 };
  // A till that judges an order by its first or its last item is caught by the other order.
  for (const items of [
    [good, bad],
    [bad, good],
  ]) {
    const submitted = await baseline.send(items);
    if (submitted.kind !== 'submitted') {
      world.check('submission/partial-is-failure', unanswered(submitted));
      continue;
    }
    checkParts(world, submitted);
    const wrong = wholeOutcome(baseline, submitted) ?? bothWays(baseline, submitted, badListing);
    world.check('submission/partial-is-failure', wrong ?? passed);
  }
};
