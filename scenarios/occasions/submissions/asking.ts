import type { Money, OrderContext } from '#schemas';
import { harmless } from '../../arrange/till/active-till.ts';
import { eventually } from '../../arrange/eventually.ts';
import { freshId } from '../../arrange/identity.ts';
import {
  atKiosk,
  atTable,
  forDelivery,
  forPickup,
  item,
  orderSubmission,
  paymentOf,
} from '../../arrange/till/commands.ts';
import { type Measures, measuresOf, type ObservedChange } from '../../arrange/till/order-effects.ts';
import { menuAsTold, menuOf, notAccepting, pricesIn } from '../../arrange/till/orders.ts';
import { type ReadSubmission, readSubmission } from '../../arrange/till/read-results.ts';
import { enoughTables, look, openTable, openTableAt, snapshotIn } from '../../arrange/till/tables.ts';
import { isWaiterAtWork } from '../../arrange/till/waiter.ts';
import type { CallbackAnswer, CommandToSend, PosWorld, SentCommand } from '../../context/pos.ts';
import { unmet } from '../../outcome.ts';
import { callsAbout, type Settled, settled, sharedGroup, takenOf } from '../../pos/queue/settlement.ts';
import { placeOfStock, stockAt } from '../../pos/submission/over-limit.ts';
import type { Row } from '../covering.ts';
import { plannedSubmissions } from './levels.ts';

/** What became of an order. */
export interface Asked {
  readonly row: Row;
  readonly sent: SentCommand;
  /** The same operation under another messageId. */
  readonly again: SentCommand | undefined;
  readonly came: Settled;
  /** What the platform took of the first. */
  readonly result: ReadSubmission | undefined;
  readonly exchanges: readonly number[];
  /** Its table before and after, where nobody else did anything there. */
  readonly table: ObservedChange | undefined;
  /** How many pieces of the listing of which there are few it asked for, and how many fewer the menu shows since. */
  readonly stock: { readonly listingId: string; readonly ordered: number; readonly taken: number } | undefined;
}

export interface Asking {
  readonly levels: Readonly<Record<string, string[]>>;
  /** So many at once, each at a table of its own. */
  readonly together: number;
  /** Sends the order and waits until the till is done with it, and until its table is `seenAs` it has to be, if it ever is. */
  ask(row: Row, seenAs?: (change: ObservedChange) => boolean): Promise<Asked>;
}

const texts: Readonly<Record<string, string>> = {
  plain: 'Please call first',
  empty: '',
  letters: 'Łucja Ødegård-Şahin: proszę dzwonić — Αθήνα, ул. Чехова, 東門',
  astral: '𠮷野家 🛒👍🏽',
  // No limit is stated. Longer than a database keeps by default, and no longer than somebody may type.
  long: 'The bell does not work, so please call when you are at the door. '.repeat(16).trim(),
};
const firstAnswers: Readonly<Record<string, CallbackAnswer>> = { failed: { status: 503 }, dropped: 'drop' };
/** So many pieces of what there are few of. */
const pieces = 2;
/** For a till whose menu shows no price. */
const anyPrice: Money = { value: 1000, currency: 'PLN' };

interface Counted {
  readonly id: string;
  /** Where its listing says how many there are. */
  readonly place: string;
}

