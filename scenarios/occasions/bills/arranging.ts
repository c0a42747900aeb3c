import { lineIdOf } from '#traffic/laws';
import type { Billed } from '../../arrange/till/read-results.ts';
import { unlessUnmet, unmet } from '../../outcome.ts';
import { byStaff } from './levels.ts';
import type { Seat, Story, Waiting } from './story.ts';

interface Spare {
  readonly seat: Seat;
  /** The line that is paid for, where one is. */
  readonly lineId: string;
  readonly listing: string;
}

/** What comes before the bill; a bill that was paid then. */
export const before = async (story: Story, { seat, lineId, listing }: Spare): Promise<Billed | undefined> => {
  const { world, row, tableId, known } = story;
  switch (row['before']) {
    case 'payment':
    case 'ordered': {
      const part = await payPart(story, lineId);
      if (row['before'] !== 'ordered') return part;
      await wholeOf(story);
      await story.order(await story.current(), [listing]);
      return part;
    }
    case 'failed':
      await wholeOf(story);
      return undefined;
    case 'elsewhere': {
      const there = await story.neighbour();
      if (there === undefined) return undefined;
      const line = lineIdOf(there.snapshot.lines?.at(-1));
      if (line !== undefined) await payPart(story.at(there), line);
      return undefined;
    }
    case 'rejected': {
      const bad = world.fixtures.listings?.outOfStock?.[0] ?? `none ${seat.tableId}`;
      story.seat = undefined;
      await story.desk.submit(tableId, [known.listings[0] ?? bad, bad]);
      return undefined;
    }
    default:
      return undefined;
  }
};

// It would pay for all of the table.
export const forAll = unmet('a bill for some lines is that of the whole table');

/** The bill of all of the table, whose payment fails. */
export const wholeOf = async (story: Story): Promise<Story['whole']> => {
  await story.letGo(await story.billFor());
  return story.whole;
};

const payPart = async (story: Story, lineId: string): Promise<Billed> => {
  if (story.known.billsParts === false) throw forAll;
  const part = await story.billFor([lineId]);
  const paid = await story.settle(part, { ids: [lineId], covers: [lineId] });
  if (paid.kind === 'paid') return part;
  story.tell('payment/applied-once', paid.outcome);
  throw unmet('no payment was applied');
};

/** What makes a checkpoint stale. */
export const change = async (story: Story, { seat, lineId, listing }: Spare): Promise<void> => {
  const { checkpoint = '' } = story.row;
  if (checkpoint === 'order') await story.order(seat, [listing]);
  if (checkpoint === 'payment') await payPart(story, lineId);
  if (byStaff.includes(checkpoint)) await changeByStaff(story, checkpoint);
};

export const changeByStaff = async (story: Story, type: string): Promise<void> => {
  story.isChangedByStaff = true;
  story.seat = undefined;
  if (!(await story.desk.change(story.tableId, type)))
    throw unmet('the staff could not change the table', 'triggers.changeTable');
};

/** Bills that are open beside ours: of other lines of the table, and of another table. */
export const openOthers = async (
  story: Story,
  ours: Billed,
  lineId: string,
): Promise<{ readonly newer: Waiting['newer']; readonly isOneId: boolean }> => {
  const { desk, row, open } = story;
  const wants = (where: string): boolean => [where, 'both'].includes(row['other'] ?? '');
  // A till may prepare one bill at a time.
  const here = wants('here') ? await unlessUnmet(story.billFor([lineId], 'a refusal')) : undefined;
  const there = wants('elsewhere') ? await story.neighbour() : undefined;
  const elsewhere = there && (await desk.prepare(there.tableId, { checkpoint: there.snapshot.updatedAt }));
  const isThere = elsewhere?.kind === 'prepared' && elsewhere.bill.success === true;
  if (isThere && elsewhere.bill.posBillId !== undefined) open.add(elsewhere.bill.posBillId);
  row['other'] = here ? (isThere ? 'both' : 'here') : isThere ? 'elsewhere' : 'none';
  const others = [here, isThere ? elsewhere : undefined];
  const isOneId = others.some((one) => one?.bill.posBillId === ours.bill.posBillId);
  return { newer: here && { billed: here, lineId }, isOneId };
};
