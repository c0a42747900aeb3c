import { causeId, wordsOf } from '#schemas';
import { seedOf } from '../arrange/seed.ts';
import type { PosWorld } from '../context/pos.ts';
import { failed, passed } from '../outcome.ts';
import { createCoveringPlan, holdsLevels } from './covering.ts';
import type { Row } from './levels.ts';
import { oddTillLevels, plainTillRow, tillApart, type TillBreaks } from './till-factors.ts';
import type { TillAsking, TillWrong, TillWrongs } from './till-tried.ts';

/** How many levels come together in every way there is, and how many commands that may take. */
const efforts = {
  quick: { strength: 2, rows: 14 },
  standard: { strength: 2, rows: 44 },
  thorough: { strength: 3, rows: 160 },
} as const;

interface Reduced {
  readonly row: Row;
  readonly wrong: TillWrong;
}

/** The fewest levels with which it is still wrong; undefined where it is so without any, or only once. */
const reduce = async (
  { ask }: TillAsking,
  wrongs: TillWrongs,
  drawn: Row,
  cause: string,
): Promise<Reduced | undefined> => {
  const wrongIn = async (row: Row) => (await wrongs.of(await ask(row))).wrongs.find((one) => one.cause === cause);
  let row = drawn;
  const needed = new Set<string>();
  for (;;) {
    const odd = oddTillLevels(row).find(({ factor }) => !needed.has(factor));
    if (odd === undefined) break;
    const simpler = { ...row, [odd.factor]: odd.simpler };
    if (await wrongIn(simpler)) row = simpler;
    else needed.add(odd.factor);
  }
  const wrong = await wrongIn(row);
  return wrong && { row, wrong };
};

/** What may make a till do something twice, or not at all. */
const counted = ['delivery', 'answer', 'company', 'before', 'bills'];

/** A till that is not done with so many has other troubles, which are told elsewhere. */
const mostUnsettled = 2;

/** Carries out the rows of a plan; what fails is reduced to the fewest levels that still do. */
export const tryRows = async (world: PosWorld<TillBreaks>, asking: TillAsking, wrongs: TillWrongs): Promise<void> => {
  const { strength, rows } = efforts[world.effort];
  const seed = seedOf(`${world.seed}/${world.scenario}`);
  const plan = createCoveringPlan(asking.levels, { strength, seed, avoided: tillApart });
  let unsettled = 0;
  const found: { readonly cause: string; readonly levels: Row }[] = [];
  const attempt = async (levels: Row): Promise<void> => {
    if (unsettled >= mostUnsettled) return;
    const row = { ...plainTillRow, ...levels };
    world.progress(
      `trying ${
        oddTillLevels(row)
          .map(({ words }) => words)
          .join(', ') || 'a plain order'
      }`,
    );
    const tried = await asking.ask(row);
    const { wrongs: seen, isCounted } = await wrongs.of(tried);
    if (!tried.isDone) unsettled++;
    if (tried.sent !== undefined && seen.length === 0) plan.answered(row);
    // How often something was done shows only where it can be counted.
    if (seen.length === 0 && isCounted)
      for (const { breaks, elsewhere } of oddTillLevels(row)) if (elsewhere !== true) world.check(breaks, passed);
    for (const { cause } of seen) {
      if (found.some((one) => one.cause === cause && holdsLevels(row, one.levels))) continue;
      const reduced = await reduce(asking, wrongs, row, cause);
      const odd = oddTillLevels(reduced?.row ?? row);
      const known = Object.fromEntries(odd.map(({ factor }) => [factor, row[factor] ?? '']));
      found.push({ cause, levels: known });
      if (odd.length > 0) plan.avoid(known);
      const [first] = odd.toReversed();
      if (reduced === undefined || first === undefined || (odd.length === 1 && first.elsewhere === true)) continue;
      const { breaks = first.breaks, ...finding } = reduced.wrong;
      const words = odd.map((one) => one.words).join(' and ');
      const message = `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}: ${wordsOf(causeId({ cause }))}`;
      world.check(breaks, failed({ ...finding, ...(odd.length > 1 && { message }) }));
    }
  };
  // One by one first, at a table where it can be counted; of what is ordered twice the first shows what one more comes to.
  const { items = [] } = asking.levels;
  for (const level of items.flatMap((one) => [one, one])) await attempt({ items: level });
  for (const factor of counted)
    for (const level of asking.levels[factor] ?? [])
      if (level !== plainTillRow[factor]) await attempt({ [factor]: level });
  let tried = 0;
  for (let row = plan.next(); row !== undefined && tried < rows; row = plan.next(), tried++) await attempt(row);
  for (const { size, covered, all } of plan.shares())
    world.attempted(size === 2 ? 'pairs of levels' : 'triples of levels', covered, all);
};
