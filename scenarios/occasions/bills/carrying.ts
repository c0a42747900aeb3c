import type { CheckOutcome } from '#schemas';
import { lineIdOf } from '#traffic/laws';
import { mentions } from '../../arrange/json-compare.ts';
import { noneToPay } from '../../arrange/till/bill-excuse.ts';
import { lineSelector } from '../../arrange/till/commands.ts';
import type { Billed } from '../../arrange/till/read-results.ts';
import { staleOutcome } from '../../arrange/till/stale-bill.ts';
import { letTimePass, openTable, openTableAt } from '../../arrange/till/tables.ts';
import { failed, outcomeOf, passed, unlessUnmet, unmet } from '../../outcome.ts';
import type { Turn } from '../covering.ts';
import { before, change, changeByStaff, forAll, openOthers, wholeOf } from './arranging.ts';
import { byStaff } from './levels.ts';
import type { BillWorld, Carried, Seat, Story, Told, Waiting } from './story.ts';
import {
  areTouched,
  dueOf,
  encodedRecipient,
  lessForMore,
  paidAgain,
  renamedLine,
  sharedId,
  strayLine,
  wholeForPart,
} from './wrongs.ts';

/** What becomes of the bill in the end. */
export interface Ends {
  payUnknown(story: Story): Promise<void>;
  pay(story: Story, waiting: Waiting): Promise<void>;
  fail(story: Story, waiting: Waiting): Promise<void>;
}

interface Beginning {
  readonly world: BillWorld;
  readonly ends: Ends;
  createStory(row: Record<string, string>, seat: Seat, told: Told[]): Story;
}

/** Carries a row out at a table of its own, which it leaves with nothing open. */
export const carryOut = async (begin: Beginning, { row: planned, pick }: Turn): Promise<Carried> => {
  const { world, createStory, ends } = begin;
  const told: Told[] = [];
  const row: Record<string, string> = { ...planned };
  const seated = await outcomeOf(openTable(world, pick));
  if ('status' in seated) return { row, told, unmet: seated };
  const story = createStory(row, seated, told);
  const ended = await outcomeOf(tellStory(story, seated, ends).then(() => passed));
  for (const posBillId of story.open) await story.letGo({ bill: { posBillId } });
  for (const table of world.fixtures.tables?.open ?? []) world.tables.leave(table);
  return { row, told, unmet: ended.status === 'passed' ? undefined : ended };
};

