import { awaitCallback, type Settled, workedOff } from '../../arrange/till/awaited-callback.ts';
import { harmless } from '../../arrange/till/active-till.ts';
import { eventually } from '../../arrange/eventually.ts';
import { freshId } from '../../arrange/identity.ts';
import { newAmong } from '../../arrange/json-compare.ts';
import { orderSubmission, tableSnapshot } from '../../arrange/till/commands.ts';
import { justSeen, shownWith } from '../../arrange/till/just-seen.ts';
import { measuresOf } from '../../arrange/till/order-effects.ts';
import { menuAsTold, notAccepting } from '../../arrange/till/orders.ts';
import { readSubmission, type OpenTable } from '../../arrange/till/read-results.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import { openTable, openTableAt } from '../../arrange/till/tables.ts';
import { isWaiterAtWork } from '../../arrange/till/waiter.ts';
import type { CallbackAnswer, CommandToSend, PosWorld, SentCommand } from '../../context/pos.ts';
import { unmet } from '../../outcome.ts';
import { callsAbout, deletesNone, letPast, settled, takenOf } from '../../pos/queue/settlement.ts';
import type { Row } from '../covering.ts';
import { createOrders } from './order-of.ts';
import type { Ask, Asked } from './wrongs.ts';

const firstAnswers: Readonly<Record<string, CallbackAnswer>> = { failed: { status: 503 }, dropped: 'drop' };

type Named = Partial<Pick<SentCommand, 'messageId' | 'idempotencyKey'>>;

/** Whoever keeps a part of an id or a key, or folds its letters, takes an order for another: of those that begin alike only capitals tell one from the next. */
const createNames = (): ((ids: string | undefined) => Named) => {
  const [id, key] = [freshId(), freshId()];
  let count = 0;
  return (ids) => {
    if (ids !== 'beginning' && ids !== 'ending') return {};
    const written = [...letters].map((letter, bit) => ((count >> bit) & 1 ? letter.toUpperCase() : letter)).join('');
    count++;
    const like = (one: string): string =>
      ids === 'ending' ? freshId().slice(0, 8) + one.slice(8) : one.slice(0, -letters.length) + written;
    return { messageId: like(id), idempotencyKey: like(key) };
  };
};
/** For a thousand orders. */
const letters = 'abcdefghij';

