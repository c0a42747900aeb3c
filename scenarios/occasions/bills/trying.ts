import { causeId, type CheckOutcome, wordsOf } from '#schemas';
import { failed } from '../../outcome.ts';
import { holdsLevels, type Row, type Turn } from '../covering.ts';
import { reduce } from '../reducing.ts';
import { billFactors, billWords, plainBill } from './levels.ts';
import type { BillBreaks, Carried, Told } from './story.ts';

type Wrong = Extract<CheckOutcome, { status: 'failed' | 'warned' }>;

/** So often one thing is looked into that does not show again; once it is told, that is enough. */
const mostOfOne = 3;

const oddIn = (row: Row) => billFactors.filter((factor) => factor !== 'tip' && row[factor] !== plainBill[factor]);

/** Carries rows out at once; what is wrong is tried again alone, and told by the fewest levels with which it still is. */
export const createBillTrying = (
  world: { check(breaks: BillBreaks, outcome: CheckOutcome): void },
  carryOut: (turn: Turn) => Promise<Carried>,
): ((turns: readonly Turn[]) => Promise<readonly Carried[]>) => {
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
    const now: { row: Row; last?: Wrong; pick: number } = { row, pick };
    const isWrongIn = async (levels: Row): Promise<boolean> => {
      const carried = await carry({ row: levels, pick: ++now.pick });
      const { outcome } = carried.told.find((one) => keyOf(one) === key) ?? {};
      if (outcome?.status !== 'failed' && outcome?.status !== 'warned') return false;
      now.row = carried.row;
      now.last = outcome;
      return true;
    };
    if (wrong.outcome.status === 'failed') {
      // Most often it takes no more than what becomes of the payment.
      await isWrongIn({ ...plainBill, tip: row['tip'] ?? '', outcome: row['outcome'] ?? '' });
      await reduce(
        () => new Map(oddIn(now.row).map((factor) => [factor, factor])),
        (factor) => isWrongIn({ ...now.row, [factor]: plainBill[factor] ?? '' }),
      );
    }
    // What was at a table before may be a part of it.
    const isConfirmed = (await isWrongIn(now.row)) || (await isWrongIn(row));
    const odd = oddIn(now.row);
    const levels = Object.fromEntries(odd.map((factor) => [factor, now.row[factor] ?? '']));
    found.push({ key, levels: isConfirmed ? {} : levels });
    const { last } = now;
    if (!isConfirmed || last === undefined) return;
    const message = `A bill ${billWords(now.row, odd)}: ${wordsOf(causeId({ cause: last.cause ?? '' }))}`;
    world.check(wrong.breaks, odd.length > 1 && last.status === 'failed' ? failed({ ...last, message }) : last);
  };
  return async (turns) => {
    const all = await Promise.all(turns.map(async (turn) => ({ ...turn, ...(await carry(turn)) })));
    for (const { told, ...turn } of all)
      for (const one of told.filter(({ isCertain }) => isCertain !== true))
        if (one.outcome.status === 'failed' || one.outcome.status === 'warned') await lookInto(turn, one);
        else world.check(one.breaks, one.outcome);
    return all;
  };
};
