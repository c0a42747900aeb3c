import { repeatDeletionMs } from '../../arrange/till/deletes-nothing.ts';
import type { CheckOutcome } from '#schemas';
import { leftOutcome } from '../../arrange/till/answered-before.ts';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { excuse } from '../../arrange/till/bill-excuse.ts';
import { noneToPay, prepare, prepareCurrent, type Prepared, release } from '../../arrange/till/bills.ts';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { lineSelector } from '../../arrange/till/commands.ts';
import { excerpt, isSameJson } from '../../arrange/json-compare.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { justSeen } from '../../arrange/till/just-seen.ts';
import { addTwoLines } from '../../arrange/till/lines.ts';
import { failed, notExercised, outcomeOf, passed, Unmet, unlessUnmet, unmet } from '../../outcome.ts';
import type { PosWorld, SentCommand, TrafficOf } from '../../context/pos.ts';
import { type Neighbour, payNext } from './next-payment.ts';
import { type Paid, pay } from './paid-bill.ts';
import { look, snapshotIn } from '../../arrange/till/tables.ts';
import { lookAfterPayment, type Looks, visibleOutcome } from './table-payments.ts';

const covers = [
  'bill/unpaid-lines',
  'payment/applied-once',
  'payment/visible-in-table',
  'queue/result-not-lost',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/payment-part',
  title: 'What one guest has paid for is billed to nobody else, and the rest still is',
  takesLong: true,
  sitsAtTwo: true,
  needs: ['pos.fixtures.tables.open'],
  covers,
  provokes: ['queue/duplicate-same-result'],
  run: async (world) => await payPart(world),
});

const payPart = async (world: World): Promise<CheckOutcome | undefined> => {
  const added = await addTwoLines(world, 'part');
  const { tableId, ids } = added;
  const items = [lineSelector(ids[0])];
  const [, , seat] = added.seats;
  const isRestLeftOut = isLeftOut(world, 'the bill and the payment of the other guest');
  const whole = isRestLeftOut ? undefined : await billed(world, tableId);
  await release(world, whole?.bill.posBillId);
  const part = await billed(world, tableId, { items, known: justSeen(world, seat) });
  // A bill for all of the table pays for all of it.
  if (whole && isSameJson(part.bill.totals, whole.bill.totals))
    return notExercised('the bill for one line is the bill of the whole table (see bill/subset)');
  const prepareAnew = () => billed(world, tableId, { items });
  const paid = await unlessUnmet(pay(world, part, prepareAnew));
  if (paid?.kind !== 'paid') return notExercised('no payment was applied');
  const rest = whole && (await billOfRest(world, tableId));
  let released: SentCommand | undefined;
  if (whole && rest?.kind === 'prepared') {
    released = await release(world, rest.bill.posBillId);
    world.check('bill/unpaid-lines', restOutcome(rest, { whole, part, paid: paid.exchange }));
  }
  // Once the payment of the others has failed, which makes nobody's line unpaid.
  world.check(
    'bill/unpaid-lines',
    await outcomeOf(notAgain(world, tableId, { items, earlier: part, paid: paid.exchange })),
  );
  if (rest?.kind !== 'prepared') return undefined;
  await unlessUnmet(payOther(world, { tableId, items: [lineSelector(ids[1])], rest, first: paid, released }));
  return undefined;
};

/** What is left is still to be paid, whatever the table says of itself: whoever closes it as well has nobody pay for that. */
const billOfRest = async (world: World, tableId: string): Promise<Prepared | Unanswered | undefined> => {
  const rest = await unlessUnmet(prepareCurrent(world, tableId));
  if (rest) return rest;
  const looked = await look(world, tableId);
  if (looked.kind !== 'looked') return undefined;
  return await prepare(world, tableId, { checkpoint: snapshotIn(looked)?.updatedAt });
};

/** A table that is paid may close, so with few of them something is left to pay. */
const fewTables = 3;

/** The other guest pays as well: with a bill, a payment and a receipt of their own. */
const payOther = async (
  world: World,
  {
    tableId,
    items,
    rest,
    first,
    released,
  }: {
    readonly tableId: string;
    readonly items: Items;
    readonly rest: Prepared;
    readonly first: Paid;
    /** The message that let go of the bill for the rest. */
    readonly released: SentCommand | undefined;
  },
): Promise<void> => {
  const other = await billed(world, tableId, { items });
  const isLast = isSameJson(other.bill.totals, rest.bill.totals);
  if (isLast && (world.fixtures.tables?.open?.length ?? 0) <= fewTables) {
    await release(world, other.bill.posBillId);
    return;
  }
  const before = await look(world, tableId);
  const paid = await payNext(world, {
    first,
    bill: other,
    prepareAnew: () => billed(world, tableId, { items }),
    failElsewhere: () => failElsewhere(world, tableId),
    failAgain: () => failAgain(world, released),
  });
  if (paid.kind === 'refused') world.check('payment/applied-once', paid.outcome);
  if (paid.kind !== 'paid') return;
  const left = await leftOutcome(world, paid.sent);
  if (left) world.check('queue/result-not-lost', left);
  const looks = before.kind === 'looked' ? await lookAfterPayment(world, tableId, before.table) : undefined;
  if (looks && isAsOrdered(looks)) world.check('payment/visible-in-table', visibleOutcome(looks));
  const repeated = { items, earlier: other, paid: paid.exchange };
  world.check('bill/unpaid-lines', await outcomeOf(notAgain(world, tableId, repeated)));
};