const tellStory = async (story: Story, first: Seat, ends: Ends): Promise<void> => {
  const { world, desk, row, tableId, tell } = story;
  const { till } = world;
  const [main = '', other = main] = story.known.listings;
  const last = story.known.listings.at(-1) ?? main;
  // For those that are selected, one that stays, and each that is paid for before.
  const wanted = [main, other, ...(row['select'] === 'two' || row['select'] === 'alike' ? [main] : [])];
  const early = ['payment', 'ordered'].includes(row['before'] ?? '') ? [main] : [];
  const late = row['checkpoint'] === 'payment' ? [main] : [];
  const set = await story.order(first, [...wanted, ...early, ...late]);
  tell('bill/subset', renamedLine(first, set.seat));
  const [a = '', b = ''] = set.ids;
  const [c = '', d = ''] = set.ids.slice(wanted.length);
  const selected = { one: [a], two: [a, b], alike: [a] }[row['select'] ?? ''];
  const earlier = await before(story, { seat: set.seat, lineId: c, listing: last });
  const then = await story.current();
  await letTimePass(world, then.snapshot);
  const alone = row['select'] === 'two' ? await story.billFor([a]) : undefined;
  if (alone) await story.letGo(alone);
  await change(story, { seat: then, lineId: late.length > 0 && early.length > 0 ? d : c, listing: last });
  const seat = await story.current();
  if (selected && story.isChangedByStaff && areTouched(then, seat, selected))
    throw unmet('the staff changed the very line that was selected');
  const isStale = !['current', 'none'].includes(row['checkpoint'] ?? '');
  const isMoved = (seat.snapshot.updatedAtMs ?? 0) > (then.snapshot.updatedAtMs ?? Number.POSITIVE_INFINITY);
  const items = selected?.map(lineSelector);
  const ask = async (checkpoint: string | undefined) => {
    const asked = await desk.prepare(tableId, { checkpoint, items });
    if (asked.kind !== 'prepared') throw unmet('a request for a bill was not answered');
    await story.letGo(asked);
    return asked;
  };
  const stale = isStale && isMoved ? await ask(then.snapshot.updatedAt) : undefined;
  const bare = row['checkpoint'] === 'none' ? await ask(undefined) : undefined;
  const { known, whole = selected && known.billsParts !== true ? await wholeOf(story) : undefined } = story;
  const covers = selected ?? [...story.unpaid];
  const ours = await story.billFor(selected);
  // A bill of as much as was paid may be that of before.
  const again = earlier && stale && paidAgain(earlier, earlier.exchange, stale);
  if (again && !selected) tell('bill/unpaid-lines', again);
  if (stale && !again) {
    const outcome = staleOutcome(world, { before: then, stale, current: ours });
    if (outcome.status !== 'not-exercised') tell('bill/stale-checkpoint', outcome);
  }
  if (bare) tell('bill/stale-checkpoint', bareOutcome(bare, ours));
  tell('tips/same-id-as-bill', encodedRecipient(ours, till.traffic()));
  if (selected) {
    const isAsThen = whole !== undefined && whole.orders + whole.paid.length === 0 && !story.isChangedByStaff;
    const isAll = isAsThen ? wholeForPart(whole.billed, ours) : undefined;
    tell('bill/subset', isAll);
    known.billsParts = isAll === undefined;
    if (isAll) throw forAll;
    const less = alone && lessForMore(ours.seat, selected, alone, ours);
    // What is gone since the payment of the first failed is told of that.
    const wrongs = [
      strayLine(ours.seat, ours, selected),
      less && (await unlessUnmet(story.billFor([a], 'a refusal'))) && less,
      earlier && selected.length === 1
        ? severalFor(earlier, ours, { ids: [c, a], listing: main, seat: set.seat })
        : undefined,
    ];
    for (const wrong of wrongs) tell('bill/subset', wrong);
    if (dueOf(ours) ?? ours.bill.lines) tell('bill/subset', passed);
  }
  const { newer, isOneId } = await openOthers(story, ours, wanted.length > 2 ? (set.ids[2] ?? b) : b);
  if (newer) tell('bill/result-body', sharedId(ours, newer.billed));
  // Of bills that share an id nobody can tell which one is paid, which is told where they are compared.
  if (isOneId) throw unmet('two bills have one posBillId');
  const ordered = row['meanwhile'] === 'order' ? await unlessUnmet(story.order(ours.seat, [last])) : undefined;
  if (row['meanwhile'] === 'order' && !ordered) row['meanwhile'] = 'nothing';
  const isOfStaff = byStaff.includes(row['meanwhile'] ?? '');
  if (isOfStaff) await changeByStaff(story, row['meanwhile'] ?? '');
  const now = isOfStaff ? await openTableAt(world, tableId) : (ordered?.seat ?? ours.seat);
  const isTouched =
    now.kind !== 'seated' ||
    areTouched(ours.seat, now, selected ?? (ours.seat.snapshot.lines ?? []).flatMap((line) => lineIdOf(line) ?? []));
  if (row['outcome'] === 'unknown') {
    await ends.payUnknown(story);
    return void (await story.letGo(ours));
  }
  const settled = { ours, selected, covers, ordered, newer, isTouched };
  await (row['outcome'] === 'failed' ? ends.fail(story, settled) : ends.pay(story, settled));
};

/** The checkpoint is optional: without one there is nothing that could have changed since. */
const bareOutcome = (
  { bill: { success, reasonCode = 'none' }, exchange }: Billed,
  now: Billed,
): CheckOutcome | undefined => {
  if (success === true) return passed;
  if (success === undefined || !['ORDER_CHANGED', ...noneToPay].includes(reasonCode)) return undefined;
  return failed({
    expected: 'success true',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [exchange, now.exchange],
    cause: 'no bill without a checkpoint',
  });
};

interface Alike {
  readonly ids: readonly string[];
  readonly listing: string;
  readonly seat: Seat;
}

/** One piece of a listing costs as much as another, not several times that. */
const severalFor = (one: Billed, other: Billed, { ids, listing, seat }: Alike): CheckOutcome | undefined => {
  const lines = (seat.snapshot.lines ?? []).filter(
    (line) => ids.includes(lineIdOf(line) ?? '') && mentions(line, listing),
  );
  const [price, due] = [one, other].map(dueOf);
  if (lines.length < 2 || price === undefined || due?.path !== price.path || price.value <= 0) return undefined;
  if (due.value <= price.value || due.value % price.value > 0) return undefined;
  return failed({
    expected: `${price.value}, as was billed for another line of the same listing`,
    actual: `${due.value}`,
    exchanges: [one.exchange, other.exchange],
    cause: 'another line billed',
  });
};
