import { lineIdOf } from '#traffic/laws';
import { defineTillScenario, harmless } from '../arrange/till/active-till.ts';
import { payable } from '../arrange/till/amounts.ts';
import { awaitEvent, locationChange } from '../arrange/till/await-event.ts';
import { letGo, prepareCurrent, release } from '../arrange/till/bills.ts';
import { ask } from '../arrange/till/command-answer.ts';
import {
  atTable,
  billPaymentCompleted,
  billPreparation,
  lineSelector,
  listingsSync,
  paymentOf,
  tableSnapshot,
} from '../arrange/till/commands.ts';
import { type ReadBill, readBill } from '../arrange/till/read-results.ts';
import { changeTable, changeTypes } from '../arrange/till/table-change.ts';
import { openTable, openTableAt, type OpenTable } from '../arrange/till/tables.ts';
import { freshId } from '../arrange/identity.ts';
import { isLeftOut } from '../arrange/sampling.ts';
import type { CallbackAnswer, CommandToSend, PosWorld } from '../context/pos.ts';
import type { PosPhase } from '../define.ts';
import { unlessUnmet } from '../outcome.ts';
import { payOnce } from '../pos/payment/paid-bill.ts';
import { leftToSchedules } from '../pos/queue/left-to-queue.ts';
import { settled, sharedGroup, takenOf } from '../pos/queue/settlement.ts';
import type { Row } from './levels.ts';
import { atTables, plainTillRow, plannedTillLevels, type TillBreaks } from './till-factors.ts';
import { createTillOrders } from './till-orders.ts';
import type { TillAsking, TillTried } from './till-tried.ts';
import { tryRows } from './till-trying.ts';
import { createTillWrongs } from './till-wrongs.ts';

type World = PosWorld<never>;

interface Arranged extends Pick<TillTried, 'before'> {
  /** It waits for its payment. */
  readonly bill: ReadBill | undefined;
}

/** More than a party orders. */
const mostLines = 40;
/** For the event of a change by hand. */
const pushedMs = 5_000;
const firstAnswers: Readonly<Record<string, CallbackAnswer>> = { failed: { status: 503 }, dropped: 'drop' };
const lastAnswers: Readonly<Record<string, CallbackAnswer>> = { rejected: { status: 400 }, unknown: { status: 404 } };

