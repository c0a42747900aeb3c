import type { CheckOutcome } from '#schemas';
import { grown } from '../../arrange/till/order-effects.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed, unlessUnmet, warned } from '../../outcome.ts';
import { allListed } from '../../pos/submission/rejection-check.ts';
import { checkParts } from '../../pos/submission/submission-check.ts';
import { holdsLevels, type Row } from '../covering.ts';
import { reduce } from '../reducing.ts';
import type { Asked, Asking } from './asking.ts';
import { isOfItems, oddIn, simplerIn, type SubmissionFactor, wordsOf } from './levels.ts';
import { type IsShared, type Seen, silenceOf, timesIn, type Wrong, type WrongKind, wrongsIn } from './wrongs.ts';

export const submissionCovers = [
  'submission/contexts',
  'submission/texts',
  'submission/result-body',
  'submission/snapshot-and-receipt',
  'submission/rejection-reasons',
  'submission/partial-is-failure',
  'table/lines-follow-orders',
  'payment/applied-once',
  'queue/duplicate-not-applied',
  'queue/idempotency-key',
  'queue/unlike-orders-apply',
] as const;
type Breaks = (typeof submissionCovers)[number];

/** Asks rows and holds each to a plain order of its items; what is wrong is reduced to the fewest levels. */
export const createSubmissionTrying = async (world: PosWorld<Breaks>, { ask, levels }: Asking, plain: Row) => {
  const itemsOf = ({ items = '', unitPrice = '' }: Row): Row => ({ items, unitPrice });
  const asked = async (...wish: Parameters<typeof ask>): Promise<Asked | undefined> => {
    const one = await unlessUnmet(ask(...wish));
    if (one?.submitted) checkParts(world, one.submitted);
    return one;
  };
  const plainOf = async (row: Row): Promise<Asked | undefined> => {
    const one = await asked({ ...plain, ...itemsOf(row) });
    if (one?.submitted?.result.success === true)
      world.check('submission/result-body', allListed(one.submitted, one.submitted, one.wanted));
    const silence = row['items'] === 'several' && one ? silenceOf(world, one) : undefined;
    if (silence) world.check('submission/result-body', failed({ ...silence, cause: 'no answer to many items' }));
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
  const paid = levels['prepaid']?.includes('yes') ? await asked({ ...plain, prepaid: 'yes' }) : undefined;
  if (!world.claims.STATION && paid) {
    const numbers = [paid, await asked({ ...plain, prepaid: 'yes' })].map(
      (one) => one?.submitted?.result.receipt?.receiptNumber,
    );
    // One number for both may be what this till numbers receipts with.
    const isTold = numbers.every((number) => number !== undefined) && numbers[0] !== numbers[1];
    world.check('queue/unlike-orders-apply', isTold ? passed : untold);
  }
  const [growth, paidGrowth] = [usual, paid].map((one) => (one?.table ? grown(one.table) : undefined));
  const sharedBy: IsShared = (path) => growth?.get(path) === paidGrowth?.get(path);

  const see = async (row: Row): Promise<Seen | undefined> => {
    const control = await controlOf(row);
    if (control === undefined) return undefined;
    const isShared: IsShared = row['prepaid'] === plain['prepaid'] ? () => true : sharedBy;
    const one = await asked(row, (table) => !control.table || (timesIn(control.table, table, isShared) ?? 1) >= 1);
    if (one === undefined) return undefined;
    return wrongsIn(world, one, control, isShared);
  };
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
      const simpler = { ...row, [factor]: simplerIn(row, factor, plain) };
      const seen = await see(simpler);
      const isWrong = seen?.wrongs.some((wrong) => wrong.kind === kind);
      if (isWrong === true) row = simpler;
      return isWrong;
    };
    const left = () => new Map(odd(row).map((factor) => [`${factor} ${row[factor]}`, factor]));
    if (!(await reduce(left, isWrongWithout)) || odd(row).length === 0) return undefined;
    // What is sold though it cannot be had is so without a good item beside it.
    const alone = { ...row, items: 'bad' };
    if (row['items'] === 'mixed' && kind === 'accepted' && (await wrongOf(alone, kind))) row = alone;
    const wrong = await wrongOf(row, kind);
    const twin = wrong && (await see(bare));
    if (!wrong || !twin || twin.wrongs.some((one) => one.kind === kind)) return undefined;
    // Which items it takes shows where others do without.
    const isOfAny =
      !oddIn(row, plain).some(isOfItems) || (await wrongOf({ ...row, ...itemsOf(plain) }, kind)) !== undefined;
    return { row, wrong, factors: oddIn(row, plain).filter((factor) => !isOfAny || !isOfItems(factor)) };
  };

  const found: { readonly kind: WrongKind; readonly levels: Row }[] = [];
  return {
    see,
    /** The levels that are wrong together, of each thing that is wrong and that was not known. */
    async lookInto({ asked: { row: drawn }, wrongs }: Seen): Promise<readonly Row[]> {
      const all: Row[] = [];
      for (const one of wrongs) {
        const { kind } = one;
        if (found.some((known) => known.kind === kind && holdsLevels(drawn, known.levels))) continue;
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

const untold = notExercised('without receipts nothing tells how often an order was carried out');

/** What an order did, and which requirement that breaks wherever nothing says more. */
const kinds: Readonly<Record<WrongKind, readonly [did: string, breaks: Breaks]>> = {
  silent: ['was not answered', 'submission/contexts'],
  rejected: ['was rejected', 'submission/contexts'],
  accepted: ['was accepted', 'submission/rejection-reasons'],
  unlisted: ['was accepted with fewer acceptedItems', 'submission/result-body'],
  more: ['came onto its table more than once', 'table/lines-follow-orders'],
  less: ['was accepted, and is not all on its table', 'table/lines-follow-orders'],
  booked: ['has its payment on the table more than once', 'payment/applied-once'],
  undeleted: ['was not deleted each time', 'queue/duplicate-not-applied'],
  key: ['was answered otherwise than the first time', 'queue/idempotency-key'],
};

const toldOf = (row: Row, factors: readonly SubmissionFactor[], { kind, finding }: Wrong, plain: Row) => {
  const isOf = (factor: SubmissionFactor, ...some: readonly string[]): boolean =>
    factors.includes(factor) && (some.length === 0 || some.includes(row[factor] ?? ''));
  const [did, usual] = kinds[kind];
  // A result that is not taken brings the message again.
  const isKey = kind === 'more' && isOf('repeat', 'key', 'race') && !isOf('answer');
  const isAgain = kind === 'more' && (isOf('repeat') || isOf('answer'));
  const breaks: Breaks = isKey
    ? 'queue/idempotency-key'
    : isAgain
      ? 'queue/duplicate-not-applied'
      : kind === 'accepted' && row['items'] === 'mixed'
        ? 'submission/partial-is-failure'
        : usual === 'submission/contexts' && isOf('note')
          ? 'submission/texts'
          : usual;
  const words = wordsOf(row, factors);
  const together = isKey
    ? 'applied again under the same key'
    : isAgain
      ? `applied again ${words}`
      : kind === 'undeleted'
        ? 'duplicate not deleted'
        : breaks === 'submission/texts'
          ? `not taken: ${words}`
          : `${kind} together ${words}`;
  const message = `An order ${words} ${did}, unlike the same ${wordsOf(plain, factors)}.`;
  const told = { ...finding, message, cause: finding.cause ?? together };
  const leeway =
    kind === 'rejected' && isOf('note', 'long', 'empty')
      ? 'how long such a text may be, and how short, is not stated'
      : kind === 'accepted' && isOf('prepaid', 'yes') && row['items'] === 'stale'
        ? 'a price that was paid may be honoured'
        : undefined;
  const outcome: CheckOutcome = leeway === undefined ? failed(told) : warned(told, leeway);
  return { breaks, outcome };
};
