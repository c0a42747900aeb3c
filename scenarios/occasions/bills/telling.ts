import type { OpenTable } from '../../arrange/till/read-results.ts';
import type { BilledTable } from '../../arrange/till/billed.ts';
import { lineIdOf } from '#traffic/laws';
import { newAmong } from '../../arrange/json-compare.ts';
import { noneToPay, saysPending } from '../../arrange/till/bill-excuse.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { seatAt } from '../../arrange/till/tables.ts';
import { failed, notExercised, Unmet, unlessUnmet, unmet } from '../../outcome.ts';
import { pay } from '../../pos/payment/paid-bill.ts';
import type { Story, Told } from './story.ts';
import { failureWrong, wholeWrong } from './wrongs.ts';

interface Beginning extends Pick<Story, 'world' | 'desk' | 'known' | 'row'> {
  readonly seat: OpenTable;
  readonly open?: Set<string>;
}

/** Two of its tables are tried for something to pay. */
const mostNeighbours = 2;

/** A story at a table; what is told in it is added to `told`. */
export const createStory = ({ world, desk, known, row, seat, open = new Set() }: Beginning, told: Told[]): Story => {
  const story: Story = {
    world,
    desk,
    known,
    row,
    tableId: seat.tableId,
    seat,
    from: world.till.mark(),
    unpaid: new Set(),
    open,
    released: undefined,
    whole: undefined,
    payments: 0,
    paidBefore: undefined,
    isChangedByStaff: false,
    tell: (breaks, outcome, isCertain) => {
      if (outcome) told.push({ breaks, outcome, ...(isCertain === true && { isCertain }) });
    },
    current: async () => (story.seat ??= await seatAt(world, story.tableId)),
    async order(before, listings) {
      const after = await desk.add(before, listings);
      story.seat = after;
      if (story.whole) story.whole.orders += listings.length;
      const changed = newAmong(after.snapshot.lines ?? [], before.snapshot.lines ?? []);
      const added = desk.newLineIds(before, after);
      const grown = added.length < listings.length ? changed.flatMap((one) => lineIdOf(one) ?? []) : added;
      const ids = [...new Set(grown)].slice(0, listings.length);
      if (ids.length < listings.length) throw untellable;
      for (const id of ids) story.unpaid.add(id);
      return { seat: after, ids };
    },
    async billFor(ids, right = 'a bill') {
      const billed = await desk.prepareCurrent(story.tableId, { known: story.seat, right, ids });
      if (billed.kind !== 'prepared') {
        const outcome = unanswered(billed);
        // Whatever becomes of the selection, a request for a bill is answered. One that is lost among many is looked into.
        if (outcome.status === 'failed')
          for (const breaks of ['bill/result-body', ids ? 'bill/subset' : 'bill/stale-checkpoint'] as const)
            story.tell(breaks, outcome, known.amount === undefined);
        throw new Unmet(notExercised('a request for a bill was not answered'));
      }
      story.seat = billed.seat;
      const { posBillId, success, reasonCode = 'no reason' } = billed.bill;
      if (success !== true) {
        if (ids === undefined) refusedWhole(story, billed);
        else world.observe('assume/unfinalised-shapes', `a bill for some lines was refused with ${reasonCode}`);
        const why = ids
          ? 'the till refused a bill for some lines; the format of the selector is not finalised'
          : 'no bill was prepared for the whole table';
        throw unmet(`${why} (${reasonCode})`, ids && 'assumptions.assume/unfinalised-shapes');
      }
      if (posBillId === undefined) throw unmet('the bill has no posBillId that can be read');
      story.open.add(posBillId);
      if (ids !== undefined) return billed;
      const { whole } = story;
      if (whole && !story.isChangedByStaff) {
        story.tell('bill/unpaid-lines', wholeWrong(whole.billed, billed, whole));
        if (whole.orders + whole.prepaid + whole.paid.length === 0)
          story.tell('payment/failed-releases-bill', failureWrong(whole.billed, billed), true);
      }
      story.whole = { billed, orders: 0, prepaid: 0, paid: [] };
      return billed;
    },
    async letGo({ bill: { posBillId }, exchange = story.released }) {
      if (posBillId === undefined) return undefined;
      const sent = await desk.release(posBillId);
      story.open.delete(posBillId);
      story.seat = undefined;
      story.released = exchange;
      return sent;
    },
    async settle(billed, { ids, covers, ...how }) {
      const paid = await pay(world, billed, () => story.billFor(ids), { like: known.amount, ...how });
      if (paid.kind === 'not-paid') return paid;
      known.amount = paid.amount;
      // Another bill of all has what was ordered in between as well.
      const isOfAll = ids === undefined && paid.bill !== billed.bill;
      story.notePaid({ bill: paid.bill, exchange: paid.exchange }, isOfAll ? [...story.unpaid] : covers);
      return paid;
    },
    notePaid(billed, covers) {
      story.seat = undefined;
      story.payments++;
      story.whole?.paid.push(billed);
      if (billed.bill.posBillId !== undefined) story.open.delete(billed.bill.posBillId);
      for (const id of covers) story.unpaid.delete(id);
    },
    async neighbour() {
      const { open: tables = [] } = world.fixtures.tables ?? {};
      // Far from those that come next.
      const from = tables.indexOf(story.tableId) + Math.floor(tables.length / 2);
      const others = [...tables.slice(from), ...tables.slice(0, from)];
      for (let tried = 0; tried < mostNeighbours; tried++) {
        const other = world.tables.takeAnother(others);
        if (other === undefined) return undefined;
        const there = await unlessUnmet(seatAt(world, other));
        if (there !== undefined) return await desk.add(there, known.listings.slice(0, 1));
      }
      return undefined;
    },
    at: (there) => createStory({ world, desk, known, row, seat: there, open }, told),
  };
  return story;
};

