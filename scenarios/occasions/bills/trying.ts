import { causeId, type CheckOutcome, wordsOf } from '#schemas';
import { failed } from '../../outcome.ts';
import { holdsLevels, type Row, type Turn } from '../covering.ts';
import { reduce } from '../reducing.ts';
import { billFactors, billWords, plainBill } from './levels.ts';
import type { BillBreaks, Carried, Told } from './story.ts';

type Failure = Extract<CheckOutcome, { status: 'failed' }>;

/** So often one thing is looked into: it may take other levels as well. */
const mostOfOne = 3;

const oddIn = (row: Row) => billFactors.filter((factor) => factor !== 'tip' && row[factor] !== plainBill[factor]);

/** Carries rows out, and tells of what is wrong by the fewest levels with which it still is. */
export const createBillTrying = (
  world: { check(breaks: BillBreaks, outcome: CheckOutcome): void },
  carryOut: (turn: Turn) => Promise<Carried>,
): ((turn: Turn) => Promise<Carried>) => {
  const found: { readonly key: string; readonly levels: Row }[] = [];
  const keyOf = ({ breaks, outcome }: Told): string => `${breaks} ${'cause' in outcome ? outcome.cause : ''}`;
  const carry = async (turn: Turn): Promise<Carried> => {
    const carried = await carryOut(turn);
    for (const { isCertain, breaks, outcome } of carried.told) if (isCertain) world.check(breaks, outcome);
    return carried;
  };
  const lookInto = async ({ row, pick }: Turn, wrong: Told): Promise<void> => {
    const key = keyOf(wrong);
    const known = found.filter((one) => one.key === key);
    if (known.length >= mostOfOne || known.some(({ levels }) => holdsLevels(row, levels))) return;
    const now: { row: Row; last?: Failure; pick: number } = { row, pick };
    const isWrongIn = async (levels: Row): Promise<boolean> => {
      const carried = await carry({ row: levels, pick: ++now.pick });
      const same = carried.told.find((one) => keyOf(one) === key && one.outcome.status === 'failed');
      if (same?.outcome.status !== 'failed') return false;
      now.row = carried.row;
      now.last = same.outcome;
      return true;
    };
    // Most often it takes no more than what becomes of the payment.
    await isWrongIn({ ...plainBill, tip: row['tip'] ?? '', outcome: row['outcome'] ?? '' });
    await reduce(
      () => new Map(oddIn(now.row).map((factor) => [factor, factor])),
      (factor) => isWrongIn({ ...now.row, [factor]: plainBill[factor] ?? '' }),
    );
    // What was at a table before may be a part of it.
    const isConfirmed = (await isWrongIn(now.row)) || (await isWrongIn(row));
    const odd = oddIn(now.row);
    found.push({ key, levels: Object.fromEntries(odd.map((factor) => [factor, now.row[factor] ?? ''])) });
    const { last } = now;
    if (!isConfirmed || last === undefined) return;
    const message = `A bill ${billWords(now.row, odd)}: ${wordsOf(causeId({ cause: last.cause ?? '' }))}`;
    world.check(wrong.breaks, odd.length > 1 ? failed({ ...last, message }) : last);
  };
  return async (turn) => {
    const carried = await carry(turn);
    for (const told of carried.told.filter(({ isCertain }) => isCertain !== true))
      if (told.outcome.status !== 'failed') world.check(told.breaks, told.outcome);
      else await lookInto({ ...turn, row: carried.row }, told);
    return carried;
  };
};
