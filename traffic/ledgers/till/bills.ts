import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { weightOf } from '../../retention/weight.ts';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { type ByHand, byHandSince, nothingByHand } from './changed-by-hand.ts';
import { type Lines, linesById } from './lines.ts';
import { isCurrent, type Look, lookIn, type Shown, shownIn, weightOfLook } from './looks.ts';
import { type Delivery, type Handling, type Handlings, isAccepted } from './messages.ts';
import { largestIn } from './minor-units.ts';
import { createNamedTables } from './named-tables.ts';
import { preparedIn } from './prepared-bill.ts';
import { createRetries } from './repeats.ts';

export interface Bill {
  readonly posBillId: string;
  readonly messageId: string;
  readonly tableId: string;
  /** Of the whole table; else of some lines. */
  readonly isWhole: boolean;
  /** The table by whose checkpoint a whole bill of it was asked for. */
  readonly table: Look | undefined;
  readonly lines: Lines | undefined;
  /** The largest number in its totals. */
  readonly total: number;
  /** The places of its request and its result in the traffic. */
  readonly askedN: number;
  readonly n: number;
  readonly exchange: number;
  readonly isTaken: boolean;
  /** No payment of it, done or failed, was delivered. */
  readonly isDue: boolean;
  /** The bill that had its posBillId before. */
  readonly former: Bill | undefined;
}

/** A bill whose payment the till has accepted. */
export interface PaidBill extends Bill {
  readonly oaPaymentId: string;
  readonly paidValue: number | undefined;
  readonly paidN: number;
  readonly paidIn: number;
  /** The table as it was shown last before. */
  readonly before: Look | undefined;
  /** The last look at the table since then shows the payment. */
  readonly isShown: boolean;
}

/** What a till did about one message, read once for all rows of bills. */
export interface BillStep {
  readonly seen: TillTraffic;
  readonly handling: Handling;
  readonly asked: Delivery;
  /** Empty where it is about none. */
  readonly tableId: string;
  /** The message came again, or is a retry of another one: it is answered as it was. */
  readonly isRepeat: boolean;
  /** Its result, where all of it was kept. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
  /** Its table, as it was shown before to whoever asked, or by any result. */
  readonly lastLook: Look | undefined;
  readonly lastShown: Shown | undefined;
  readonly look: Look | undefined;
  readonly shown: Shown | undefined;
  readonly bill: Bill | undefined;
}

interface Update {
  readonly updatedAt: string;
  readonly n: number;
}

export interface Bills {
  /** Read once, and the same for all who ask. */
  readonly see: (seen: TillTraffic) => readonly BillStep[];
  readonly byHand: () => ByHand;
  readonly isNamed: (tableId: string) => boolean;
  /** When somebody ordered last at a table, or at a station that may be it. */
  readonly orderedN: (tableId: string) => number;
  /** When anything changed last that may have changed a bill of the table. */
  readonly changedN: (tableId: string) => number;
  /** The last look at a table: the updatedAt it showed, and the place of its request. */
  readonly lastUpdate: (tableId: string) => Update | undefined;
  readonly get: (posBillId: string | undefined) => Bill | undefined;
  readonly lastPaid: (tableId: string) => PaidBill | undefined;
  readonly valueOf: (oaPaymentId: string) => number | undefined;
  /** Another bill of the table may be to be paid. */
  readonly mayWait: (tableId: string, posBillId: string) => boolean;
}

/** Of a table with more of them only the latest are known. */
const mostWaiting = 20;

