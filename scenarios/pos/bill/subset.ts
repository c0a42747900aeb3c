import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { lineSelector } from '../../arrange/till/commands.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { excuse, prepareCurrent, type Prepared, release } from '../../arrange/till/bills.ts';
import { isSameJson, excerpt } from '../../arrange/json-compare.ts';
import { addTwoLines, lineIdOf, type TwoLines } from '../../arrange/till/lines.ts';
import type { PosWorld } from '../../context/pos.ts';

type World = PosWorld<'bill/subset' | 'bill/result-body'>;

export default defineTillScenario({
  id: 'pos/bill-subset',
  title: 'A bill for one line is not the bill for all, and a bill for two is not the bill for one',
  phase: 'order',
  touches: [],
  needs: ['pos.fixtures.tables.open'],
  covers: ['bill/subset', 'bill/result-body'],
  async run(world) {
    const added = await addTwoLines(world, 'subset');
    if (added.kind === 'blocked') return world.check('bill/subset', added.outcome);
    const renamed = renamedLine(added);
    if (renamed) world.check('bill/subset', renamed);
    world.check('bill/subset', await subsetOutcome(world, added));
  },
});

/** A selection refers to existing lines, so what was there keeps its identifier when something is added. */
const renamedLine = ({ seats }: TwoLines): CheckOutcome | undefined => {
  const [before, , after] = seats;
  const [old, now] = [before, after].map(({ snapshot }) => (snapshot.lines ?? []).map(lineIdOf));
  const lost = old?.find((id) => id !== undefined && now?.includes(id) !== true);
  if (lost === undefined) return undefined;
  return failed({
    message:
      'A line of a table has another identifier since something was added to the table, so that it can no longer be selected for a bill; a line keeps its identifier.',
    expected: `line ${excerpt(lost)} among the lines, as before`,
    actual: `lines ${excerpt(now)}`,
    pointer: '/tableOrderSnapshot/lines',
    exchanges: [before.exchange, after.exchange],
    cause: 'a line with another identifier',
  });
};

const billOf = async (
  world: World,
  tableId: string,
  lines?: readonly string[],
): Promise<Prepared | Unanswered | { readonly kind: 'blocked'; readonly outcome: CheckOutcome }> => {
  const bill = await prepareCurrent(world, tableId, lines?.map(lineSelector));
  if (bill.kind === 'prepared') await release(world, bill.bill.posBillId);
  return bill;
};

const subsetOutcome = async (world: World, added: TwoLines): Promise<CheckOutcome> => {
  const { tableId, ids } = added;
  const whole = await billOf(world, tableId);
  if (whole.kind === 'blocked') return whole.outcome;
  if (whole.kind !== 'prepared') return unanswered(whole);
  if (whole.bill.success !== true)
    return excuse(whole.bill) ?? notExercised('no bill was prepared for the whole table');
  const [one] = ids;
  const part = await billOf(world, tableId, [one]);
  if (part.kind === 'blocked') return part.outcome;
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
  const sameLines = part.bill.lines !== undefined && isSameJson(part.bill.lines, whole.bill.lines);
  // What totals are made of is not shown; those without an amount are alike in every bill.
  const hasAmount = payable(part.bill.totals).length > 0;
  if (!hasAmount && part.bill.lines === undefined) return notExercised('a bill shows neither lines nor an amount');
  if (sameLines || (hasAmount && isSameJson(part.bill.totals, whole.bill.totals)))
    return failed({
      message: 'A bill for one line of the table came out as the bill for all of it; bill the lines in items only.',
      expected: 'other totals and lines than those of the whole bill',
      actual: sameLines ? `lines ${excerpt(part.bill.lines)} in both` : `totals ${excerpt(part.bill.totals)} in both`,
      pointer: sameLines ? '/bill/lines' : '/bill/totals',
      exchanges: [whole.exchange, part.exchange],
      cause: 'a subset billed as the whole',
    });
  const both = await billOf(world, tableId, ids);
  if (both.kind !== 'prepared' || both.bill.success !== true) return strayLine(added, part) ?? passed;
  return strayLine(added, part) ?? lessForMore(added, part, both) ?? passed;
};

/** Where bill and table show lines in the same way, no other line of the table stands on the bill. */
const strayLine = ({ seats, ids }: TwoLines, { bill, exchange }: Prepared): CheckOutcome | undefined => {
  const [, , { snapshot }] = seats;
  const others = (snapshot.lines ?? []).filter((line) => lineIdOf(line) !== ids[0]);
  const stray = bill.lines?.find((line) => others.some((other) => isSameJson(line, other)));
  if (stray === undefined) return undefined;
  return failed({
    message: 'A bill for one line of the table holds another line of it; bill the lines in items only.',
    expected: `line ${excerpt(ids[0])} alone`,
    actual: excerpt(stray),
    pointer: '/bill/lines',
    exchanges: [exchange],
    cause: 'another line billed',
  });
};

/** Two lines cost no less than one of them, and more where each of them made the table dearer. */
const lessForMore = ({ seats }: TwoLines, part: Prepared, both: Prepared): CheckOutcome | undefined => {
  const [none, one, two] = seats.map(({ snapshot }) => dueIn(snapshot.totals));
  const [less, more] = [part, both].map(({ bill }) => dueIn(bill.totals));
  const dearer = [none, one, two].every((due, index, dues) => {
    const before = dues[index - 1];
    return due !== undefined && (index === 0 || (before?.path === due.path && due.value > before.value));
  });
  const same = dearer && less !== undefined && isSameJson(part.bill.totals, both.bill.totals);
  const fewer = less !== undefined && more !== undefined && less.path === more.path && more.value < less.value;
  if (!same && !fewer) return undefined;
  return failed({
    message:
      'A bill for two lines of the table is not higher than the bill for one of them; bill every line in items, and no other.',
    expected: `more than ${excerpt(part.bill.totals)}, the totals of one of the two`,
    actual: `totals ${excerpt(both.bill.totals)}`,
    pointer: '/bill/totals',
    exchanges: [part.exchange, both.exchange],
    cause: 'two lines billed like one',
  });
};

const dueIn = (totals: unknown): { readonly path: string; readonly value: number } | undefined => {
  const [due] = payable(totals);
  return due && { path: due.path, value: due.money.value };
};
