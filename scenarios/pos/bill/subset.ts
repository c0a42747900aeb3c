import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { lineSelector } from '../../arrange/till/commands.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { unanswered, unreached } from '../../arrange/till/command-answer.ts';
import { addToTable, excuse, prepareCurrent, release } from '../../arrange/till/bills.ts';
import { isSameJson, excerpt, newAmong } from '../../arrange/json-compare.ts';
import { readField } from '../../arrange/till/read-results.ts';
import { openTable, openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';

type World = PosWorld<'bill/subset' | 'bill/result-body'>;

export default defineTillScenario({
  id: 'pos/bill-subset',
  title: 'A bill for one line is not the bill for all',
  phase: 'order',
  needs: ['pos.fixtures.tables.open'],
  covers: ['bill/subset', 'bill/result-body'],
  async run(world) {
    world.check('bill/subset', await subsetOutcome(world));
  },
});

const subsetOutcome = async (world: World): Promise<CheckOutcome> => {
  const before = await openTable(world, 'subset');
  if (before.kind === 'blocked') return before.outcome;
  const { inStock = [] } = world.fixtures.listings ?? {};
  const unchanged = await addToTable(world, before, inStock.slice(0, 2));
  if (unchanged) return unchanged;
  const after = await openTableAt(world, before.tableId);
  if (after.kind !== 'seated')
    return after.kind === 'not-open' ? notExercised('the table is no longer open') : unreached(after, 'the snapshot');
  // Only of the lines just ordered is it certain that they are still to be paid.
  const ids = newAmong(after.snapshot.lines ?? [], before.snapshot.lines ?? []).map(lineIdOf);
  const [one, other] = ids;
  if (one === undefined || other === undefined || one === other)
    return notExercised(
      'two lines of a table could not be told apart by an identifier',
      inStock.length < 2 ? 'pos.fixtures.listings.inStock' : 'assumptions.assume/unfinalised-shapes',
    );
  const whole = await prepareCurrent(world, before.tableId);
  if (whole.kind === 'blocked') return whole.outcome;
  if (whole.kind !== 'prepared') return unanswered(whole);
  await release(world, whole.bill.posBillId);
  if (whole.bill.success !== true)
    return excuse(whole.bill) ?? notExercised('no bill was prepared for the whole table');
  const part = await prepareCurrent(world, before.tableId, [lineSelector(one)]);
  if (part.kind === 'blocked') return part.outcome;
  if (part.kind !== 'prepared') {
    // Whatever becomes of the selection, a request for a bill is answered.
    world.check('bill/result-body', unanswered(part));
    return unanswered(part);
  }
  await release(world, part.bill.posBillId);
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
  if (!isSameJson(part.bill.totals, whole.bill.totals) && !sameLines) return passed;
  return failed({
    message: 'A bill for one line of the table came out as the bill for all of it; bill the lines in items only.',
    expected: 'other totals and lines than those of the whole bill',
    actual: `totals ${excerpt(part.bill.totals)} in both`,
    pointer: sameLines ? '/bill/lines' : '/bill/totals',
    exchanges: [whole.exchange, part.exchange],
    cause: 'a subset billed as the whole',
  });
};

/** Where a line may carry its identifier; the shape of a line is not finalised. */
const idKeys = ['lineId', 'posLineId', 'id', 'uid', 'uuid'];

const lineIdOf = (line: unknown): string | undefined => {
  for (const key of idKeys) {
    const id = readField(line, key);
    if (typeof id === 'string' || typeof id === 'number') return String(id);
  }
  return undefined;
};
