import { lineIdOf } from '#traffic/laws';
import type { CheckOutcome } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { lineSelector } from '../../arrange/till/commands.ts';
import { failed, notExercised, outcomeOf, passed, unlessUnmet, warned } from '../../outcome.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { excuse } from '../../arrange/till/bill-excuse.ts';
import {
  type BilledTable,
  letGo,
  prepareCurrent,
  type Prepared,
  release,
  saysPending,
} from '../../arrange/till/bills.ts';
import { isSameJson, excerpt } from '../../arrange/json-compare.ts';
import { justSeen } from '../../arrange/till/just-seen.ts';
import { addToTable, addTwoLines, newLineIds, type TwoLines } from '../../arrange/till/lines.ts';
import { type OpenTable, seatAt } from '../../arrange/till/tables.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import type { PosWorld } from '../../context/pos.ts';
import { lessForMore } from './total-of-two-lines.ts';
import { type Lines, onceMore, type SomeBilled } from './lines-after-failure.ts';

const covers = ['bill/subset', 'bill/result-body', 'payment/failed-releases-bill'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/bill-subset',
  title: 'A bill for one line is not the bill for all, and a bill for two is not the bill for one',
  needs: ['pos.fixtures.tables.open'],
  covers,
  async run(world) {
    const judge = (outcome: CheckOutcome): void => world.check('bill/subset', outcome);
    const added = await unlessUnmet(addTwoLines(world, 'subset'), judge);
    if (!added) return;
    const renamed = renamedLine(added);
    if (renamed) judge(renamed);
    judge(await outcomeOf(subsetOutcome(world, added)));
  },
});

/** A selection refers to existing lines, so what was there keeps its identifier when something is added. */
const renamedLine = ({ seats }: TwoLines): CheckOutcome | undefined => {
  const [before, , after] = seats;
  const [old, now] = [before, after].map(({ snapshot }) => (snapshot.lines ?? []).map(lineIdOf));
  const lost = old?.find((id) => id !== undefined && now?.includes(id) !== true);
  if (lost === undefined) return undefined;
  return failed({
    expected: `line ${excerpt(lost)} among the lines, as before`,
    actual: `lines ${excerpt(now)}`,
    exchanges: [before.exchange, after.exchange],
    cause: 'a line with another identifier',
  });
};

const billOf = async (
  world: World,
  tableId: string,
  { lines, known }: { readonly lines?: readonly string[]; readonly known?: OpenTable | undefined } = {},
): ReturnType<typeof prepareCurrent> =>
  await letGo(world, prepareCurrent(world, tableId, { ...(lines && { items: lines.map(lineSelector) }), known }));

const subsetOutcome = async (world: World, added: TwoLines): Promise<CheckOutcome> => {
  const { tableId, ids } = added;
  const whole = await billOf(world, tableId, { known: justSeen(world, added.seats[2]) });
  if (whole.kind !== 'prepared') return unanswered(whole);
  if (whole.bill.success !== true)
    return excuse(world, whole.bill) ?? notExercised('no bill was prepared for the whole table');
  const [one] = ids;
  // It waits for its payment while the other is asked for.
  const part = await prepareCurrent(world, tableId, {
    items: [lineSelector(one)],
    known: justSeen(world, whole.seat),
  });
  if (part.kind !== 'prepared') {
    // Whatever becomes of the selection, a request for a bill is answered.
    world.check('bill/result-body', unanswered(part));
    return unanswered(part);
  }
  if (part.bill.success !== true) {
    const reason = part.bill.reasonCode ?? 'no reason';
    world.observe(
      'assume/unfinalised-shapes',
      `a bill for the line { lineId: ${excerpt(one)} } was refused with ${reason}`,
    );
    return notExercised(
      `the till refused a bill for one line with ${reason}; the format of the selector is not finalised`,
      'assumptions.assume/unfinalised-shapes',
    );
  }
  const both = await unlessUnmet(afterPart(world, added, part));
  if (both && !isLeftOut(world, 'a bill for the same lines once more')) await sameAgain(world, added, both);
  const sameLines = part.bill.lines !== undefined && isSameJson(part.bill.lines, whole.bill.lines);
  // What totals are made of is not shown; those without an amount are alike in every bill.
  const hasAmount = payable(part.bill.totals).length > 0;
  if (!hasAmount && part.bill.lines === undefined) return notExercised('a bill shows neither lines nor an amount');
  if (sameLines || (hasAmount && isSameJson(part.bill.totals, whole.bill.totals)))
    return failed({
      expected: 'other totals and lines than those of the whole bill',
      actual: sameLines ? `lines ${excerpt(part.bill.lines)} in both` : `totals ${excerpt(part.bill.totals)} in both`,
      pointer: sameLines ? '/bill/lines' : '/bill/totals',
      exchanges: [whole.exchange, part.exchange],
      cause: 'a subset billed as the whole',
    });
  return (
    strayLine(added, part, [one]) ?? (both && (strayLine(added, both, ids) ?? lessForMore(added, part, both))) ?? passed
  );
};

