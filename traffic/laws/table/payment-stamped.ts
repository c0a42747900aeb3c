import { type Finding, type Judgement, parseTimestamp } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { broken, warned } from '../define.ts';
import { type Handling, isAccepted } from '../deliveries/handlings.ts';
import { createMemory } from '../memory.ts';
import type { BillTables } from './bill-tables.ts';
import { paymentIdsIn } from './payment-ids.ts';
import { snapshotIn } from './shown-lines.ts';

const id = 'table/updated-at-moves';

/** Nodes whose clocks differ by so much are no pair. */
const clocksApartMs = 1_000;

/** A table, as it was shown last. */
interface Shown {
  readonly updatedAt: string;
  /** When it was first shown with this updatedAt. */
  readonly since: number;
  readonly payments: number;
  /** The ids that can be read among them. */
  readonly ids: readonly string[];
  /** When it was asked for. */
  readonly askedAt: number;
  /** The place of its result in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/** A bill of a table was paid: where the payment came first, and where its success was taken. */
interface Paid {
  readonly at: number;
  readonly n: number;
  readonly doneN: number;
}

/**
 * Resources › Base models: updatedAt is the time of the last update, and a payment that comes into the snapshot is one. The clock of
 * the till need not be ours, and may be a coarse one: the payment came later than it had shown this updatedAt, by more than a tick, be it
 * that it was made later, or that the table was shown without it so much later still. It may be set back as well, though not time and again.
 */
export const createPaymentStamped = (budget: ByteBudget, bills: BillTables) => {
  const tables = createMemory<Shown>(budget);
  const paid = createMemory<Paid>(budget);
  /** The table of each payment. */
  const madeAt = createMemory<string>(budget);
  let wentBackBefore = false;
  const learn = (handling: Handling, seen: TillTraffic): void => {
    const { messageKind, deliveries, callbacks } = handling;
    const [delivery] = deliveries;
    const payment = delivery?.oaPaymentId;
    const at = messageKind === 'OrderSubmissionRequested' ? delivery?.tableId : bills.of(delivery?.posBillId)?.tableId;
    if (payment !== undefined && at !== undefined) madeAt.set(payment, at);
    if (seen.kind !== 'callback' || delivery === undefined) return;
    const isFirst = callbacks.length === 1 && isAccepted(seen) && Object(seen.body).success === true;
    if (messageKind !== 'BillPaymentCompleted' || !isFirst) return;
    const tableId = bills.of(delivery.posBillId)?.tableId;
    if (tableId !== undefined) paid.set(tableId, { at: delivery.at, n: delivery.n, doneN: seen.n });
  };
  return (handling: Handling, seen: TillTraffic): Judgement | undefined => {
    learn(handling, seen);
    const { tableId, payments, updatedAt } = Object(snapshotIn(handling, seen)?.snapshot);
    if (seen.kind !== 'callback' || handling.messageKind !== 'TableOrderSnapshotRequested') return undefined;
    if (typeof tableId !== 'string' || typeof updatedAt !== 'string' || !Array.isArray(payments)) return undefined;
    const [asked] = handling.deliveries;
    if (asked?.tableId !== tableId) return undefined;
    const before = tables.get(tableId);
    const isSame = before?.updatedAt === updatedAt;
    const ids = paymentIdsIn(payments);
    const now = { updatedAt, since: isSame ? before.since : seen.at, payments: payments.length, ids, n: seen.n };
    tables.set(tableId, { ...now, askedAt: asked.at, exchange: seen.exchange });
    const payment = paid.get(tableId);
    if (before === undefined || before.n > asked.n || payments.length <= before.payments) return undefined;
    const isBetween = payment !== undefined && payment.n > before.n && payment.doneN < asked.n;
    const paidAt = isBetween ? payment.at : 0;
    if (isSame) {
      // One that was made there came into it after the last look without it.
      const isLate = ids.some((one) => !before.ids.includes(one) && madeAt.get(one) === tableId);
      const cameAt = Math.max(paidAt, isLate ? before.askedAt : 0);
      if (cameAt - before.since <= 2 * tickOf(updatedAt)) return undefined;
      return broken(id, stoodStill(before, payments.length, seen.exchange));
    }
    const isBack = msOf(before.updatedAt) - msOf(updatedAt) > Math.max(clocksApartMs, 2 * tickOf(updatedAt));
    if (!isBack || paidAt - before.since <= 2 * tickOf(updatedAt)) return undefined;
    // A clock is set back once.
    const isAgain = wentBackBefore;
    wentBackBefore = true;
    return (isAgain ? broken : warned)(id, ranBack(before, updatedAt, seen.exchange));
  };
};

/** Of the usual clocks no worse is known; whoever writes whole tenths, seconds or minutes knows no better. */
const usualTickMs = 8;

export const tickOf = (updatedAt: string): number => {
  const ms = msOf(updatedAt);
  return [60_000, 1_000, 100, 10].find((tick) => ms % tick === 0) ?? usualTickMs;
};

const msOf = (updatedAt: string): number => parseTimestamp(updatedAt)?.epochMs ?? 0;

const stoodStill = (before: Shown, payments: number, exchange: number): Finding => ({
  message:
    'A payment came into the snapshot of a table and its updatedAt did not move on; set it to the time of every change, since it is the checkpoint of the platform.',
  expected: `updatedAt after ${before.updatedAt}, since the payment`,
  actual: `updatedAt ${before.updatedAt} with ${payments} payments, and with ${before.payments}`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [before.exchange, exchange],
  cause: 'updatedAt stands still at a payment',
});

const ranBack = (before: Shown, updatedAt: string, exchange: number): Finding => ({
  message:
    'A payment came into the snapshot of a table and its updatedAt went back; set it to the time of every change, since it is the checkpoint of the platform.',
  expected: `updatedAt after ${before.updatedAt}, since the payment`,
  actual: `updatedAt ${updatedAt}`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [before.exchange, exchange],
  cause: 'updatedAt goes back at a payment',
});
