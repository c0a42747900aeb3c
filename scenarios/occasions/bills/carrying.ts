import type { BilledTable } from '../../arrange/till/billed.ts';
import { lineIdOf } from '#traffic/laws';
import { pricesIn } from '../../arrange/till/amounts.ts';
import { atTable, item, lineSelectors } from '../../arrange/till/commands.ts';
import { submit, submitOne } from '../../arrange/till/orders.ts';
import type { Billed, OpenTable } from '../../arrange/till/read-results.ts';
import { staleOutcome } from '../../arrange/till/stale-bill.ts';
import { changeTable, changeTypes } from '../../arrange/till/table-change.ts';
import { letTimePass, openTable, openTableAt } from '../../arrange/till/tables.ts';
import { notExercised, outcomeOf, passed, unlessUnmet, unmet } from '../../outcome.ts';
import type { Turn } from '../covering.ts';
import { byStaff } from './levels.ts';
import { renamedLine } from './unbilled-line.ts';
import { type BillWorld, type Carried, forAll, payPart, type Story, type Told, type Waiting } from './story.ts';
import {
  areTouched,
  bareOutcome,
  dueOf,
  encodedRecipient,
  lessForMore,
  paidAgain,
  severalFor,
  sharedId,
  strayLine,
  wholeForPart,
} from './wrongs.ts';

/** How a bill is asked for besides, and what becomes of it in the end. */
export interface Ends {
  lose(story: Story, selected: readonly string[] | undefined): Promise<void>;
  askAgain(story: Story, ours: BilledTable): Promise<void>;
  pay(story: Story, waiting: Waiting): Promise<void>;
  fail(story: Story, waiting: Waiting): Promise<void>;
}

interface Beginning {
  readonly world: BillWorld;
  readonly ends: Ends;
  createStory(about: Pick<Story, 'world' | 'row'> & { readonly seat: OpenTable }, told: Told[]): Story;
}

/** Carries a row out at a table of its own, which it leaves with nothing open. */
export const carryOut = async (begin: Beginning, { row: planned, pick }: Turn): Promise<Carried> => {
  const { createStory, ends } = begin;
  using tables = begin.world.tables.apart();
  const world = { ...begin.world, tables };
  const told: Told[] = [];
  const row: Record<string, string> = { ...planned };
  const seated = await outcomeOf(openTable(world, pick));
  if ('status' in seated) return { row, told, unmet: seated };
  const story = createStory({ world, row, seat: seated }, told);
  const ended = await outcomeOf(tellStory(story, ends).then(() => passed));
  for (const posBillId of story.open) await story.letGo({ bill: { posBillId } });
  const { released, isChangedByStaff } = story;
  if (ended.status === 'not-exercised' && released !== undefined && !isChangedByStaff)
    story.tell('payment/failed-releases-bill', await story.desk.notReopened(seated, released), true);
  if (ended.status !== 'failed') return { row, told, unmet: ended.status === 'passed' ? undefined : ended };
  story.tell('payment/applied-once', ended, true);
  return { row, told, unmet: notExercised('a payment was not answered') };
};