/** Sends rows as orders; those at its table come one after the other. */
export const createAsking = async (world: PosWorld<never>) => {
  const { till, clock, claims, fixtures, patienceMs } = world;
  const { orderOf, contextOf, levels } = createOrders(world, await menuAsTold(world));
  const commandOf = ({ context, items, payment }: ReturnType<typeof orderOf>): CommandToSend =>
    orderSubmission(context, items, payment);
  const names = createNames();
  const untried = new Set(fixtures.tables?.open);
  let own = claims.STATION ? (await openTable(world, 'duplicates')).tableId : undefined;
  let left = Promise.resolve();
  /** Its table as the last order there has left it. */
  let shown: OpenTable | undefined;
  /** At its table, as soon as whoever is there has left it. One that a payment has closed gives way to another. */
  const seated = async <Value>(work: (table: OpenTable) => Promise<Value>): Promise<Value> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = left;
    left = promise;
    await before;
    try {
      while (own !== undefined) {
        untried.delete(own);
        const table = justSeen(world, shown) ?? (await openTableAt(world, own));
        shown = undefined;
        if (table.kind === 'seated') return await work(table);
        world.tables.leave(own);
        own = table.kind === 'not-open' ? world.tables.takeAnother([...untried]) : undefined;
      }
    } finally {
      resolve();
    }
    throw unmet('none of the open tables that were tried was open', 'pos.fixtures.tables.open');
  };
  /** With what comes beside it, and after it. */
  const send = async (
    { answer = '', company, repeat, place = '', ids }: Row,
    command: CommandToSend,
    tableId: string,
  ) => {
    const groupId = freshId();
    const near = own === undefined ? harmless(world) : tableSnapshot(own);
    // Behind a message of a kind that is never deleted nothing of its group comes.
    const isBehind = company === 'behind' && !deletesNone(till.traffic(), near.messageKind, clock.now());
    const isNear = company === 'beside' || company === 'behind';
    const accompanying = isNear ? await till.send(isBehind ? { ...near, groupId } : near) : undefined;
    if (accompanying && repeat === 'deleted') till.deliverAgain(accompanying.messageId);
    const from = till.mark();
    // What is silent is so after its first delivery.
    const done = async (one: SentCommand, times: number): Promise<Settled> =>
      (await awaitCallback(world, one, from)).callback ? await settled(world, one, times) : 'unanswered';
    const sent = await till.send({ ...command, ...names(ids), groupId });
    const twin = company === 'twin' ? await till.send({ ...command, ...names(ids) }) : undefined;
    const { messageId, idempotencyKey } = sent;
    const first = firstAnswers[answer];
    if (first) till.answerCallbacks(messageId, [first]);
    const racing = repeat === 'race' ? await till.send({ ...command, idempotencyKey }) : undefined;
    if (repeat === 'deleted') till.deliverAgain(messageId);
    const carried = async (): Promise<Settled> => {
      const matches = ({ messages }: { readonly messages: readonly { readonly messageId: string }[] }) =>
        messages.some((message) => message.messageId === messageId);
      if (repeat === 'handled' && (await till.next('receive', { from, matches, withinMs: patienceMs })))
        till.expireVisibility(messageId);
      return await done(sent, repeat === 'deleted' ? 2 : 1);
    };
    let [came] = await Promise.all([carried(), isBehind && accompanying && letPast(world, accompanying, sent)]);
    if (['later', 'followed'].includes(repeat ?? '') && came === 'settled') {
      // It is to leave nothing anywhere.
      await done(await till.send(commandOf(orderOf({ place, items: 'bad' }, tableId))), 1);
      if (repeat === 'later') till.deliverAgain(messageId);
      if (repeat === 'later') came = await done(sent, 2);
    }
    const again =
      racing ?? (repeat === 'key' && came === 'settled' ? await till.send({ ...command, idempotencyKey }) : undefined);
    for (const other of [again, twin]) if (other) await done(other, 1);
    if (came === 'unanswered') till.withdraw(messageId);
    return { sent, again, twin, came };
  };

  return {
    /** Where it orders, if at a table. */
    tableId: () => own,
    levels,
    ask: (async (row, seenAs = () => true) => {
      const closed = notAccepting(world, contextOf(row, '').type);
      if (closed !== undefined) throw unmet(closed);
      const at = async (seat?: OpenTable): Promise<Asked> => {
        const tableId = seat?.tableId ?? '';
        const from = till.mark();
        const order = orderOf(row, tableId);
        const { sent, again, twin, came } = await send(row, commandOf(order), tableId);
        const taken = takenOf(world, sent);
        const submitted: Submitted | undefined = taken && {
          kind: 'submitted',
          context: order.context,
          prepaid: order.payment !== undefined,
          paid: order.payment?.amount,
          result: readSubmission(taken.body),
          exchange: taken.exchange,
          sent,
        };
        const isOnce = row['repeat'] === 'none' && row['answer'] === 'taken' && twin === undefined;
        let told = isOnce && seat && submitted && shownWith(world, seat, submitted);
        const changed = async (): Promise<Asked['table']> => {
          const now = told || (await openTableAt(world, tableId));
          told = undefined;
          shown = now.kind === 'seated' ? now : undefined;
          if (!seat || !shown || isWaiterAtWork(world, { tableId, from })) return undefined;
          const [before, after] = [seat.snapshot, shown.snapshot];
          const payments = (after.payments?.length ?? 0) - (before.payments?.length ?? 0);
          const added = newAmong(after.lines ?? [], before.lines ?? []);
          return { before: measuresOf(before), after: measuresOf(after), payments, added };
        };
        const isSeen = (table: Asked['table']) => table === undefined || seenAs(table);
        const isTaken = submitted?.result.success === true;
        const table = seat && isTaken ? await eventually(world, changed, isSeen, { pauseMs: 500 }) : undefined;
        const exchanges = callsAbout(world, ...[sent, again, twin].filter((one) => one !== undefined));
        const [first, retry, other] = [sent, again, twin].map((one) => one && workedOff(till.traffic(), one.messageId));
        const all = { own: first, again: retry, twin: other };
        return { row, sent, ...all, came, wanted: order.wanted, submitted, table, exchanges };
      };
      return row['place'] === 'table' ? await seated(at) : await at();
    }) satisfies Ask,
  };
};
