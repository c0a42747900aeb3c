import type { CheckOutcome } from '#schemas';
import { excerpt } from '../../arrange/json-compare.ts';
import { grown } from '../../arrange/till/order-effects.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed, unlessUnmet, warned } from '../../outcome.ts';
import { allListed } from '../../pos/submission/rejection-check.ts';
import { holdsLevels, type Row } from '../covering.ts';
import { reduce } from '../reducing.ts';
import { isOfItems, oddIn, type SubmissionFactor, submissionFactors, submissionLevel, wordsOf } from './levels.ts';
import {
  type Ask,
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
export const createSubmissionTrying = async (world: PosWorld<Breaks>, ask: Ask, plain: Row, hasPaid: boolean) => {
  const itemsOf = ({ items = '', unitPrice = '' }: Row): Row => ({ items, unitPrice });
  const asked = (...wish: Parameters<Ask>): Promise<Asked | undefined> => unlessUnmet(ask(...wish));
  const plainOf = async (row: Row): Promise<Asked | undefined> => {
    const one = await asked({ ...plain, ...itemsOf(row) });
    if (one?.submitted?.result.success === true)
      world.check('submission/result-body', allListed(one.submitted, one.submitted, one.wanted));
    const silence = row['items'] === 'several' && one ? silenceOf(one) : undefined;
    if (silence) world.check('submission/result-body', failed({ ...silence, cause: 'no answer to many items' }));
    // What is accepted without a price is so at that of the menu.
    const free = one && row['unitPrice'] === 'listed' ? await controlOf({ ...row, unitPrice: 'none' }) : undefined;
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
    const one = await asked(row, (table) => !control.table || (timesIn(control.table, table, isShared) ?? 1) >= 1);
    if (one === undefined) return undefined;
    return wrongsIn(one, control, isShared, Math.max(1, paid?.table?.payments ?? 1));
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
    const twin = wrong && (await see({ ...plain, ...itemsOf(row) }));
    if (!wrong || !twin || !isTold(twin, kind) || twin.wrongs.some((one) => one.kind === kind)) return undefined;
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
    isUsual: usual !== undefined,
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

/** A table that nothing can be counted at says neither. */
const isTold = ({ times }: Seen, kind: WrongKind): boolean =>
  (kind !== 'more' && kind !== 'less') || times !== undefined;

const untold = notExercised('without receipts nothing tells how often an order was carried out');

/** What an order did, and which requirement that breaks. */
const toldOf = (
  row: Row,
  factors: readonly SubmissionFactor[],
  { kind, finding }: Wrong,
  plain: Row,
): { readonly breaks: Breaks; readonly outcome: CheckOutcome } => {
  const isOf = (factor: SubmissionFactor, ...some: readonly string[]): boolean =>
    factors.includes(factor) && (some.length === 0 || some.includes(row[factor] ?? ''));
  const words = wordsOf(row, factors);
  // A result that is not taken brings the message again, perhaps after another of its key that was sent at once.
  const isKey = isOf('repeat', 'key') || (isOf('repeat', 'race') && !isOf('answer'));
  const isPart = row['items'] === 'mixed';
  const kinds: Readonly<Record<WrongKind, Told>> = {
    silent: { did: 'was not answered', breaks: 'submission/contexts', cause: `not answered ${words}` },
    rejected: { did: 'was rejected', breaks: 'submission/contexts', cause: `rejected ${words}` },
    accepted: isPart
      ? { did: 'was accepted', breaks: 'submission/partial-is-failure', cause: 'a part is a success' }
      : { did: 'was accepted', breaks: 'submission/rejection-reasons', cause: `accepted ${words}` },
    unlisted: { did: 'lists fewer items', breaks: 'submission/result-body', cause: 'an accepted item not listed' },
    more: isKey
      ? { did: again, breaks: 'queue/idempotency-key', cause: 'applied again under the same key' }
      : isOf('repeat') || isOf('answer')
        ? { did: again, breaks: 'queue/duplicate-not-applied', cause: `applied again ${words}` }
        : { did: again, breaks: 'table/lines-follow-orders', cause: `entered twice ${words}` },
    less: { did: 'is not all on its table', breaks: 'table/lines-follow-orders', cause: `entered in part ${words}` },
    booked: { did: 'is paid twice', breaks: 'payment/applied-once', cause: 'payment of an order booked twice' },
    undeleted: { did: 'was not deleted', breaks: 'queue/duplicate-not-applied', cause: 'duplicate not deleted' },
    key: { did: 'got another answer', breaks: 'queue/idempotency-key', cause: finding.cause ?? '' },
  };
  const { did, ...usual } = kinds[kind];
  const isText = usual.breaks === 'submission/contexts' && isOf('note');
  const { breaks, cause }: Omit<Told, 'did'> = isText
    ? { breaks: 'submission/texts', cause: `not taken: ${words}` }
    : usual;
  const others = factors.filter((factor) => !isOfItems(factor));
  const unlike = others.length > 0 ? others : factors;
  const found = { ...finding, message: `An order ${words} ${did}, unlike the same ${wordsOf(plain, unlike)}.`, cause };
  const leeway =
    kind === 'rejected' && isOf('note', 'long', 'empty')
      ? 'how long such a text may be, and how short, is not stated'
      : kind === 'accepted' && row['items'] === 'stale'
        ? 'whether an item carries a price is not finalised, and one that was paid may be honoured'
        : kind === 'rejected' && others.length === 0
          ? 'which amount of a listing is its price is a guess'
          : undefined;
  return { breaks, outcome: leeway === undefined ? failed(found) : warned(found, leeway) };
};

interface Told {
  readonly did: string;
  readonly breaks: Breaks;
  readonly cause: string;
}

const again = 'came onto its table more than once';
