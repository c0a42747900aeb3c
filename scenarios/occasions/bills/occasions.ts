import type { CheckOutcome, Effort } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { menuAsTold, pricesIn } from '../../arrange/till/orders.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { seedOf } from '../../arrange/seed.ts';
import { notExercised, unlessUnmet } from '../../outcome.ts';
import { putRecipient } from '../../pos/tips/tip-calls.ts';
import { createCoveringPlan, plannedIn, type Row } from '../covering.ts';
import { carryOut } from './carrying.ts';
import { billsApart, firstBills, plainBill, plannedBills, recipientFor } from './levels.ts';
import { type BillBreaks, billCovers, type BillWorld, type Known } from './story.ts';
import { createBillTrying } from './trying.ts';

/** How many bills that takes, where nothing is wrong. */
const rows = { quick: 10, standard: 24, thorough: 80 } as const;
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
    const known: Known = { listings: await listingsOf(world), amount: undefined, billsParts: undefined };
    const carry = createBillTrying({ check }, (turn) => carryOut(world, known, turn));
    const plan = createCoveringPlan(plannedBills(isThereIn(world)), {
      strength: 2,
      seed: seedOf(`${world.seed}/${world.scenario}`),
      avoided: billsApart,
    });
    const isShort = isLeftOut(world, 'bills of many kinds');
    const drawn: Row[] = [];
    const most = isShort ? 0 : rows[world.effort] - firstBills.length;
    for (let row = plan.next(); row !== undefined && drawn.length < most; row = plan.next()) drawn.push(row);
    let [pick, unmetInARow, linked, why]: [number, number, string, CheckOutcome | undefined] = [
      0,
      0,
      'none',
      undefined,
    ];
    const byTip = Object.groupBy([...firstBills.map(thereIn(world)), ...drawn], ({ tip = 'none' }) => tip);
    for (const [tip, turns = []] of Object.entries(byTip)) {
      const recipient = tip === linked ? undefined : recipientFor(tip);
      linked = tip;
      if (recipient !== undefined) await unlessUnmet(putRecipient(world, recipient));
      for (const row of turns) {
        const { row: came, told: said, unmet } = await carry({ row, pick: pick++ });
        why ??= unmet;
        unmetInARow = unmet ? unmetInARow + 1 : 0;
        if (unmet === undefined) plan.answered(came);
        if (unmetInARow === mostUnmet || said.some(({ isSilence }) => isSilence)) break;
      }
    }
    if (linked !== 'none') await unlessUnmet(putRecipient(world, recipientFor('plain') ?? ''));
    for (const { size, covered, all } of plan.shares())
      if (size === 2) world.attempted('pairs of levels', covered, all, size);
    const none = why ?? notExercised('there was no occasion for it');
    for (const id of billCovers) if (!told.has(id) && !elsewhere.includes(id)) world.check(id, none);
  },
});

/** Said of every bill, or by others too. */
const elsewhere: readonly BillBreaks[] = [
  'bill/result-body',
  'tips/same-id-as-bill',
  'queue/result-not-lost',
  'payment/unknown-bill',
  'payment/result-body',
];

/** What costs something, so that it shows on a bill. */
const listingsOf = async (world: BillWorld): Promise<readonly string[]> => {
  const { inStock = [] } = world.fixtures.listings ?? {};
  const menu = inStock.length > 0 ? await menuAsTold(world) : [];
  return inStock.filter((id) => (pricesIn(menu, id)[0]?.money.value ?? 1) > 0);
};

const ofStaff = ['POS_LINE_ADDED', 'LINE_DELIVERED', 'LINE_UPDATED', 'LINE_CANCELLED'];

const isThereIn =
  ({ triggers, fixtures: { tables } }: BillWorld) =>
  (_: string, level: string): boolean => {
    if (ofStaff.includes(level)) return triggers.has('changeTable');
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