/** Turns rows into orders, each at a table that nobody else is at. */
export const createAsking = async (world: PosWorld<never>): Promise<Asking> => {
  const { till, claims, fixtures, clock, patienceMs } = world;
  const { inStock = [], outOfStock = [], delisted = [], limited = [] } = fixtures.listings ?? {};
  const [one, other] = inStock;
  if (one === undefined) throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
  const bad = [...outOfStock, ...delisted];
  const menu = await menuAsTold(world);
  // The last one is kept for what is tried until nothing is left of it.
  const counted = limited.slice(0, -1).flatMap(({ id, max }): readonly Counted[] => {
    const place = max < pieces ? undefined : placeOfStock(menu, { listingId: id, max });
    return place === undefined ? [] : [{ id, place }];
  });
  const free = claims.STATION ? [(await openTable(world, 'duplicates')).tableId] : [];
  while (free.length > 0 && free.length < enoughTables) {
    const next = world.tables.takeAnother((fixtures.tables?.open ?? []).filter((known) => !free.includes(known)));
    if (next === undefined) break;
    free.push(next);
  }
  const together = free.length === 0 ? enoughTables : free.length;
  const inUse = new Set<string>();

  const sit = async () => {
    for (let tableId = free.shift(); tableId !== undefined; tableId = free.shift()) {
      const seat = await openTableAt(world, tableId);
      if (seat.kind === 'seated') return { tableId, before: measuresOf(seat.snapshot) };
      // One that a payment has closed.
      world.tables.leave(tableId);
      const next = world.tables.takeAnother(fixtures.tables?.open ?? []);
      if (next !== undefined) free.push(next);
    }
    throw unmet('none of the open tables that were tried was open', 'pos.fixtures.tables.open');
  };
  const leftOf = async (): Promise<(of: Counted) => number> => {
    const now = await menuOf(world);
    return ({ id, place }) => stockAt(now, id, place) ?? 0;
  };
  const takeCounted = async (ordered: number) => {
    const left = await leftOf();
    const found = counted.find((of) => !inUse.has(of.id) && left(of) >= ordered);
    if (found === undefined) return undefined;
    inUse.add(found.id);
    return { ...found, ordered, before: left(found) };
  };
  const contexts: Readonly<Record<string, (text: string) => OrderContext>> = {
    kiosk: () => atKiosk(fixtures.kiosks?.[0] ?? ''),
    pickup: forPickup,
    delivery: forDelivery,
  };
  const contextOf = ({ place, note = '' }: Row, tableId: string): OrderContext => {
    const { customerNote: _, ...bare } = contexts[place ?? '']?.(`${world.seed} ${world.scenario}`) ?? atTable(tableId);
    const customerNote = texts[note];
    return customerNote === undefined ? bare : { ...bare, customerNote };
  };
  const orderOf = ({ items = '', unitPrice, prepaid, ...row }: Row, tableId: string, few: string): CommandToSend => {
    const [gone = '', lost = ''] = bad;
    const wanted = {
      several: [one, other ?? one],
      same: [one, one],
      limited: [few],
      bad: [gone],
      mixed: [few, gone],
      worse: [gone, lost],
    }[items] ?? [one];
    const priced = wanted.map((listingId) => {
      const listed = pricesIn(menu, listingId)[0]?.money ?? anyPrice;
      const price = unitPrice === 'stale' ? { ...listed, value: listed.value + 1 } : listed;
      return {
        price,
        item: item(listingId, items === 'limited' ? pieces : 1, unitPrice === 'none' ? undefined : price),
      };
    });
    const value = priced.reduce((sum, { price, item: { quantity } }) => sum + price.value * Number(quantity), 0);
    const payment =
      prepaid === 'yes' ? paymentOf({ ...(priced[0]?.price ?? anyPrice), value }, clock.now()) : undefined;
    return orderSubmission(
      contextOf(row, tableId),
      priced.map((one) => one.item),
      payment,
    );
  };

  /** With what comes beside it, and after it. */
  const send = async ({ answer = '', company, repeat, place = '' }: Row, command: CommandToSend, tableId: string) => {
    const groupId = sharedGroup(world, command.messageKind, freshId());
    const near = harmless(world);
    for (const beside of { beside: [near, near], behind: [{ ...near, groupId }] }[company ?? ''] ?? [])
      await till.send(beside);
    const from = till.mark();
    const sent = await till.send({ ...command, groupId });
    const { messageId, idempotencyKey } = sent;
    const first = firstAnswers[answer];
    if (first) till.answerCallbacks(messageId, [first]);
    const racing = repeat === 'race' ? await till.send({ ...command, idempotencyKey }) : undefined;
    if (repeat === 'deleted') till.deliverAgain(messageId);
    if (repeat === 'handled') {
      const matches = ({ messages }: { readonly messages: readonly { readonly messageId: string }[] }) =>
        messages.some((message) => message.messageId === messageId);
      if (await till.next('receive', { from, matches, withinMs: patienceMs })) till.expireVisibility(messageId);
    }
    let came = await settled(world, sent, repeat === 'deleted' ? 2 : 1);
    if (repeat === 'later' && came === 'settled') {
      // It leaves nothing anywhere.
      const between = await till.send(
        orderOf(
          { place, items: bad.length > 0 ? 'bad' : 'one', note: 'none', prepaid: 'no', unitPrice: 'none' },
          tableId,
          '',
        ),
      );
      await settled(world, between, 1);
      till.deliverAgain(messageId);
      came = await settled(world, sent, 2);
    }
    const again =
      racing ?? (repeat === 'key' && came === 'settled' ? await till.send({ ...command, idempotencyKey }) : undefined);
    if (again) await settled(world, again, 1);
    if (came === 'unanswered') till.withdraw(messageId);
    return { sent, again, came };
  };

  const offers: Readonly<Record<string, (level: string) => boolean>> = {
    place: (level) =>
      level === 'kiosk'
        ? claims.KIOSK && fixtures.kiosks?.[0] !== undefined
        : { table: free.length > 0, pickup: claims.PICKUP, delivery: claims.DELIVERY }[level] === true,
    prepaid: (level) => claims[level === 'yes' ? 'prepaid' : 'postpaid'],
    items: (level) =>
      ({
        several: other !== undefined,
        limited: counted.length > 0,
        mixed: bad.length > 0,
        bad: bad.length > 0,
        worse: bad.length > 1,
      })[level] ?? true,
    unitPrice: (level) => level === 'none' || pricesIn(menu, one).length > 0,
    repeat: (level) => level !== 'later' || bad.length > 0,
  };
  return {
    levels: plannedSubmissions((factor, level) => offers[factor]?.(level) ?? true),
    together,
    async ask(row, seenAs = () => true) {
      const closed = notAccepting(world, contextOf(row, '').type);
      if (closed !== undefined) throw unmet(closed);
      const seat = row['place'] === 'table' ? await sit() : undefined;
      const { tableId = '' } = seat ?? {};
      const few = { limited: pieces, mixed: 1 }[row['items'] ?? ''];
      const stock = few === undefined ? undefined : await takeCounted(few);
      if (few === pieces && stock === undefined) throw unmet('nothing is left of the listings of which there are few');
      try {
        const from = till.mark();
        const done = await send(row, orderOf(row, tableId, stock?.id ?? one), tableId);
        const { sent, again, came } = done;
        const taken = takenOf(world, sent);
        const measured = async (): Promise<Measures | undefined> => {
          const snapshot = snapshotIn(await look(world, tableId));
          return snapshot && measuresOf(snapshot);
        };
        const isSeen = (after: Measures | undefined) => !seat || !after || seenAs({ before: seat.before, after });
        const after =
          seat && came !== 'unanswered' ? await eventually(world, measured, isSeen, { pauseMs: 500 }) : undefined;
        const isAlone = seat !== undefined && !isWaiterAtWork(world, { tableId, from });
        const left = stock && (await leftOf())(stock);
        return {
          row,
          sent,
          again,
          came,
          result: taken && readSubmission(taken.body),
          exchanges: callsAbout(world, sent, ...(again ? [again] : [])),
          table: isAlone && after ? { before: seat.before, after } : undefined,
          stock:
            stock && left !== undefined
              ? { listingId: stock.id, ordered: stock.ordered, taken: stock.before - left }
              : undefined,
        };
      } finally {
        if (seat) free.push(tableId);
        if (stock) inUse.delete(stock.id);
      }
    },
  };
};