/** What was paid for may have gone from the table, with its payment. */
const isAsOrdered = ({ before, after }: Looks): boolean =>
  before.snapshot?.lines?.length === after.snapshot?.lines?.length;

const mostNeighbours = 2;

/** At a table beside it a bill is prepared and its payment fails. It is not this one: what is prepared here stays so. */
const failElsewhere = async (world: World, tableId: string): Promise<Neighbour | undefined> => {
  let others = (world.fixtures.tables?.open ?? []).filter((other) => other !== tableId);
  for (let tried = 0; tried < mostNeighbours; tried++) {
    const other = world.tables.takeAnother(others);
    if (other === undefined) return undefined;
    others = others.filter((one) => one !== other);
    const prepared = await unlessUnmet(prepareCurrent(world, other));
    if (prepared && prepared.kind !== 'prepared') return undefined;
    if (prepared?.bill.success !== true) {
      world.tables.leave(other);
      continue;
    }
    await release(world, prepared.bill.posBillId);
    return { tableId: other, posBillId: prepared.bill.posBillId };
  }
  return undefined;
};

/** A failure that was processed says nothing of what was prepared since. One that the till has not deleted comes again by itself. */
const failAgain = async (world: World, released: SentCommand | undefined): Promise<void> => {
  const { till } = world;
  const isIt = ({ messageId, outcome }: TrafficOf<'delete'>): boolean =>
    messageId === released?.messageId && outcome === 'deleted';
  if (released === undefined || !till.traffic().some((seen) => seen.kind === 'delete' && isIt(seen))) return;
  const from = till.mark();
  till.deliverAgain(released.messageId);
  await till.next('delete', { from, matches: isIt, withinMs: repeatDeletionMs(world, released.messageKind) });
};

type Items = NonNullable<Parameters<typeof prepareCurrent>[2]>['items'];

const billed = async (
  world: World,
  tableId: string,
  asked: Parameters<typeof prepareCurrent>[2] = {},
): Promise<Prepared> => {
  const prepared = await prepareCurrent(world, tableId, asked);
  if (prepared.kind !== 'prepared') throw unmet('a request for a bill was not answered');
  if (prepared.bill.success === true) return prepared;
  throw new Unmet(
    excuse(world, prepared.bill) ??
      notExercised(
        `a bill for a part of the table was refused with ${prepared.bill.reasonCode ?? 'no reason'}`,
        'assumptions.assume/unfinalised-shapes',
      ),
  );
};

const owes = ({ bill }: Prepared): boolean => (payable(bill.totals)[0]?.money.value ?? 0) > 0;

const notAgain = async (
  world: World,
  tableId: string,
  { items, earlier, paid }: { readonly items: Items; readonly earlier: Prepared; readonly paid: number },
): Promise<CheckOutcome> => {
  const again = isLeftOut(world, 'a refused bill once more')
    ? await prepare(world, tableId, { items, checkpoint: snapshotIn(await look(world, tableId))?.updatedAt })
    : await prepareCurrent(world, tableId, { items, right: 'a refusal' });
  if (again.kind !== 'prepared') return unanswered(again);
  await release(world, again.bill.posBillId);
  if (again.bill.success !== true || !owes(again) || !isSameJson(again.bill.totals, earlier.bill.totals)) return passed;
  return failed({
    expected: 'success false, or other totals',
    actual: `success true, totals ${excerpt(again.bill.totals)}`,
    exchanges: [earlier.exchange, paid, again.exchange],
    cause: 'a paid line billed again',
  });
};

const restOutcome = (
  rest: Prepared,
  { whole, part, paid }: { readonly whole: Prepared; readonly part: Prepared; readonly paid: number },
): CheckOutcome => {
  const exchanges = [whole.exchange, paid, rest.exchange];
  const { success, reasonCode = 'none', totals } = rest.bill;
  if (success === false && noneToPay.includes(reasonCode))
    return failed({
      expected: 'success true for what is not paid yet',
      actual: `success false, reasonCode ${reasonCode}`,
      exchanges,
      cause: 'no bill for the rest',
    });
  const dues = [whole, part, rest].map(({ bill }) => payable(bill.totals)[0]);
  const [all = 0, own = 0, left] = dues.map((due) => due?.money.value);
  const isOfOnePlace = dues.every((due) => due?.path === dues[0]?.path);
  const isTwice = isOfOnePlace && own > 0 && left === Math.max(0, all - 2 * own);
  if (success !== true || (!isTwice && (!owes(rest) || !isSameJson(totals, whole.bill.totals)))) return passed;
  return failed({
    expected: isTwice ? `${all - own}, what is left of ${all}` : `other totals than ${excerpt(whole.bill.totals)}`,
    actual: isTwice ? `${left}` : 'the same totals',
    exchanges,
    cause: isTwice ? 'a paid line taken off twice' : 'a paid line still on the bill',
  });
};
