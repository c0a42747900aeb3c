import { letTimePass, openTable, type OpenTable, openTableAt } from '../../arrange/till/tables.ts';
import { lineIdOf } from '#traffic/laws';
import { mentions } from '../../arrange/json-compare.ts';
import { type BilledTable, noneToPay, prepare } from '../../arrange/till/bills.ts';
import { atTable, item, lineSelector } from '../../arrange/till/commands.ts';
import { submit } from '../../arrange/till/orders.ts';
import type { Billed } from '../../arrange/till/read-results.ts';
import { staleOutcome } from '../../arrange/till/stale-bill.ts';
import { changeTable, changeTypes } from '../../arrange/till/table-change.ts';
import { failed, outcomeOf, passed, unlessUnmet, unmet } from '../../outcome.ts';
import type { CheckOutcome } from '#schemas';
import type { Row, Turn } from '../covering.ts';
import { afterFailure, afterPayment, payAndRepeat, payUnknown } from './settling.ts';
import {
  billFor,
  current,
  type BillWorld,
  type Known,
  letGo,
  neighbour,
  order,
  settle,
  type Story,
  type Told,
} from './story.ts';
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

/** What became of a row. */
export interface Carried {
  /** With the levels that it came to. */
  readonly row: Row;
  readonly told: readonly Told[];
  /** Why it did not come to its end. */
  readonly unmet: CheckOutcome | undefined;
}

/** Carries a row out at a table of its own, which it leaves with nothing open. */
export const carryOut = async (world: BillWorld, known: Known, { row: planned, pick }: Turn): Promise<Carried> => {
  const told: Told[] = [];
  const row: Record<string, string> = { ...planned };
  const seated = await outcomeOf(openTable(world, pick));
  if ('status' in seated) return { row, told, unmet: seated };
  const story: Story = {
    world,
    known,
    row,
    tableId: seated.tableId,
    seat: seated,
    from: world.till.mark(),
    unpaid: new Set(),
    open: new Set(),
    releases: 0,
    whole: undefined,
    payments: 0,
    isChangedByStaff: false,
    tell: (breaks, outcome) => outcome && told.push({ breaks, outcome }),
    tellSilence: (breaks, outcome) => void told.push({ breaks, outcome, isSilence: true }),
  };
  const ended = await outcomeOf(tellStory(story, row, seated).then(() => passed));
  for (const posBillId of story.open) await letGo(story, { bill: { posBillId }, exchange: 0 } as Billed);
  for (const table of world.fixtures.tables?.open ?? []) world.tables.leave(table);
  return { row, told, unmet: ended.status === 'passed' ? undefined : ended };
};

const tellStory = async (story: Story, row: Record<string, string>, first: OpenTable): Promise<void> => {
  const { world, tableId, tell } = story;
  const { till } = world;
  const [main = '', other = main] = story.known.listings;
  const last = story.known.listings.at(-1) ?? main;
  // For those that are selected, one that stays, and each that is paid for before.
  const wanted = [main, other, ...(row['select'] === 'two' || row['select'] === 'alike' ? [main] : [])];
  const early = ['payment', 'ordered'].includes(row['before'] ?? '') ? [main] : [];
  const late = row['checkpoint'] === 'payment' ? [main] : [];
  const set = await order(story, first, [...wanted, ...early, ...late]);
  tell('bill/subset', renamedLine(first, set.seat));
  const [a = '', b = ''] = set.ids;
  const [c = '', d = ''] = set.ids.slice(wanted.length);
  const selected = { one: [a], two: [a, b], alike: [a] }[row['select'] ?? ''];
  const earlier = await before(story, row, { seat: set.seat, lineId: c, listing: last });
  const then = await current(story);
  await letTimePass(world, then.snapshot);
  const alone = row['select'] === 'two' ? await billFor(story, [a]) : undefined;
  if (alone) await letGo(story, alone);
  await change(story, row, { seat: then, lineId: late.length > 0 && early.length > 0 ? d : c, listing: last });
  const seat = await current(story);
  if (selected && story.isChangedByStaff && areTouched(then, seat, selected))
    throw unmet('the staff changed the very line that was selected');
  const isStale = !['current', 'none'].includes(row['checkpoint'] ?? '');
  const isMoved = (seat.snapshot.updatedAtMs ?? 0) > (then.snapshot.updatedAtMs ?? Number.POSITIVE_INFINITY);
  const items = selected?.map(lineSelector);
  const ask = async (checkpoint: string | undefined) => {
    const asked = await prepare(world, tableId, { checkpoint, items });
    if (asked.kind !== 'prepared') throw unmet('a request for a bill was not answered');
    await letGo(story, asked);
    return asked;
  };
  const stale = isStale && isMoved ? await ask(then.snapshot.updatedAt) : undefined;
  const bare = row['checkpoint'] === 'none' ? await ask(undefined) : undefined;
  const { known, whole = selected && known.billsParts !== true ? await wholeOf(story) : undefined } = story;
  const covers = selected ?? [...story.unpaid];
  const ours = await billFor(story, selected);
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
    const wrongs = [
      strayLine(ours.seat, ours, selected),
      alone && lessForMore(ours.seat, selected, alone, ours),
      earlier && selected.length === 1
        ? severalFor(earlier, ours, { ids: [c, a], listing: main, seat: set.seat })
        : undefined,
    ];
    for (const wrong of wrongs) tell('bill/subset', wrong);
    if (dueOf(ours) ?? ours.bill.lines) tell('bill/subset', passed);
  }
  const newer = await openOthers(story, row, ours, wanted.length > 2 ? (set.ids[2] ?? b) : b);
  const ordered = row['meanwhile'] === 'order' ? await unlessUnmet(order(story, ours.seat, [last])) : undefined;
  if (row['meanwhile'] === 'order' && !ordered) row['meanwhile'] = 'nothing';
  const type = changeTypes.find((one) => one === row['meanwhile']);
  if (type) await byStaff(story, type);
  const now = type ? await openTableAt(world, tableId) : (ordered?.seat ?? ours.seat);
  const isTouched =
    now.kind !== 'seated' ||
    areTouched(ours.seat, now, selected ?? (ours.seat.snapshot.lines ?? []).flatMap((line) => lineIdOf(line) ?? []));
  if (row['outcome'] === 'unknown') {
    await payUnknown(story);
    return void (await letGo(story, ours));
  }
  const settled = { ours, selected, covers, ordered, newer, isTouched };
  if (row['outcome'] === 'failed') return await afterFailure(story, settled);
  const paid = await payAndRepeat(story, settled);
  if (paid) await afterPayment(story, settled, paid);
};

