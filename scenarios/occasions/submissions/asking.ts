import type { Money, OrderContext } from '#schemas';
import { harmless } from '../../arrange/till/active-till.ts';
import { eventually } from '../../arrange/eventually.ts';
import { freshId } from '../../arrange/identity.ts';
import type { Buyer } from '../../arrange/buyer.ts';
import {
  atKiosk,
  atTable,
  forDelivery,
  forPickup,
  item,
  orderSubmission,
  paymentOf,
} from '../../arrange/till/commands.ts';
import { measuresOf, type ObservedChange } from '../../arrange/till/order-effects.ts';
import { menuAsTold, notAccepting, pricesIn } from '../../arrange/till/orders.ts';
import { readSubmission } from '../../arrange/till/read-results.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import { enoughTables, look, openTable, openTableAt, snapshotIn } from '../../arrange/till/tables.ts';
import { isWaiterAtWork } from '../../arrange/till/waiter.ts';
import type { CallbackAnswer, CommandToSend, PosWorld, SentCommand } from '../../context/pos.ts';
import { unmet } from '../../outcome.ts';
import { callsAbout, type Settled, settled, sharedGroup, takenOf } from '../../pos/queue/settlement.ts';
import type { Row } from '../covering.ts';
import { plannedSubmissions } from './levels.ts';

/** What became of an order. */
export interface Asked {
  readonly row: Row;
  readonly sent: SentCommand;
  /** The same operation under another messageId. */
  readonly again: SentCommand | undefined;
  readonly came: Settled;
  readonly wanted: readonly Wanted[];
  /** What the platform took as the result of the first. */
  readonly submitted: Submitted | undefined;
  readonly exchanges: readonly number[];
  /** Its table before and after, where nobody else did anything there. */
  readonly table: (ObservedChange & { readonly payments: number }) | undefined;
}

export interface Asking {
  readonly levels: Readonly<Record<string, string[]>>;
  /** So many at once, each at a table of its own. */
  readonly together: number;
  /** Sends the order and waits until the till is done with it, and until its table is `seenAs` it has to be, if it ever is. */
  ask(row: Row, seenAs?: (change: ObservedChange) => boolean): Promise<Asked>;
}

const written = (firstName: string, lastName: string, city: string, street: string, notes: string): Partial<Buyer> => ({
  firstName,
  lastName,
  city,
  street,
  notes,
});

/** What people are called, live at and write; each with something that a till, its printer or its database trips over. */
const texts: Readonly<Record<string, Partial<Buyer>>> = {
  plain: { notes: 'Please call first' },
  empty: { notes: '' },
  letters: written('Łucja', 'Ødegård-Şahin', 'Αθήνα', 'ул. Чехова', 'proszę dzwonić — 東門'),
  marks: written("D'Arcy", "O'Neill", "L'Aquila", 'Rock & Roll Street', `"2nd" <left> & don't\nring A\\B\r\nthanks`),
  astral: written('𠮷郎', '𠮷野', '𡈽浦', '𩸽 町', 'thanks 🛒👍🏽'),
  // No limit is stated. Longer than a database keeps by default, and no longer than somebody may type.
  long: { notes: 'The bell does not work, so please call when you are at the door. '.repeat(16).trim() },
};
const firstAnswers: Readonly<Record<string, CallbackAnswer>> = { failed: { status: 503 }, dropped: 'drop' };
/** More than a couple orders, and no more than any till has the lines for. */
const mostListings = 5;
/** For a till whose menu shows no price. */
const anyPrice: Money = { value: 1000, currency: 'PLN' };

