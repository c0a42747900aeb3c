import type { CheckOutcome, Effort } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { leftOutcome } from '../../arrange/till/answered-before.ts';
import { notReopened, prepare, prepareCurrent, release } from '../../arrange/till/bills.ts';
import { addToTable, newLineIds } from '../../arrange/till/lines.ts';
import { pricesIn } from '../../arrange/till/amounts.ts';
import { menuAsTold } from '../../arrange/till/orders.ts';
import { hasTablesToShare, seatAt } from '../../arrange/till/tables.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { seedOf } from '../../arrange/seed.ts';
import { notExercised, unlessUnmet } from '../../outcome.ts';
import { lookAfterPayment, stillOnce, twiceOutcome, visibleOutcome } from '../../pos/payment/table-payments.ts';
import { settled } from '../../pos/queue/settlement.ts';
import { putRecipient } from '../../pos/tips/tip-calls.ts';
import { createCoveringPlan, plannedIn, type Row } from '../covering.ts';
import { askAgain, loseBill } from './asked-again.ts';
import { carryOut } from './carrying.ts';
import { failBill } from './failing.ts';
import { billsApart, byStaff, firstBills, plainBill, plannedBills, recipientFor } from './levels.ts';
import { payBill } from './settling.ts';
import { type BillBreaks, billCovers, type BillWorld, type Desk, type Known } from './story.ts';
import { createStory } from './telling.ts';
import { createBillTrying } from './trying.ts';

/** How many bills that takes, where nothing is wrong. */
const rows = { quick: 15, standard: 21, thorough: 80 } as const;
/** Of a till that keeps one waiting so many are tried, all at once, each at a table of its own; of others one at a time. */
const together = 4;
/** So many in a row that could not be carried out say that none can. */
const mostUnmet = 4;

export const billsAt = (effort: Effort) =>
  plannedIn(plannedBills(), { strength: 2, rows: rows[effort], avoided: billsApart });

/** What comes together with a bill is drawn; what is wrong is reduced to the fewest things with which it still is. */
export const billPlan = defineOrderScenario({
  id: 'pos/bill-occasions',
  title: 'Whatever ordinary things come together with a bill, it is of what is not paid, and its payment counts once',
  takesLong: true,
  sitsAtTwo: true,
  needs: ['pos.fixtures.tables.open'],
  covers: billCovers,
  provokes: [
    'bill/result-body',
    'payment/failed-has-no-result',
    'table/updated-at-moves',
    'table/right-table',
    'table/lines-follow-orders',
  ],
  async run(world) {
    const told = new Set<BillBreaks>();
    const check = (breaks: BillBreaks, outcome: CheckOutcome): void => {
      told.add(breaks);
      world.check(breaks, outcome);
    };
    const known: Known = { ...(await soldIn(world)), amount: undefined, billsParts: undefined, releases: false };
    const desk = deskOf(world);
    const begin: Parameters<typeof carryOut>[0] = {
      world,
      ends: { lose: loseBill, askAgain, pay: payBill, fail: failBill },
      createStory: (about, said) => createStory({ desk, known, ...about }, said),
    };
    const carry = createBillTrying({ check }, (turn) => carryOut(begin, turn));
    const plan = createCoveringPlan(plannedBills(isThereIn(world)), {
      strength: 2,
      seed: seedOf(`${world.seed}/${world.scenario}`),
      avoided: billsApart,
    });
    const most = isLeftOut(world, 'bills of many kinds') ? together : rows[world.effort];
    const all: Row[] = firstBills.map(thereIn(world)).slice(0, most);
    for (let row = plan.next(); row !== undefined && all.length < most; row = plan.next()) all.push(row);
    const atOnce = world.keepsWaiting?.() === true && hasTablesToShare(world.fixtures) ? together : 1;
    // Past those that others have asked for bills.
    let pick = 3;
    let unmetInARow = 0;
    let linked = 'none';
    let why: CheckOutcome | undefined;
    const byTip = Object.groupBy(all, ({ tip = 'none' }) => tip);
    for (const [tip, turns = []] of Object.entries(byTip)) {
      const recipient = tip === linked ? undefined : recipientFor(tip);
      linked = tip;
      if (recipient !== undefined) await unlessUnmet(putRecipient(world, recipient));
      for (let at = 0, isOver = false; at < turns.length && !isOver; at += atOnce)
        for (const carried of await carry(turns.slice(at, at + atOnce).map((row) => ({ row, pick: pick++ })))) {
          const { row: came, told: said, unmet } = carried;
          why ??= unmet;
          unmetInARow = unmet ? unmetInARow + 1 : 0;
          if (unmet === undefined) plan.answered(came);
          isOver ||= unmetInARow >= mostUnmet || (unmet !== undefined && said.some(({ isCertain }) => isCertain));
        }
    }
    if (linked !== 'none') await unlessUnmet(putRecipient(world, recipientFor('plain') ?? ''));
    for (const { size, covered, all } of plan.shares())
      if (size === 2) world.attempted('pairs of ways to ask for a bill', covered, all, size);
    const none = why ?? notExercised('there was no occasion for it');
    for (const id of billCovers) if (!told.has(id) && !elsewhere.includes(id)) world.check(id, none);
  },
});

