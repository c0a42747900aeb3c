import type { CheckOutcome, Finding } from '#schemas';
import { isDeleted } from '#traffic/laws';
import { excerpt } from '../../arrange/json-compare.ts';
import { grown, type ObservedChange } from '../../arrange/till/order-effects.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, unlessUnmet, warned } from '../../outcome.ts';
import { answersOutcome, receiptsOutcome } from '../../pos/queue/same-operation.ts';
import { lifecycleOf } from '../../pos/queue/settlement.ts';
import { holdsLevels, type Row } from '../covering.ts';
import { reduce } from '../reducing.ts';
import type { Asked, Asking } from './asking.ts';
import { isOfItems, oddIn, simplerIn, type SubmissionFactor, wordsOf } from './levels.ts';

export type SubmissionBreaks =
  | 'submission/contexts'
  | 'submission/texts'
  | 'submission/result-body'
  | 'submission/rejection-reasons'
  | 'submission/partial-is-failure'
  | 'table/lines-follow-orders'
  | 'queue/duplicate-not-applied'
  | 'queue/idempotency-key';

interface Wrong {
  readonly kind: 'silent' | 'rejected' | 'accepted' | 'unlisted' | 'more' | 'less' | 'miscounted' | 'undeleted' | 'key';
  readonly finding: Finding;
}

export interface Seen {
  readonly asked: Asked;
  readonly wrongs: readonly Wrong[];
  /** It shows how often the order was carried out. */
  readonly isCounted: boolean;
}

/** Where a growth shows alike whether an order is prepaid or not. */
type IsShared = (path: string) => boolean;

const roughly = 0.01;

/** How many such orders came to the table, by what can be counted: one where anything says so. Undefined where nothing says, or all say otherwise. */
const timesIn = (
  control: ObservedChange,
  { before, after }: ObservedChange,
  isShared: IsShared,
): number | undefined => {
  const times = [...grown(control)].flatMap(([path, one]) =>
    isShared(path) ? [((after.get(path) ?? 0) - (before.get(path) ?? 0)) / one] : [],
  );
  if (times.some((one) => Math.abs(one - 1) <= roughly)) return 1;
  if (times.length === 0) return undefined;
  if (times.every((one) => one > 1)) return Math.min(...times);
  return times.every((one) => one < 1) ? Math.max(...times) : undefined;
};

const reasonsLeft = ({ row, result }: Asked): boolean => {
  const reasons = result?.reasons ?? [];
  // A table may have been closed meanwhile; which amount of a listing is its price is a guess, and a prepaid one shows it.
  const open = [
    ...(row['place'] === 'table' ? ['ORDER_CLOSED'] : []),
    ...(row['prepaid'] === 'yes' ? ['PRICE_CHANGED'] : []),
  ];
  return reasons.some((reason) => !open.includes(reason));
};

/** Whatever else comes together, an order comes to what a plain one of the same items came to. */
const wrongsIn = (world: PosWorld<never>, asked: Asked, control: Asked, isShared: IsShared): Seen => {
  const { sent, again, came, result, exchanges, table, stock } = asked;
  const own = lifecycleOf(world, sent);
  const wrongs: Wrong[] = [];
  const add = (kind: Wrong['kind'], expected: string, actual: string, more: Partial<Finding> = {}) =>
    wrongs.push({
      kind,
      finding: { expected, actual, exchanges: [...control.exchanges.slice(-1), ...exchanges], ...more },
    });
  if (own?.deliveries.length && own.callbacks.length === 0)
    add(
      'silent',
      `POST …/async/${sent.messageKind}/${sent.messageId}`,
      `no callback${isDeleted(own) ? ', and the deletion' : ''}`,
    );
  if (came === 'undeleted') add('undeleted', `DeleteMessage for every delivery of ${sent.messageId}`, 'one was left');
  const told = result?.success !== undefined && control.result?.success !== undefined;
  const isAccepted = told && result.success === true;
  if (told && !isAccepted && control.result.success && reasonsLeft(asked))
    add('rejected', 'success true', `success false, rejected as ${excerpt(result.reasons)}`, { pointer: '/success' });
  if (isAccepted && control.result?.success === false)
    add('accepted', `success false, rejected as ${excerpt(control.result.reasons)}`, 'success true', {
      pointer: '/success',
    });
  const [listed, usual] = [result?.accepted?.length, control.result?.accepted?.length];
  const isAlike = told && result.success === control.result.success;
  if (isAccepted && isAlike && listed !== undefined && usual !== undefined && listed < usual)
    add('unlisted', `${usual} acceptedItems`, `${listed} of them: ${excerpt(result.accepted)}`, {
      pointer: '/acceptedItems',
    });
  const retry = again && lifecycleOf(world, again);
  const receipts = own && retry && receiptsOutcome(own, retry);
  if (own && retry && came === 'settled')
    for (const outcome of [answersOutcome([{ ...own, callbacks: own.callbacks.slice(0, 1) }, retry]), receipts])
      if (outcome?.status === 'failed') wrongs.push({ kind: 'key', finding: outcome });
  const times = isAccepted && isAlike && table && control.table ? timesIn(control.table, table, isShared) : undefined;
  if (times !== undefined && times > 1) add('more', 'one order on the table', `it grew by ${times}`);
  if (times !== undefined && times < 1) add('less', 'one order on the table', `it grew by ${times} of it`);
  const taken = isAccepted ? stock?.ordered : 0;
  const isMenuRight = control.stock?.taken === (control.result?.success ? control.stock?.ordered : 0);
  const isWhole = isAccepted || listed === undefined || listed === 0;
  if (stock && isAlike && isMenuRight && isWhole && taken !== stock.taken)
    add('miscounted', `${taken} fewer of listing ${excerpt(stock.listingId)} on the menu`, `${stock.taken} fewer`);
  return {
    asked,
    wrongs,
    isCounted: times !== undefined || (stock !== undefined && isMenuRight) || receipts !== undefined,
  };
};