/** Turns rows into orders, each at a table that nobody else is at. */
export const createAsking = async (world: PosWorld<never>): Promise<Asking> => {
  const { till, claims, fixtures, clock, patienceMs } = world;
  const { inStock = [], outOfStock = [], delisted = [], limited = [] } = fixtures.listings ?? {};
  const [one] = inStock;
  if (one === undefined) throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
  const bad = [...outOfStock.slice(0, 1), ...delisted.slice(-1), ...outOfStock.slice(1, 2)].slice(0, 2);
  const menu = await menuAsTold(world);
  const free = claims.STATION ? [(await openTable(world, 'duplicates')).tableId] : [];
  while (free.length > 0 && free.length < enoughTables) {
    const next = world.tables.takeAnother((fixtures.tables?.open ?? []).filter((known) => !free.includes(known)));
    if (next === undefined) break;
    free.push(next);
  }
  const together = free.length === 0 ? enoughTables : free.length;

  const sit = async () => {
    for (let tableId = free.shift(); tableId !== undefined; tableId = free.shift()) {
      const seat = await openTableAt(world, tableId);
      if (seat.kind === 'seated') return seat;
      // One that a payment has closed.
      world.tables.leave(tableId);
      const next = world.tables.takeAnother(fixtures.tables?.open ?? []);
      if (next !== undefined) free.push(next);
    }
    throw unmet('none of the open tables that were tried was open', 'pos.fixtures.tables.open');
  };
  const contexts: Readonly<Record<string, (text: string, known?: Partial<Buyer>) => OrderContext>> = {
    kiosk: () => atKiosk(fixtures.kiosks?.[0] ?? ''),
    pickup: forPickup,
    delivery: forDelivery,
  };
  const contextOf = ({ place, note = '' }: Row, tableId: string): OrderContext => {
    const written = texts[note];
    const text = `${world.seed} ${world.scenario}`;
    const { customerNote: _, ...bare } = contexts[place ?? '']?.(text, written) ?? atTable(tableId);
    return written?.notes === undefined ? bare : { ...bare, customerNote: written.notes };
  };
  const wantedOf = (items: string): readonly Wanted[] => {
    const most = limited.at(-1);
    const each = (...ids: readonly string[]) => ids.map((listingId) => ({ listingId, quantity: 1 }));
    const wanted: Readonly<Record<string, readonly Wanted[]>> = {
      several: [...each(...inStock.slice(1, mostListings)), { listingId: one, quantity: 3 }],
      same: each(one, one),
      pieces: [{ listingId: one, quantity: 2 }],
      excess: most ? [{ listingId: most.id, quantity: most.max + 1 }] : [],
      bad: each(...bad.slice(0, 1)),
      mixed: each(one, ...bad.slice(0, 1)),
      worse: each(...bad),
    };
    return wanted[items] ?? each(one);
  };
  const orderOf = ({ items = '', unitPrice, prepaid, ...row }: Row, tableId: string) => {
    const wanted = wantedOf(items);
    const priced = wanted.map(({ listingId, quantity }) => {
      const listed = pricesIn(menu, listingId)[0]?.money ?? anyPrice;
      const price = items === 'stale' ? { ...listed, value: listed.value + 1 } : listed;
      return {
        price,
        quantity,
        item: item(listingId, quantity, unitPrice === 'none' && items !== 'stale' ? undefined : price),
      };
    });
    const value = priced.reduce((sum, { price, quantity }) => sum + price.value * quantity, 0);
    const paid = prepaid === 'yes' ? { ...(priced[0]?.price ?? anyPrice), value } : undefined;
    const context = contextOf(row, tableId);
    const payment = paid && paymentOf(paid, clock.now());
    return {
      context,
      wanted,
      paid,
      command: orderSubmission(
        context,
        priced.map((of) => of.item),
        payment,
      ),
    };
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
      const { command: rejected } = orderOf({ place, items: 'bad', unitPrice: 'none' }, tableId);
      const between = await till.send(rejected);
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
        several: inStock.length > 1,
        stale: pricesIn(menu, one).length > 0,
        excess: limited.length > 0,
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
      try {
        const from = till.mark();
        const order = orderOf(row, tableId);
        const { sent, again, came } = await send(row, order.command, tableId);
        const taken = takenOf(world, sent);
        const submitted: Submitted | undefined = taken && {
          kind: 'submitted',
          context: order.context,
          prepaid: order.paid !== undefined,
          paid: order.paid,
          result: readSubmission(taken.body),
          exchange: taken.exchange,
          sent,
        };
        const changed = async (): Promise<Asked['table']> => {
          const now = snapshotIn(await look(world, tableId));
          if (seat === undefined || now === undefined || isWaiterAtWork(world, { tableId, from })) return undefined;
          const [before, after] = [seat.snapshot, now];
          const payments = (after.payments?.length ?? 0) - (before.payments?.length ?? 0);
          return { before: measuresOf(before), after: measuresOf(after), payments };
        };
        const isSeen = (table: Asked['table']) =>
          table === undefined || submitted?.result.success !== true || seenAs(table);
        const table = seat && submitted ? await eventually(world, changed, isSeen, { pauseMs: 500 }) : undefined;
        return {
          row,
          sent,
          again,
          came,
          wanted: order.wanted,
          submitted,
          table,
          exchanges: callsAbout(world, sent, ...(again ? [again] : [])),
        };
      } finally {
        if (seat) free.push(tableId);
      }
    },
  };
};
