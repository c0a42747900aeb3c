import type { Finding, Judgement } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createByChance } from '../by-chance.ts';
import { broken } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import type { BillTables } from '../../ledgers/till/bill-tables.ts';
import { paymentIdsIn } from '../../ledgers/till/payment-ids.ts';
import {
  createStampedTables,
  type Done,
  isBetween,
  msOf,
  type Stamped,
  tickOf,
} from '../../ledgers/till/stamped-tables.ts';

const id = 'table/updated-at-moves';

/** Nodes whose clocks differ by so much are no pair. */
const clocksApartMs = 1_000;
/** Nobody undoes a payment within so short a time. */
const finestTickMs = 10;

interface Paid {
  readonly payments: number;
  /** The ids that can be read among them. */
  readonly ids: readonly string[];
}

type Shown = Stamped & Paid;

/**
 * Resources › Base models: updatedAt is the time of the last update, and a payment that comes into the snapshot is one. The clock of
 * the till need not be ours, and may be a coarse one: the payment came later than it had shown this updatedAt, by more than a tick, be it
 * that it was made later, or that the table was shown without it so much later still. It may be set back as well, though not time and again. One
 * that is undone is an update, too.
 */
export const createPaymentStamped = (budget: ByteBudget, bills: BillTables) => {
  const look = createStampedTables(budget, ({ payments }): Paid | undefined =>
    Array.isArray(payments) ? { payments: payments.length, ids: paymentIdsIn(payments) } : undefined,
  );
  const paid = createMemory<Done>(budget);
  /** The table of each payment. */
  const madeAt = createMemory<string>(budget);
  // A clock is set back once.
  const judgeBack = createByChance(id);
  const judgeGone = createByChance(id);
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
    const looks = look(handling, seen);
    if (looks?.before === undefined) return undefined;
    const { tableId, asked, before, now } = looks;
    const payment = paid.get(tableId);
    if (before.n > asked.n) return undefined;
    const gone = before.ids.find((one) => madeAt.get(one) === tableId);
    if (gone !== undefined && now.payments === 0 && isUnmoved(before, now, asked.at))
      return judgeGone(goneUnsaid(before, now, gone));
    if (now.payments <= before.payments) return undefined;
    const paidAt = payment !== undefined && isBetween(payment, looks) ? payment.at : 0;
    const tick = tickOf(now.updatedAt);
    if (now.updatedAt === before.updatedAt) {
      // One that was made there came into it after the last look without it.
      const isLate = now.ids.some((one) => !before.ids.includes(one) && madeAt.get(one) === tableId);
      const cameAt = Math.max(paidAt, isLate ? before.askedAt : 0);
      return cameAt - before.since > 2 * tick ? broken(id, stoodStill(before, now)) : undefined;
    }
    const isBack = msOf(before.updatedAt) - msOf(now.updatedAt) > Math.max(clocksApartMs, 2 * tick);
    if (!isBack || paidAt - before.since <= 2 * tick) return undefined;
    return judgeBack(ranBack(before, now));
  };
};

/** Shown with the same updatedAt, and by a clock that is fine enough for nothing to have been done in between. */
const isUnmoved = (before: Shown, now: Shown, askedAt: number): boolean => {
  const tick = tickOf(now.updatedAt);
  const laterMs = (tick <= finestTickMs ? askedAt : before.askedAt) - before.since;
  return now.updatedAt === before.updatedAt && laterMs > 2 * tick;
};

const goneUnsaid = (before: Shown, now: Shown, payment: string): Finding => ({
  message:
    'The payments of a table are gone from its snapshot and its updatedAt did not move on; keep what was paid, also over a new activation, and set updatedAt to the time of every change.',
  expected: `${payment} in the payments, or an updatedAt after ${before.updatedAt}`,
  actual: `updatedAt ${now.updatedAt} with ${before.payments} payments, and with none`,
  pointer: '/tableOrderSnapshot/payments',
  exchanges: [before.exchange, now.exchange],
  cause: 'payments are gone under the same updatedAt',
});

const stoodStill = (before: Shown, now: Shown): Finding => ({
  message:
    'A payment came into the snapshot of a table and its updatedAt did not move on; set it to the time of every change, since it is the checkpoint of the platform.',
  expected: `updatedAt after ${before.updatedAt}, since the payment`,
  actual: `updatedAt ${before.updatedAt} with ${now.payments} payments, and with ${before.payments}`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [before.exchange, now.exchange],
  cause: 'updatedAt stands still at a payment',
});

const ranBack = (before: Shown, now: Shown): Finding => ({
  message:
    'A payment came into the snapshot of a table and its updatedAt went back; set it to the time of every change, since it is the checkpoint of the platform.',
  expected: `updatedAt after ${before.updatedAt}, since the payment`,
  actual: `updatedAt ${now.updatedAt}`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [before.exchange, now.exchange],
  cause: 'updatedAt goes back at a payment',
});