/** Till that leave orders alone have other troubles, which are told elsewhere. */
const mostSilent = 2;

/** Asks rows and holds each to a plain order of its items; what is wrong is reduced to the fewest levels. */
export const createSubmissionTrying = async (
  world: { check(breaks: SubmissionBreaks, outcome: CheckOutcome): void },
  pos: PosWorld<never>,
  { ask, levels }: Asking,
  plain: Row,
) => {
  const controls = new Map<string, Asked>();
  const keyOf = ({ items, unitPrice }: Row): string => `${items} ${unitPrice}`;
  const control = async (row: Row): Promise<Asked | undefined> => {
    const asked = await unlessUnmet(ask({ ...plain, items: row['items'] ?? '', unitPrice: row['unitPrice'] ?? '' }));
    return asked?.came === 'settled' && asked.result ? asked : undefined;
  };
  const items = [
    ...(levels['items'] ?? []).map((one) => ({ ...plain, items: one })),
    ...(levels['unitPrice'] ?? []).map((unitPrice) => ({ ...plain, unitPrice })),
  ];
  for (const row of items) {
    const found = controls.has(keyOf(row)) ? undefined : await control(row);
    if (found) controls.set(keyOf(row), found);
  }
  const paid = levels['prepaid']?.includes('yes') ? await unlessUnmet(ask({ ...plain, prepaid: 'yes' })) : undefined;
  const one = controls.get(keyOf(plain));
  const [growth, paidGrowth] = [one, paid].map((asked) =>
    asked?.table ? grown(asked.table) : new Map<string, number>(),
  );
  const sharedBy: IsShared = (path) => growth?.get(path) === paidGrowth?.get(path);
  let silent = 0;
  const see = async (row: Row): Promise<Seen | undefined> => {
    const known = controls.get(keyOf(row));
    if (known === undefined || silent > mostSilent) return undefined;
    const isShared: IsShared = row['prepaid'] === plain['prepaid'] ? () => true : sharedBy;
    const seenAs = (change: ObservedChange) =>
      known.result?.success !== true || known.table === undefined || (timesIn(known.table, change, isShared) ?? 1) >= 1;
    const asked = await unlessUnmet(ask(row, seenAs));
    if (asked === undefined) return undefined;
    const seen = wrongsIn(pos, asked, known, isShared);
    silent += seen.wrongs.filter(({ kind }) => kind === 'silent').length;
    return seen;
  };
  const odd = (row: Row) => oddIn(row, plain).filter((factor) => !isOfItems(factor));
  const wrongOf = async (row: Row, kind: Wrong['kind']) =>
    (await see(row))?.wrongs.find((wrong) => wrong.kind === kind);
  /** The fewest levels with which it is still wrong; undefined where it is so without any, or only once. */
  const reduced = async (drawn: Row, kind: Wrong['kind']) => {
    let row = drawn;
    const basics = { ...plain, items: drawn['items'] ?? '', unitPrice: drawn['unitPrice'] ?? '' };
    // One by one first: whatever is not answered is waited for.
    for (const factor of odd(drawn)) {
      const alone = { ...basics, [factor]: drawn[factor] ?? '' };
      if (odd(drawn).length > 1 && (await wrongOf(alone, kind))) {
        row = alone;
        break;
      }
    }
    const tried = async (factor: SubmissionFactor): Promise<boolean | undefined> => {
      const simpler = { ...row, [factor]: simplerIn(row, factor, plain) };
      const seen = await see(simpler);
      if (seen?.wrongs.some((wrong) => wrong.kind === kind)) row = simpler;
      return seen && row === simpler;
    };
    if (odd(row).length > 1 || row === drawn)
      if (!(await reduce(() => new Map(odd(row).map((factor) => [`${factor} ${row[factor]}`, factor])), tried)))
        return undefined;
    const wrong = await wrongOf(row, kind);
    const twin = wrong && (await see(basics));
    return wrong && twin && !twin.wrongs.some((one) => one.kind === kind) ? { row, wrong } : undefined;
  };
  const found: { readonly kind: Wrong['kind']; readonly levels: Row }[] = [];
  return {
    see,
    /** The levels that are wrong together, where there are such. */
    async lookInto({ asked: { row: drawn }, wrongs }: Seen): Promise<readonly Row[]> {
      const all: Row[] = [];
      for (const { kind } of wrongs) {
        if (found.some((one) => one.kind === kind && holdsLevels(drawn, one.levels))) continue;
        const { row, wrong } = (await reduced(drawn, kind)) ?? {};
        const factors = row ? odd(row) : [];
        if (row === undefined || wrong === undefined || factors.length === 0) continue;
        // What items it takes shows where others do without.
        const isOfAny =
          kind === 'key' ||
          kind === 'undeleted' ||
          (row['items'] !== plain['items'] &&
            (await wrongOf({ ...row, items: plain['items'] ?? '' }, kind)) !== undefined);
        const named = isOfAny ? factors : [...factors, ...oddIn(row, plain).filter(isOfItems)];
        const known = Object.fromEntries(named.map((factor) => [factor, row[factor] ?? '']));
        found.push({ kind, levels: known });
        all.push(known);
        const { breaks, outcome } = toldOf(row, named, wrong, plain);
        world.check(breaks, outcome);
      }
      return all;
    },
  };
};