/** Turns rows into commands, at tables that nobody else is at. */
const createTillAsking = async (world: World, isLate: boolean): Promise<TillAsking> => {
  const { till, claims, fixtures, triggers, clock, patienceMs } = world;
  const { closing = [], closed = [] } = fixtures.tables ?? {};
  const { orderOf, hasBad } = await createTillOrders(world);
  let seat = claims.STATION ? await openTable(world, 'duplicates') : undefined;
  /** At another table once this one is full: whoever reads a table reads all of it. */
  const sit = async (): Promise<OpenTable> => {
    const again = seat && (await openTableAt(world, seat.tableId));
    const isRoomy = again?.kind === 'seated' && (again.snapshot.lines?.length ?? 0) < mostLines;
    const next = isRoomy ? undefined : world.tables.takeAnother(fixtures.tables?.open ?? []);
    const other = next === undefined ? undefined : await openTableAt(world, next);
    if (other?.kind === 'seated' && seat) world.tables.leave(seat.tableId);
    const seated = [other, again].find((one) => one?.kind === 'seated');
    const now = seated?.kind === 'seated' ? seated : await openTable(world, 'duplicates');
    seat = now;
    return now;
  };
  const levels = plannedTillLevels((factor, level) => {
    const isOfTable = factor === 'command' || atTables.some((one) => one === factor) || level.startsWith('clos');
    if (isOfTable && level !== 'menu' && !claims.STATION) return false;
    if (factor === 'state') {
      if (level === 'closing') return closing.length > 0;
      if (level === 'closed') return closed.length > 0;
      return isLate && triggers.has(level === 'shut' ? 'setLocation' : 'setOrderType');
    }
    if (level === 'menu') return claims.listings;
    if (factor === 'place')
      return level === 'kiosk'
        ? claims.KIOSK && fixtures.kiosks?.[0] !== undefined
        : claims[level === 'pickup' ? 'PICKUP' : 'DELIVERY'];
    if (factor === 'prepaid') return claims.prepaid && claims.postpaid;
    // What stops the till for good comes late.
    if (factor === 'answer') return isLate || !(level in lastAnswers);
    if (level === 'rejected' || level === 'partly') return hasBad;
    return factor !== 'meanwhile' || triggers.has('changeTable');
  });
  const order = async (items: string, tableId: string): Promise<unknown> =>
    await ask(world, orderOf({ ...plainTillRow, items }, tableId));
  const billOf = async (known: OpenTable, line: unknown): Promise<ReadBill | undefined> => {
    const lineId = lineIdOf(line);
    const items = lineId === undefined ? {} : { items: [lineSelector(lineId)] };
    const prepared = await prepareCurrent(world, known.tableId, { known, ...items });
    return prepared.kind === 'prepared' ? prepared.bill : undefined;
  };
  /** The last order or payment at the table. */
  const arrange = async ({ before = '', command }: Row): Promise<OpenTable> => {
    const { tableId } = await sit();
    if (before === 'paid' || command !== 'order') await order('one', tableId);
    if (before === 'rejected' || before === 'partly') await order(before, tableId);
    if (before === 'unpaid') await letGo(world, prepareCurrent(world, tableId));
    if (before === 'paid') {
      const now = await sit();
      const bill = await billOf(now, now.snapshot.lines?.at(-1));
      const [amount] = payable(bill?.totals);
      if (bill && amount) await unlessUnmet(payOnce(world, bill, { amount }));
    }
    return await sit();
  };
  const commandOf = (row: Row, tableId: string, { before, bill }: Arranged): CommandToSend | undefined => {
    const lineId = lineIdOf(before?.snapshot.lines?.at(-1));
    const checkpoint = before?.snapshot.updatedAt;
    const known = checkpoint === undefined ? {} : { checkpoint };
    const [amount] = payable(bill?.totals);
    switch (row['command']) {
      case 'bill':
        return billPreparation(atTable(tableId), known);
      case 'subset':
        return lineId === undefined
          ? undefined
          : billPreparation(atTable(tableId), { ...known, items: [lineSelector(lineId)] });
      case 'payment':
        return bill?.posBillId === undefined || amount === undefined
          ? undefined
          : billPaymentCompleted(bill.posBillId, paymentOf(amount.money, clock.now()));
      case 'table':
        return tableSnapshot(tableId);
      case 'menu':
        return listingsSync();
      default:
        return orderOf(row, tableId);
    }
  };
  /** With what comes just before it, beside it and after it. */
  const send = async ({ answer = '', company, delivery }: Row, command: CommandToSend) => {
    const groupId = freshId();
    const isOf = (id: string) => (seen: { readonly messageId: string }) => seen.messageId === id;
    const last = lastAnswers[answer];
    const just = last && (await till.send(harmless(world)));
    if (just) {
      till.answerCallbacks(just.messageId, [last]);
      await till.next('callback', { from: 0, matches: isOf(just.messageId), withinMs: patienceMs });
    }
    const shared = sharedGroup(world, command.messageKind, groupId);
    const beside = { ...harmless(world), groupId: company === 'behind' ? shared : freshId() };
    const other = company === 'alone' ? undefined : await till.send(beside);
    const from = till.mark();
    const sent = await till.send({ ...command, groupId: shared });
    const first = firstAnswers[answer];
    if (first) till.answerCallbacks(sent.messageId, [first]);
    if (delivery === 'again') till.deliverAgain(sent.messageId);
    if (delivery === 'twice') {
      const matches = ({ messages }: { readonly messages: readonly { readonly messageId: string }[] }) =>
        messages.some(isOf(sent.messageId));
      if (await till.next('receive', { from, matches, withinMs: patienceMs })) till.expireVisibility(sent.messageId);
    }
    const came = await settled(world, sent, delivery === 'again' ? 2 : 1);
    const { idempotencyKey } = sent;
    const again =
      delivery === 'retried' && came === 'settled' ? await till.send({ ...command, idempotencyKey }) : undefined;
    if (again) await settled(world, again, 1);
    if (other) await settled(world, other, 1);
    if (just) till.withdraw(just.messageId);
    return { sent, again, isDone: came === 'settled', isLeft: came === 'undeleted' };
  };
  const set = async (state: string, isBack: boolean): Promise<void> => {
    if (state === 'shut') {
      const { trigger, event } = locationChange(isBack);
      await awaitEvent(world, trigger, { ...event, patienceMs: pushedMs });
    }
    const orderType = 'STATION';
    if (state === 'paused') await triggers.fire('setOrderType', { orderType, state: isBack ? 'ACCEPTING' : 'PAUSED' });
  };
  const ofLine = changeTypes.filter((type) => type !== 'ORDER_CLOSED');
  return {
    levels,
    async ask(row) {
      const { state = '', meanwhile, bills, command: asked } = row;
      const from = till.mark();
      const odd = { closing, closed }[state]?.at(-1);
      const isAtTable = claims.STATION && odd === undefined && row['place'] === 'table' && asked !== 'menu';
      const before = isAtTable ? await arrange(row) : undefined;
      const lines = before?.snapshot.lines ?? [];
      const wanted = { one: [undefined], two: [lines.at(0), lines.at(-1)] }[bills ?? ''] ?? [];
      const prepared: ReadBill[] = [];
      for (const line of before ? wanted : []) {
        const bill = before && (await billOf(before, line));
        if (bill) prepared.push(bill);
      }
      const tableId = odd ?? before?.tableId ?? '';
      const command = commandOf(row, tableId, { before, bill: prepared[0] });
      if (command === undefined)
        return { row, sent: undefined, again: undefined, isDone: true, isLeft: false, before, from };
      const type = ofLine.find((one) => one === meanwhile);
      if (type) await changeTable(world, tableId, type, { patienceMs: pushedMs });
      await set(state, false);
      const done = await send(row, command);
      await set(state, true);
      const { posBillId } = asked === 'bill' || asked === 'subset' ? readBill(takenOf(world, done.sent)?.body) : {};
      const waiting = [posBillId, ...prepared.slice(asked === 'payment' ? 1 : 0).map((bill) => bill.posBillId)];
      for (const one of new Set(waiting)) await release(world, one);
      return { row, ...done, before, from };
    },
  };
};

