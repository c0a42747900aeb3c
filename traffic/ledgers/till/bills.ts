import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { weightOf } from '../../retention/weight.ts';
import { type Lines, largestIn, linesById } from './lines.ts';
import { type Look, weightOfLook } from './look.ts';
import { isAccepted } from './messages.ts';
import type { TableStep, Tables } from './tables.ts';
import { preparedIn } from './prepared-bill.ts';
import { onceEach } from './once-each.ts';

/** An open table that somebody sits at, with lines that all have an identifier of their own. */
export type Seated = Look & { readonly lines: Lines; readonly updatedAt: string };

export const seated = (look: Look | undefined): Seated | undefined => {
  const { lines, updatedAt, isSeated = false, isOwn = false } = look ?? {};
  if (look === undefined || lines === undefined || updatedAt === undefined || !isSeated || !isOwn) return undefined;
  return { ...look, lines, updatedAt };
};

export interface Bill {
  readonly posBillId: string;
  readonly messageId: string;
  readonly tableId: string;
  /** Of the whole table; else of some lines. */
  readonly isWhole: boolean;
  /** Of a whole bill: the table by whose checkpoint it was asked for. */
  readonly table: Seated | undefined;
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
  readonly former: Pick<Bill, 'tableId' | 'n' | 'exchange' | 'isDue'> | undefined;
}

/** A bill whose payment the till has accepted. */
export interface PaidBill extends Bill {
  readonly oaPaymentId: string;
  readonly paidValue: number | undefined;
  readonly paidN: number;
  readonly paidIn: number;
}

export type BillStep = TableStep & { readonly bill: Bill | undefined };

/** The bills of a till and their payments. */
export const createBills = (tables: Tables, budget: ByteBudget) => {
  const bills = createMemory<Bill>(budget, { weigh: weightOfBill });
  const paid = createMemory<PaidBill>(budget, { weigh: weightOfBill });
  const get = (posBillId: string | undefined): Bill | undefined =>
    posBillId === undefined ? undefined : bills.get(posBillId);
  const learnPayment = ({ seen, lifecycle, asked, messageKind, body }: TableStep): void => {
    const { posBillId, oaPaymentId, paidValue } = asked ?? {};
    const bill = get(posBillId);
    if (bill?.isDue === true) bills.set(bill.posBillId, { ...bill, isDue: false });
    if (bill === undefined || oaPaymentId === undefined || messageKind !== 'BillPaymentCompleted') return;
    const isFirst = seen.kind === 'callback' && lifecycle?.callbacks.length === 1 && isAccepted(seen);
    // Of an id that two bills have had nobody knows which of them was paid.
    if (!isFirst || body?.['success'] !== true || bill.former !== undefined) return;
    paid.set(bill.tableId, { ...bill, oaPaymentId, paidValue, paidN: seen.n, paidIn: seen.exchange });
  };
  const learnBill = (step: TableStep): Bill | undefined => {
    const bill = billIn(step, tables);
    // A result that is sent again is of the bill it was of.
    if (bill === undefined || isSentAgain(step, bill)) return bill;
    const known = bills.get(bill.posBillId);
    const now = { ...bill, former: known?.messageId === bill.messageId ? known.former : known && bareBill(known) };
    bills.set(bill.posBillId, now);
    return now;
  };
  const stepOf = (step: TableStep): BillStep => {
    learnPayment(step);
    return { ...step, bill: learnBill(step) };
  };
  return {
    see: onceEach((seen) => tables.see(seen).map(stepOf)),
    get,
    lastPaid: paid.get,
  };
};

const bareBill = ({ tableId, n, exchange, isDue }: Bill): Bill['former'] => ({ tableId, n, exchange, isDue });

const billIn = ({ seen, messageKind, asked, body, exchange, n }: TableStep, tables: Tables): Bill | undefined => {
  const posBillId = messageKind === 'BillPreparationRequested' ? preparedIn(body) : undefined;
  if (posBillId === undefined || asked?.tableId === undefined || seen.kind !== 'callback') return undefined;
  const { tableId, wholeBill, messageId, n: askedN } = asked;
  const { lines, totals } = Object(body?.['bill']);
  const last = seated(tables.last(tableId));
  // Within a second there is room for a change that the checkpoint does not tell.
  const isCurrent = last !== undefined && last.updatedAt === wholeBill?.checkpoint && isFine(last);
  const isTaken = isAccepted(seen);
  return {
    posBillId,
    messageId,
    tableId,
    isWhole: wholeBill !== undefined,
    table: isCurrent ? last : undefined,
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

/** Within a second there is room for two changes, of which a till may know that they are two. */
export const isFine = ({ updatedAtMs = 0 }: Pick<Look, 'updatedAtMs'>): boolean => updatedAtMs % 1000 !== 0;

/** Of a retry, or after an answer with that bill which was taken. */
const isSentAgain = ({ seen, lifecycle, isRepeat }: TableStep, { posBillId }: Bill): boolean => {
  const { callbacks = [], deliveries = [] } = lifecycle ?? {};
  if (isRepeat && callbacks.length === 1 && deliveries.length === 1) return true;
  return callbacks.some((one) => one !== seen && isAccepted(one) && preparedIn(one.body) === posBillId);
};

const weightOfBill = ({ lines, table, ...rest }: Bill): number =>
  weightOf([rest, [...(lines?.values() ?? [])]]) + weightOfLook(table);