const tellStory = async (story: Story, ends: Ends): Promise<void> => {
  const { world, desk, row, tableId, tell } = story;
  const [main = '', other = main] = story.known.listings;
  const last = story.known.listings.at(-1) ?? main;
  // For those that are selected, one that stays, and each that is paid for before.
  const wanted = [main, other, ...(row['select'] === 'two' || row['select'] === 'alike' ? [main] : [])];
  const early = ['payment', 'ordered'].includes(row['before'] ?? '') ? [main] : [];
  const late = row['checkpoint'] === 'payment' ? [main] : [];
  if (row['select'] === 'whole' && row['before'] === 'nothing') await unlessUnmet(wholeOf(story));
  const first = await story.current();
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
  const ask = async (checkpoint: string | undefined) => {
    const asked = await desk.prepare(tableId, { checkpoint, items: lineSelectors(selected, seat.snapshot.lines) });
    if (asked.kind !== 'prepared') throw unmet('a request for a bill was not answered');
    await story.letGo(asked);
    return asked;
  };
  const stale = isStale && isMoved ? await ask(then.snapshot.updatedAt) : undefined;
  const bare = row['checkpoint'] === 'none' ? await ask(undefined) : undefined;
  const { known } = story;
  const isTold = known.billsParts === true && selected?.length === 1;
  const { whole = selected && !isTold ? await wholeOf(story) : undefined } = story;
  const covers = selected ?? [...story.unpaid];
  if (row['asked'] === 'lost') await ends.lose(story, selected);
  const ours = await story.billFor(selected);
  await ends.askAgain(story, ours);
  // A bill of as much as was paid may be that of before.
  const again = earlier && stale && paidAgain(earlier, earlier.exchange, stale);
  if (again && !selected) tell('bill/unpaid-lines', again);
  if (stale && (!again || (selected && stale.bill.posBillId !== earlier.bill.posBillId))) {
    const outcome = staleOutcome(world, { before: then, stale, current: ours });
    if (outcome.status !== 'not-exercised') tell('bill/stale-checkpoint', outcome);
  }
  if (bare) tell('bill/stale-checkpoint', bareOutcome(bare, ours));
  tell('tips/same-id-as-bill', encodedRecipient(ours, world.till.traffic()));
  if (selected) {
    const isAsThen = whole !== undefined && whole.orders + whole.paid.length === 0 && !story.isChangedByStaff;
    const isAll = isAsThen ? wholeForPart(whole.billed, ours) : undefined;
    tell('bill/subset', isAll);
    if (isAsThen) known.billsParts = isAll === undefined;
    if (isAll) throw forAll;
    tell('bill/subset', strayLine(ours.seat, ours, selected));
    const less = alone && lessForMore(ours.seat, selected, alone, ours);
    // Unless the other is none to pay for since the payment of its bill failed.
    if (less && (await unlessUnmet(story.billFor([a])))) tell('bill/subset', less);
    if (earlier && selected.length === 1)
      tell('bill/subset', severalFor(earlier, ours, { ids: [c, a], listing: main, seat: set.seat }));
    if (dueOf(ours) ?? ours.bill.lines) tell('bill/subset', passed);
  }
  const { newer, there, isOneId } = await openOthers(story, ours, wanted.length > 2 ? (set.ids[2] ?? b) : b);
  if (newer) tell('bill/result-body', sharedId(ours, newer.billed));
  // Of bills that share an id nobody can tell which one is paid, which is told where they are compared.
  if (isOneId) throw unmet('two bills have one posBillId');
  const ordered = row['meanwhile'] === 'order' ? await unlessUnmet(story.order(ours.seat, [last])) : undefined;
  if (row['meanwhile'] === 'order' && !ordered) row['meanwhile'] = 'nothing';
  const isOfStaff = byStaff.includes(row['meanwhile'] ?? '');
  if (isOfStaff) await changeByStaff(story, row['meanwhile'] ?? '');
  const now = ordered?.seat ?? (await openTableAt(world, tableId));
  const billed = selected ?? (ours.seat.snapshot.lines ?? []).flatMap((line) => lineIdOf(line) ?? []);
  const isTouched = now.kind === 'seated' ? areTouched(ours.seat, now, billed) : isOfStaff;
  const settled = { ours, selected, covers, ordered, newer, there, isTouched };
  await (row['outcome'] === 'failed' ? ends.fail(story, settled) : ends.pay(story, settled));
};

interface Spare {
  readonly seat: OpenTable;
  /** The line that is paid for, where one is. */
  readonly lineId: string;
  readonly listing: string;
}