const covers = [
  'submission/contexts',
  'submission/texts',
  'submission/partial-is-failure',
  'table/lines-follow-orders',
  'table/right-table',
  'listings/full-sync',
  'bill/unpaid-lines',
  'bill/subset',
  'payment/result-body',
  'queue/duplicate-not-applied',
  'queue/idempotency-key',
] as const satisfies readonly TillBreaks[];

/** What comes to a till at once is drawn; what fails is reduced to the fewest levels that still do. */
const orderOccasions = (id: string, phase: PosPhase, title: string) =>
  defineTillScenario({
    id,
    title,
    phase,
    ...(phase === 'order' && { touches: [] }),
    takesLong: true,
    needs: ['pos.fixtures.listings.inStock'],
    covers,
    provokes: ['queue/duplicate-same-result', 'queue/group-order'],
    async run(world) {
      if (isLeftOut(world, 'whatever comes together')) return leftToSchedules;
      await tryRows(world, await createTillAsking(world, phase !== 'order'), createTillWrongs(world));
      return undefined;
    },
  });

export const tillOccasionsSince = {
  activation: orderOccasions(
    'pos/order-occasions',
    'order',
    'Whatever ordinary things come together in one command, it is done as it is alone',
  ),
  reactivation: orderOccasions(
    'pos/order-occasions-later',
    'after',
    'The same holds once the till is activated again, and while it takes no orders',
  ),
};