/** Said of every bill, or by others too. */
const elsewhere: readonly BillBreaks[] = [
  'bill/result-body',
  'tips/same-id-as-bill',
  'queue/result-not-lost',
  'queue/duplicate-same-result',
  'payment/result-body',
];

/** The menu, and what of it costs something, so that it shows on a bill. */
const soldIn = async (world: BillWorld): Promise<Pick<Known, 'listings' | 'menu'>> => {
  const { inStock = [] } = world.fixtures.listings ?? {};
  const menu = inStock.length > 0 ? await menuAsTold(world) : [];
  return { menu, listings: inStock.filter((id) => (pricesIn(menu, id)[0]?.money.value ?? 1) > 0) };
};

const isThereIn =
  ({ triggers, claims, fixtures: { tables, listings } }: BillWorld) =>
  (_: string, level: string): boolean => {
    if (level === 'prepaid') return claims.prepaid && claims.postpaid && listings?.inStock?.[0] !== undefined;
    if (byStaff.includes(level)) return triggers.has('changeTable');
    if (level === 'plain' || level === 'letters') return triggers.has('putTipRecipient');
    return !['elsewhere', 'both'].includes(level) || (tables?.open ?? []).length > 1;
  };

/** The same row without what there is no occasion for. */
const thereIn = (world: BillWorld) => {
  const isThere = isThereIn(world);
  return (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([factor, level]) => [
        factor,
        isThere(factor, level) ? level : (plainBill[factor] ?? ''),
      ]),
    );
};

const deskOf = (world: BillWorld): Desk => ({
  async add(seat, listings) {
    const canOrder = world.claims.postpaid && listings.every((one) => one !== '');
    let now = seat;
    for (const step of canOrder ? [listings] : listings.map(() => []))
      now = (await addToTable(world, now, step)) ?? (await seatAt(world, seat.tableId));
    return now;
  },
  newLineIds,
  prepare: (tableId, asked) => prepare(world, tableId, asked),
  prepareCurrent: (tableId, asked) => prepareCurrent(world, tableId, asked),
  release: (posBillId) => release(world, posBillId),
  notReopened: (before, exchange) => notReopened(world, before, exchange),
  lookAfterPayment: (tableId, before) => lookAfterPayment(world, tableId, before),
  shownOutcome: (looks) => twiceOutcome(looks) ?? visibleOutcome(looks),
  stillOnce: (tableId, once) => stillOnce(world, tableId, once),
  leftOutcome: (sent) => leftOutcome(world, sent),
  settled: (sent, times) => settled(world, sent, times),
});
