import type { CheckOutcome } from '#schemas';
import { excerpt } from '../../arrange/json-compare.ts';
import { grown, mostApplied } from '../../arrange/till/order-effects.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';
import { allListed } from '../../pos/submission/rejection-check.ts';
import { holdsLevels, type Row } from '../covering.ts';
import { reduce } from '../reducing.ts';
import { isOfItems, oddIn, type SubmissionFactor, submissionFactors, submissionLevel } from './levels.ts';
import {
  alikeCauses,
  type Ask,
  type Breaks,
  isOfContents,
  isEnteredTwice,
  type Asked,
  type IsShared,
  type Seen,
  silenceOf,
  timesIn,
  type Wrong,
  type WrongKind,
  wrongsIn,
} from './wrongs.ts';

interface Trying {
  readonly ask: Ask;
  /** A row with nothing odd. */
  readonly plain: Row;
  readonly hasPaid: boolean;
  /** Whether requests that are alike are taken for one, where an order shows at no table. */
  alikeLooks(): Promise<CheckOutcome | undefined>;
  toldOf(
    row: Row,
    factors: readonly SubmissionFactor[],
    wrong: Wrong,
    plain: Row,
  ): { readonly breaks: Breaks; readonly outcome: CheckOutcome };
}

/** Asks rows and holds each to a plain order of its items; what is wrong is reduced to the fewest levels. */
export const createSubmissionTrying = async (
  world: PosWorld<Breaks>,
  { ask, plain, hasPaid, alikeLooks, toldOf }: Trying,
) => {
  const itemsOf = ({ items = '', unitPrice = '' }: Row): Row => ({ items, unitPrice });
  const asked = (...wish: Parameters<Ask>): Promise<Asked | undefined> => unlessUnmet(ask(...wish));
  const plainOf = async (row: Row): Promise<Asked | undefined> => {
    const one = await asked({ ...plain, ...itemsOf(row) });
    if (one?.submitted?.result.success === true)
      world.check('submission/result-body', allListed(one.submitted, one.submitted, one.wanted));
    const silence = row['items'] === 'several' && one ? silenceOf(one) : undefined;
    if (silence) world.check('submission/result-body', failed({ ...silence, cause: 'no answer to many items' }));
    // What is accepted without a price is so at that of the menu, where nobody has changed it: how a menu tells of changes is another matter.
    const isPriced = row['unitPrice'] === 'listed' && row['items'] === plain['items'];
    const free = one && isPriced ? await controlOf({ ...row, unitPrice: 'none' }) : undefined;
    const [rejected] =
      one && free ? wrongsIn(one, free, () => true, 1).wrongs.filter(({ kind }) => kind === 'rejected') : [];
    if (rejected) {
      const { breaks, outcome } = toldOf(row, ['unitPrice'], rejected, plain);
      world.check(breaks, outcome);
    }
    return one?.came === 'settled' && one.submitted ? one : undefined;
  };
  const controls = new Map<string, Promise<Asked | undefined>>();
  const controlOf = async (row: Row): Promise<Asked | undefined> => {
    const key = Object.values(itemsOf(row)).join(' ');
    const control = controls.get(key) ?? plainOf(row);
    controls.set(key, control);
    return await control;
  };
  const usual = await controlOf(plain);
  const paid = hasPaid ? await asked({ ...plain, prepaid: 'yes' }) : undefined;
  if (!world.claims.STATION && paid) {
    const numbers = [paid, await asked({ ...plain, prepaid: 'yes' })].map(
      (one) => one?.submitted?.result.receipt?.receiptNumber,
    );
    // One number for both may be what this till numbers receipts with.
    const areUnlike = numbers.every((number) => number !== undefined) && numbers[0] !== numbers[1];
    world.check('queue/unlike-orders-apply', areUnlike ? passed : untold);
  }
  if (usual && paid && (await isEnteredTwice(usual, paid, asked, plain)))
    world.check(
      'table/lines-follow-orders',
      failed({
        expected: 'one line more, as with an order that is to be paid later',
        actual: excerpt(paid.table?.added),
        exchanges: paid.exchanges,
        cause: 'a prepaid order twice on its table',
      }),
    );
  const [growth, paidGrowth] = [usual, paid].map((one) => (one?.table ? grown(one.table) : undefined));
  const sharedBy: IsShared = (path) => growth?.get(path) === paidGrowth?.get(path);

  const see = async (row: Row): Promise<Seen | undefined> => {
    const control = await controlOf(row);
    if (control === undefined) return undefined;
    const isShared: IsShared = row['prepaid'] === plain['prepaid'] ? () => true : sharedBy;
    const isShown: Parameters<Ask>[1] = (table) => {
      if (control.table === undefined) return true;
      return row['company'] === 'twin'
        ? (mostApplied(control.table, table) ?? 2) >= 2
        : (timesIn(control.table, table, isShared) ?? 1) >= 1;
    };
    const one = await asked(row, isShown);
    if (one === undefined) return undefined;
    return wrongsIn(one, control, isShared, Math.max(1, paid?.table?.payments ?? 1));
  };
  const again = usual && (await see(plain));
  const unlike = again?.wrongs.some(isOfContents(again)) ? await see(plain) : undefined;
  const alike = unlike?.wrongs.find(isOfContents(unlike));
  if (alike) world.check('queue/unlike-orders-apply', failed({ ...alike.finding, ...alikeCauses[alike.kind] }));
  else if (world.claims.STATION)
    world.check('queue/unlike-orders-apply', again?.times === undefined ? ((await alikeLooks()) ?? uncounted) : passed);
  const odd = (row: Row) => oddIn(row, plain).filter((factor) => !isOfItems(factor));
  const wrongOf = async (row: Row, kind: WrongKind) => (await see(row))?.wrongs.find((wrong) => wrong.kind === kind);
  /** The fewest levels with which it is still wrong; undefined where it is so without any, or only once. */
  const reduced = async (drawn: Row, { kind, ...of }: Wrong) => {
    // What is left comes again every 30 s.
    if (kind === 'undeleted') return { row: drawn, wrong: { kind, ...of }, factors: ['repeat', 'answer'] as const };
    const bare = { ...plain, ...itemsOf(drawn) };
    let row = drawn;
    // Each by itself first: what is not answered is waited for.
    for (const factor of odd(drawn)) {
      const alone = { ...bare, [factor]: drawn[factor] ?? '' };
      if (row !== drawn || odd(drawn).length === 1 || !(await wrongOf(alone, kind))) continue;
      row = alone;
    }
    const isWrongWithout = async (factor: SubmissionFactor): Promise<boolean | undefined> => {
      const simpler = { ...row, [factor]: submissionLevel(factor, row)?.simpler ?? plain[factor] ?? '' };
      const seen = await see(simpler);
      const isWrong = seen && isTold(seen, kind) ? seen.wrongs.some((wrong) => wrong.kind === kind) : undefined;
      if (isWrong === true) row = simpler;
      return isWrong;
    };
    const left = () => new Map(odd(row).map((factor) => [`${factor} ${row[factor]}`, factor]));
    if (!(await reduce(left, isWrongWithout)) || odd(row).length === 0) return undefined;
    // What is sold though it cannot be had is so without a good item beside it.
    const simplerItems = [
      { unitPrice: 'none' },
      ...(row['items'] === 'mixed' && kind === 'accepted' ? [{ items: 'bad' }] : []),
    ];
    for (const items of simplerItems) {
      const alone = { ...row, ...items };
      if (!holdsLevels(row, items) && (await wrongOf(alone, kind))) row = alone;
    }
    const wrong = await wrongOf(row, kind);
    // Another order after it may itself come to the table, though it is rejected.
    const followed = row['repeat'] === 'later' && { repeat: 'followed' };
    const twin = wrong && (await see({ ...plain, ...itemsOf(row), ...followed }));
    if (!wrong || !twin || !isTold(twin, kind) || twin.wrongs.some((one) => one.kind === kind)) return undefined;
    // What it is held to may have come to the table together with something else.
    if (kind === 'twin' && twin.times !== 1) return undefined;
    // Which items it takes shows where others do without.
    const isOfAny =
      !oddIn(row, plain).some(isOfItems) || (await wrongOf({ ...row, ...itemsOf(plain) }, kind)) !== undefined;
    return { row, wrong, factors: oddIn(row, plain).filter((factor) => !isOfAny || !isOfItems(factor)) };
  };

  const found: { readonly kind: WrongKind; readonly levels: Row }[] = [];
  /** What is wrong with a simpler level is so with this one. */
  const isKnown = (row: Row, kind: WrongKind): boolean =>
    found.some(
      (known) =>
        known.kind === kind &&
        submissionFactors.every((factor) =>
          [row[factor], submissionLevel(factor, row)?.simpler, undefined].includes(known.levels[factor]),
        ),
    );
  return {
    /** Whether a plain order comes to something that others can be held to. */
    isUsual: usual !== undefined && alike === undefined,
    see,
    /** The levels that are wrong together, of each thing that is wrong and that was not known. */
    async lookInto({ asked: { row: drawn }, wrongs }: Seen): Promise<readonly Row[]> {
      const all: Row[] = [];
      for (const one of wrongs) {
        const { kind } = one;
        if (isKnown(drawn, kind)) continue;
        const least = await reduced(drawn, one);
        if (least === undefined) continue;
        const known = Object.fromEntries(least.factors.map((factor) => [factor, least.row[factor] ?? '']));
        found.push({ kind, levels: known });
        all.push(known);
        const { breaks, outcome } = toldOf(least.row, least.factors, least.wrong, plain);
        world.check(breaks, outcome);
      }
      return all;
    },
  };
};

const uncounted = notExercised('an order changes neither lines nor totals of its table');

/** A table that nothing can be counted at says neither. */
const isTold = ({ times }: Seen, kind: WrongKind): boolean =>
  (kind !== 'more' && kind !== 'less') || times !== undefined;

const untold = notExercised('without receipts nothing tells how often an order was carried out');