const untellable = unmet(
  'the lines of a table could not be told apart by an identifier',
  'assumptions.assume/unfinalised-shapes',
);

/** What we have ordered is to be paid, so a whole bill can be had. */
const refusedWhole = (story: Story, { bill, exchange, seat }: BilledTable): void => {
  const { unpaid, payments, released, whole, open, isChangedByStaff, row, tell, known } = story;
  const { reasonCode = 'none' } = bill;
  const isNone = noneToPay.includes(reasonCode);
  const isMeanwhile = row['select'] === 'whole' && row['meanwhile'] === 'order';
  const seen = {
    expected: 'success true for what is not paid yet',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [...(whole ? [whole.billed.exchange] : []), seat.exchange, exchange],
  };
  // Staff may have settled it, an open bill may hold it, and of a prepaid order and a failed payment either may be to blame.
  const isEither = isNone && row['before'] === 'prepaid' && released !== undefined && !known.releases;
  if (unpaid.size === 0 || isChangedByStaff || open.size > 0 || isEither) return;
  if (reasonCode === 'ORDER_CHANGED')
    tell('bill/stale-checkpoint', failed({ ...seen, cause: 'no bill for a current checkpoint' }));
  else if (isNone && row['before'] === 'prepaid')
    tell('bill/unpaid-lines', failed({ ...seen, cause: 'a prepaid order pays for the table' }));
  // A till may have a limit for payments, and has never billed this table as a whole.
  else if (released !== undefined && (whole?.paid.length ?? payments) === 0 && (isNone || (whole && saysPending(bill))))
    tell('payment/failed-releases-bill', failed({ ...seen, cause: 'no bill after a failed payment' }));
  else if (isNone && payments > 0)
    tell(
      'bill/unpaid-lines',
      failed({ ...seen, cause: isMeanwhile ? 'an order paid with the bill of before' : 'no bill for the rest' }),
    );
  else if (isNone) tell('bill/unpaid-lines', failed({ ...seen, cause: 'an order to be paid later not on the bill' }));
};