/** What comes before the bill; a bill that was paid then. */
const before = async (story: Story, { seat, lineId, listing }: Spare): Promise<Billed | undefined> => {
  const { world, row, tableId, known } = story;
  switch (row['before']) {
    case 'payment':
    case 'ordered': {
      const part = await payPart(story, lineId);
      if (row['before'] === 'ordered') {
        await wholeOf(story);
        await story.order(await story.current(), [listing]);
      }
      return part;
    }
    case 'prepaid': {
      if (!story.whole) await wholeOf(story);
      story.seat = undefined;
      const order = { context: atTable(tableId), listingId: known.listings[0] ?? '', prepaid: true, menu: known.menu };
      const paid = await submitOne(world, order);
      if (paid.kind !== 'submitted' || paid.result.success !== true) throw unmet('no prepaid order was accepted');
      if (story.whole) story.whole.prepaid += pricesIn(known.menu, order.listingId)[0]?.money.value ?? Number.NaN;
      await wholeOf(story);
      await story.order(await story.current(), [listing]);
      return undefined;
    }
    case 'failed':
      await wholeOf(story);
      return undefined;
    case 'elsewhere': {
      const there = await story.neighbour();
      const line = lineIdOf(there?.snapshot.lines?.at(-1));
      if (there && line !== undefined) await payPart(story.at(there), line);
      return undefined;
    }
    case 'rejected': {
      const bad = world.fixtures.listings?.outOfStock?.[0] ?? `none ${seat.tableId}`;
      story.seat = undefined;
      const items = [item(known.listings[0] ?? bad), item(bad)];
      await submit(world, { context: atTable(tableId), items });
      return undefined;
    }
    default:
      return undefined;
  }
};

/** The bill of all of the table, whose payment fails. */
const wholeOf = async (story: Story): Promise<Story['whole']> => {
  await story.letGo(await story.billFor());
  return story.whole;
};

/** What makes a checkpoint stale. */
const change = async (story: Story, { seat, lineId, listing }: Spare): Promise<void> => {
  const { checkpoint = '' } = story.row;
  if (checkpoint === 'order') await story.order(seat, [listing]);
  if (checkpoint === 'payment') await payPart(story, lineId);
  if (byStaff.includes(checkpoint)) await changeByStaff(story, checkpoint);
};

/** For the event of a change, which is waited for elsewhere. */
const patienceMs = 5_000;

const changeByStaff = async (story: Story, type: string): Promise<void> => {
  await letTimePass(story.world, (await story.current()).snapshot);
  story.isChangedByStaff = true;
  story.seat = undefined;
  for (const changeType of changeTypes.filter((one) => one === type))
    if ((await changeTable(story.world, story.tableId, changeType, { patienceMs })).pushed.kind === 'unmade')
      throw unmet('the staff could not change the table', 'triggers.changeTable');
};

/** Bills that are open beside ours: of other lines of the table, and of another table. */
const openOthers = async (
  story: Story,
  ours: Billed,
  lineId: string,
): Promise<Pick<Waiting, 'newer' | 'there'> & { readonly isOneId: boolean }> => {
  const { row } = story;
  const wants = (where: string): boolean => [where, 'both'].includes(row['other'] ?? '');
  // A till may prepare one bill at a time.
  const mayGo = ['LINE_CANCELLED', 'LINE_UPDATED'].includes(row['meanwhile'] ?? '');
  const here = wants('here') && !mayGo ? await unlessUnmet(story.billFor([lineId], 'a refusal')) : undefined;
  const seat = wants('elsewhere') ? await story.neighbour() : undefined;
  const beside = seat && story.at(seat);
  const elsewhere = beside && (await unlessUnmet(beside.billFor()));
  row['other'] = here ? (elsewhere ? 'both' : 'here') : elsewhere ? 'elsewhere' : 'none';
  const isOneId = [here, elsewhere].some((one) => one?.bill.posBillId === ours.bill.posBillId);
  const there = beside && elsewhere && { story: beside, billed: elsewhere };
  return { newer: here && { billed: here, lineId }, there, isOneId };
};