interface Spare {
  readonly seat: OpenTable;
  /** The line that is paid for, where one is. */
  readonly lineId: string;
  readonly listing: string;
}

/** What comes before the bill; a bill that was paid then. */
const before = async (story: Story, row: Row, { seat, lineId, listing }: Spare): Promise<Billed | undefined> => {
  const { world, tableId, known } = story;
  switch (row['before']) {
    case 'payment':
    case 'ordered': {
      const part = await payPart(story, lineId);
      if (row['before'] === 'ordered') await order(story, await current(story), [listing]);
      return part;
    }
    case 'failed':
      await wholeOf(story);
      return undefined;
    case 'elsewhere': {
      const there = await neighbour(story);
      if (there === undefined) return undefined;
      const elsewhere: Story = {
        ...story,
        tableId: there.tableId,
        seat: there,
        whole: undefined,
        unpaid: new Set(),
        open: new Set(),
      };
      const line = lineIdOf(there.snapshot.lines?.at(-1));
      if (line !== undefined) await payPart(elsewhere, line);
      return undefined;
    }
    case 'rejected': {
      const bad = world.fixtures.listings?.outOfStock?.[0] ?? `none ${seat.tableId}`;
      story.seat = undefined;
      await submit(world, { context: atTable(tableId), items: [item(known.listings[0] ?? bad), item(bad)] });
      return undefined;
    }
    default:
      return undefined;
  }
};

// It would pay for all of the table.
const forAll = unmet('a bill for some lines is that of the whole table');

/** The bill of all of the table, whose payment fails. */
const wholeOf = async (story: Story): Promise<Story['whole']> => {
  await letGo(story, await billFor(story));
  return story.whole;
};

const payPart = async (story: Story, lineId: string): Promise<Billed> => {
  if (story.known.billsParts === false) throw forAll;
  const part = await billFor(story, [lineId]);
  const paid = await settle(story, part, { ids: [lineId], covers: [lineId] });
  if (paid.kind === 'paid') return part;
  story.tell('payment/applied-once', paid.outcome);
  throw unmet('no payment was applied');
};

/** What makes a checkpoint stale. */
const change = async (story: Story, { checkpoint }: Row, { seat, lineId, listing }: Spare): Promise<void> => {
  if (checkpoint === 'order') await order(story, seat, [listing]);
  if (checkpoint === 'payment') await payPart(story, lineId);
  const type = changeTypes.find((one) => one === checkpoint);
  if (type) await byStaff(story, type);
};

/** For the event of a change, which is waited for elsewhere. */
const pushedMs = 5_000;

const byStaff = async (story: Story, type: (typeof changeTypes)[number]): Promise<void> => {
  story.isChangedByStaff = true;
  story.seat = undefined;
  const { pushed } = await changeTable(story.world, story.tableId, type, { patienceMs: pushedMs });
  if (pushed.kind === 'unmade') throw unmet('the staff could not change the table', 'triggers.changeTable');
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
  readonly seat: OpenTable;
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

/** Bills that are open beside ours: of other lines of the table, and of another table. */
const openOthers = async (story: Story, row: Record<string, string>, ours: BilledTable, lineId: string) => {
  const { world, tell, open } = story;
  const wants = (where: string): boolean => [where, 'both'].includes(row['other'] ?? '');
  // A till may prepare one bill at a time.
  const here = wants('here') ? await unlessUnmet(billFor(story, [lineId], { right: 'a refusal' })) : undefined;
  if (here) tell('bill/result-body', sharedId(ours, here));
  const there = wants('elsewhere') ? await neighbour(story) : undefined;
  const elsewhere = there && (await prepare(world, there.tableId, { checkpoint: there.snapshot.updatedAt }));
  const isThere = elsewhere?.kind === 'prepared' && elsewhere.bill.success === true;
  if (isThere && elsewhere.bill.posBillId !== undefined) open.add(elsewhere.bill.posBillId);
  const isOneId = isThere && elsewhere.bill.posBillId === ours.bill.posBillId;
  // Of bills that share an id nobody can tell which one is paid, which is told where they are compared.
  if (isOneId || (here && here.bill.posBillId === ours.bill.posBillId)) throw unmet('two bills have one posBillId');
  row['other'] = here ? (isThere ? 'both' : 'here') : isThere ? 'elsewhere' : 'none';
  return here && { billed: here, lineId };
};