/** The bill for both lines, beside that for one of them, or once that one is let go of; undefined where there is none. */
const afterPart = async (world: World, added: TwoLines, part: Prepared): Promise<BilledTable | undefined> => {
  const { tableId, ids } = added;
  if (isLeftOut(world, 'a bill for two of the lines')) {
    await release(world, part.bill.posBillId);
    return undefined;
  }
  const items = ids.map(lineSelector);
  const beside = await unlessUnmet(letGo(world, prepareCurrent(world, tableId, { items, right: 'a refusal' })));
  await release(world, part.bill.posBillId);
  if (beside?.kind === 'prepared' && beside.bill.success === true) {
    const shared = sharedId(part, beside);
    if (shared) world.check('bill/result-body', shared);
    if (lessForMore(added, part, beside) === undefined) return beside;
  }
  // A till may prepare one bill at a time, or leave out what somebody is about to pay.
  const both = await billOf(world, tableId, { lines: ids });
  if (both.kind !== 'prepared') return undefined;
  if (both.bill.success === true) return both;
  if (!saysPending(both.bill)) return undefined;
  // Nor need it take every selection; all of the table it has billed before.
  const whole = await billOf(world, tableId);
  if (whole.kind === 'prepared' && saysPending(whole.bill))
    world.check('payment/failed-releases-bill', keptOutcome(part, whole));
  return undefined;
};

/** The bills for two lines, for them once more, and for another line. */
const sameAgain = async (
  world: World,
  { tableId, ids, seats: [, , seat] }: TwoLines,
  both: SomeBilled,
): Promise<void> => {
  const outcome = await onceMore(
    world,
    both,
    { ids, snapshot: seat.snapshot },
    {
      bill: async (lines) => {
        const bill = await unlessUnmet(billOf(world, tableId, { lines }));
        return bill?.kind === 'prepared' ? bill : undefined;
      },
      order: () => unlessUnmet(oneMore(world, tableId)),
    },
  );
  if (outcome) world.check('payment/failed-releases-bill', outcome);
};

const oneMore = async (world: World, tableId: string): Promise<Lines | undefined> => {
  const before = await seatAt(world, tableId);
  await addToTable(world, before);
  const after = await seatAt(world, tableId);
  const [id] = newLineIds(before, after);
  return id === undefined ? undefined : { ids: [id], snapshot: after.snapshot };
};

const keptOutcome = (part: Prepared, whole: Prepared): CheckOutcome =>
  failed({
    expected: 'another bill, as before that one',
    actual: `success false, reasonCode ${whole.bill.reasonCode ?? 'none'}`,
    exchanges: [part.exchange, whole.exchange],
    cause: 'a bill for some lines not released',
  });

/**
 * Payments name nothing but posBillId. Two bills for the same may be one, so it matters only of unlike ones. A warning: a till may call
 * a bill by the check of its table, of which the later bill takes the place of the earlier, and look at the amount of a payment.
 */
const sharedId = (part: Prepared, both: Prepared): CheckOutcome | undefined => {
  const { posBillId } = part.bill;
  if (posBillId === undefined || posBillId !== both.bill.posBillId) return undefined;
  if (isSameJson(part.bill.totals, both.bill.totals)) return undefined;
  return warned(
    {
      expected: 'another posBillId for two lines than for one of them',
      actual: `posBillId ${excerpt(posBillId)} for totals ${excerpt(part.bill.totals)} and ${excerpt(both.bill.totals)}`,
      exchanges: [part.exchange, both.exchange],
      cause: 'one posBillId for two bills of a table',
    },
    'a till may call a bill by the check of its table',
  );
};

/** Where bill and table show lines in the same way, no other line of the table stands on the bill. */
const strayLine = (
  { seats }: TwoLines,
  { bill, exchange }: Prepared,
  selected: readonly string[],
): CheckOutcome | undefined => {
  const [, , { snapshot }] = seats;
  const others = (snapshot.lines ?? []).filter((line) => !selected.includes(lineIdOf(line) ?? ''));
  const stray = bill.lines?.find((line) => others.some((other) => isSameJson(line, other)));
  if (stray === undefined) return undefined;
  return failed({
    expected: `${selected.length === 1 ? 'line' : 'lines'} ${selected.map((id) => excerpt(id)).join(' and ')} alone`,
    actual: excerpt(stray),
    exchanges: [exchange],
    cause: 'another line billed',
  });
};