const did: Readonly<Record<Wrong['kind'], string>> = {
  silent: 'was not answered',
  rejected: 'was rejected',
  accepted: 'was accepted',
  unlisted: 'was accepted, and acceptedItems lacks some of it',
  more: 'came onto its table more than once',
  less: 'was accepted, and is not all on its table',
  miscounted: 'left another number on the menu than it should',
  undeleted: 'was not deleted each time',
  key: 'was answered otherwise than the first time',
};

const toldOf = (row: Row, factors: readonly SubmissionFactor[], { kind, finding }: Wrong, plain: Row) => {
  const { repeat, answer, note, items, prepaid } = row;
  const isRepeat = repeat !== plain['repeat'] && factors.includes('repeat');
  const isKey = kind === 'key' || (kind === 'more' && (repeat === 'key' || repeat === 'race') && isRepeat);
  const isAgain = kind === 'undeleted' || (kind === 'more' && (isRepeat || answer !== plain['answer']));
  const refused = note === plain['note'] ? ('submission/contexts' as const) : ('submission/texts' as const);
  const breaks: SubmissionBreaks = isKey
    ? 'queue/idempotency-key'
    : isAgain
      ? 'queue/duplicate-not-applied'
      : {
          silent: refused,
          rejected: refused,
          accepted:
            items === 'mixed' ? ('submission/partial-is-failure' as const) : ('submission/rejection-reasons' as const),
          unlisted: 'submission/result-body' as const,
          miscounted: 'submission/rejection-reasons' as const,
          more: 'table/lines-follow-orders' as const,
          less: 'table/lines-follow-orders' as const,
        }[kind as 'silent'];
  const words = wordsOf(row, factors);
  const control = wordsOf(plain, factors);
  const cause =
    kind === 'key'
      ? finding.cause
      : kind === 'undeleted'
        ? 'duplicate not deleted'
        : `${isKey ? 'applied again under the same key' : isAgain ? `applied again ${words}` : `${kind} ${words}`}`;
  const told = {
    ...finding,
    cause: cause ?? kind,
    message: `An order ${words} ${did[kind]}, and the same ${control} was not.`,
  };
  const leeway =
    kind === 'miscounted'
      ? 'how a menu tells what is left is not shown'
      : (note === 'long' || note === 'empty') && kind === 'rejected'
        ? 'how long such a text may be, and how short, is not stated'
        : kind === 'accepted' && prepaid === 'yes' && row['unitPrice'] === 'stale'
          ? 'a price that was paid may be honoured'
          : undefined;
  return { breaks, outcome: leeway === undefined ? failed(told) : warned(told, leeway) };
};