export const createBills = (handlings: Handlings, budget: ByteBudget): Bills => {
  const isRetry = createRetries(budget);
  const named = createNamedTables(budget);
  const looks = createMemory<Look>(budget, { weigh: weightOfLook });
  const shown = createMemory<Shown>(budget);
  const updates = createMemory<Update>(budget);
  const bills = createMemory<Bill>(budget, { weigh: weightOfBill });
  const paid = createMemory<PaidBill>(budget, { weigh: weightOfBill });
  const values = createMemory<number>(budget);
  const waiting = createMemory<readonly string[]>(budget);
  const ordered = createMemory<number>(budget);
  let [orderedAwayN, orderedUnnamedN, paymentN] = [-1, -1, -1];
  let byHand = nothingByHand;
  const orderedAt = (tableId: string): number => ordered.get(tableId) ?? -1;

  const learnActivity = ({ messageKind, callbacks, deliveries: [asked] }: Handling, seen: TillTraffic): void => {
    // Whoever has sent a result is done, whenever the message is deleted.
    if (seen.kind === 'delete' && callbacks.length > 0) return;
    const tableId = asked?.tableId;
    if (messageKind === 'BillPaymentCompleted') paymentN = seen.n;
    if (messageKind !== 'OrderSubmissionRequested') return;
    if (tableId === undefined) orderedAwayN = seen.n;
    else ordered.set(tableId, seen.n);
    if (tableId === undefined || !named.has(tableId)) orderedUnnamedN = seen.n;
  };
  const learnPayment = ({ deliveries, callbacks, messageKind }: Handling, seen: TillTraffic): void => {
    const { posBillId, oaPaymentId, paidValue } = deliveries.at(-1) ?? {};
    if (oaPaymentId !== undefined && paidValue !== undefined) values.set(oaPaymentId, paidValue);
    const bill = posBillId === undefined ? undefined : bills.get(posBillId);
    if (bill === undefined) return;
    if (bill.isDue) bills.set(bill.posBillId, { ...bill, isDue: false });
    if (seen.kind !== 'delete' && !(seen.kind === 'callback' && isAccepted(seen))) return;
    const { tableId } = bill;
    waiting.set(
      tableId,
      (waiting.get(tableId) ?? []).filter((one) => one !== posBillId),
    );
    if (seen.kind !== 'callback' || messageKind !== 'BillPaymentCompleted' || callbacks.length > 1) return;
    if (oaPaymentId === undefined || Object(seen.body).success !== true || bill.former !== undefined) return;
    const facts = { oaPaymentId, paidValue, paidN: seen.n, paidIn: seen.exchange, isShown: false };
    paid.set(tableId, { ...bill, ...facts, before: looks.get(tableId) });
  };
  const learnLook = ({ tableId = '', n }: Delivery, look: Look | undefined, result: BillStep['result']): void => {
    if (look === undefined) looks.delete(tableId);
    else looks.set(tableId, look);
    if (result === undefined) return;
    const { status, payments, updatedAt } = Object(result['tableOrderSnapshot']);
    updates.set(tableId, { updatedAt: String(updatedAt), n });
    const last = paid.get(tableId);
    if (last === undefined || n < last.paidN) return;
    const isShown = status === 'OPEN' && JSON.stringify(payments ?? []).includes(last.oaPaymentId);
    if (isShown !== last.isShown) paid.set(tableId, { ...last, isShown });
  };
  const learnBill = (bill: Bill, isSentAgain: boolean): Bill => {
    // A result that is sent again is of the bill it was of.
    if (isSentAgain) return bill;
    const { posBillId, messageId, tableId } = bill;
    const waits = waiting.get(tableId) ?? [];
    if (!waits.includes(posBillId)) waiting.set(tableId, [...waits, posBillId].slice(-mostWaiting));
    const known = bills.get(posBillId);
    const former = known?.messageId === messageId ? known.former : known;
    const now = { ...bill, former: former && { ...former, table: undefined, lines: undefined, former: undefined } };
    bills.set(posBillId, now);
    return now;
  };
  const stepOf = (handling: Handling, seen: TillTraffic): readonly BillStep[] => {
    const { messageKind, deliveries, callbacks } = handling;
    const [asked] = deliveries;
    if (asked === undefined) return [];
    named.see(handling, seen);
    learnActivity(handling, seen);
    learnPayment(handling, seen);
    const { tableId = '' } = asked;
    const isAgain = seen.kind === 'callback' && isRetry(handling);
    const isRepeat = isAgain || deliveries.length > 1 || callbacks.length > 1;
    const [lastLook, lastShown] = [looks.get(tableId), shown.get(tableId)];
    const step = { seen, handling, asked, tableId, isRepeat, lastLook, lastShown };
    if (seen.kind !== 'callback')
      return [{ ...step, result: undefined, look: undefined, shown: undefined, bill: undefined }];
    const result = seen.unkept === true ? undefined : (Object(seen.body) as Readonly<Record<string, unknown>>);
    const isLook = messageKind === 'TableOrderSnapshotRequested' && asked.tableId !== undefined;
    const look = isLook && deliveries.length === 1 ? lookIn(asked, seen) : undefined;
    if (isLook) learnLook(asked, look, result);
    // What was answered 5xx is sent again, and shows the table as it was then.
    const isFresh = !isAgain && deliveries.length === 1 && callbacks.filter(isAccepted).length === 1;
    const now = isFresh && isAccepted(seen) ? shownIn(tableId, handling, seen) : undefined;
    if (now !== undefined) shown.set(tableId, now);
    const made = messageKind === 'BillPreparationRequested' ? billIn(asked, result, seen) : undefined;
    const table = isCurrent(lastLook, asked) ? lastLook : undefined;
    const bill = made && learnBill({ ...made, table }, isAgain || isSentAgain(handling, seen, made.posBillId));
    return [{ ...step, result, look, shown: now, bill }];
  };
  let [last, steps]: [TillTraffic | undefined, readonly BillStep[]] = [undefined, []];
  return {
    see(seen) {
      if (seen === last) return steps;
      last = seen;
      byHand = byHandSince(byHand, seen);
      steps = handlings.add(seen).flatMap((handling) => stepOf(handling, seen));
      return steps;
    },
    byHand: () => byHand,
    isNamed: named.has,
    orderedN: (tableId) => Math.max(orderedUnnamedN, orderedAt(tableId)),
    changedN: (tableId) => Math.max(byHand.n, orderedAwayN, paymentN, orderedAt(tableId)),
    lastUpdate: updates.get,
    get: (posBillId) => (posBillId === undefined ? undefined : bills.get(posBillId)),
    lastPaid: paid.get,
    valueOf: values.get,
    mayWait: (tableId, posBillId) =>
      waiting.hasForgotten() || (waiting.get(tableId) ?? []).some((one) => one !== posBillId),
  };
};

const weightOfBill = ({ lines, table, ...rest }: Bill): number =>
  weightOf([{ ...rest, before: undefined }, [...(lines?.values() ?? [])]]) +
  [table, Object(rest).before].reduce((sum, look) => sum + (look === undefined ? 0 : weightOfLook(look)), 0);

const billIn = (
  { tableId, wholeBill, n: askedN }: Delivery,
  result: BillStep['result'],
  seen: TrafficOf<'callback'>,
): Bill | undefined => {
  const posBillId = preparedIn(result);
  if (posBillId === undefined || tableId === undefined) return undefined;
  const { lines, totals } = Object(result?.['bill']);
  const { n, exchange, messageId } = seen;
  const isTaken = isAccepted(seen);
  return {
    posBillId,
    messageId,
    tableId,
    isWhole: wholeBill !== undefined,
    table: undefined,
    lines: linesById(lines),
    total: largestIn(totals),
    askedN,
    n,
    exchange,
    isTaken,
    isDue: isTaken,
    former: undefined,
  };
};

const isSentAgain = ({ callbacks }: Handling, seen: TrafficOf<'callback'>, posBillId: string): boolean =>
  callbacks.some((one) => one !== seen && isAccepted(one) && preparedIn(one.body) === posBillId);
