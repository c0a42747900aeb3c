import { instantOf } from '#schemas';
import type { Sight } from '../../../evidence/row.ts';
import { type Look, tickOf } from '../../../ledgers/till/look.ts';
import { isAnotherMoment, type Tables, type TableStep } from '../../../ledgers/till/tables.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { onceOnly } from '../../warn-then-fail.ts';
import { freshLook, type TableRow, twoLooks } from './row.ts';

// Resources › Base models: updatedAt is the time of the last update of a table, and the next sync checkpoint.
const requirement = 'table/updated-at-moves';
const pointer = '/tableOrderSnapshot/updatedAt';

/** Looks that are older are forgotten. */
const mostShown = 10;
/** Nodes whose clocks differ by so much are no pair. */
const clocksApartMs = 1_000;
/** Nobody undoes a payment within so short a time. */
const finestTickMs = 10;
/** One text may round a time up to the second, and another down. */
const roundedMs = 2_000;
/** A clock is rarely set back by more. */
const setBackMs = 60_000;

/** When something was done at a table: when it came, its place, and that of its success. */
interface Done {
  readonly at: number;
  readonly n: number;
  readonly doneN: number;
}

/** When something of that kind was done between two looks, and nothing of it beside one of them. */
const createDone = (messageKind: string, budget: ByteBudget) => {
  const done = createMemory<Done>(budget);
  return {
    see({ messageKind: kind, tableId, asked, result, n }: TableStep): void {
      if (kind === messageKind && tableId !== undefined && asked !== undefined && result?.['success'] === true)
        done.set(tableId, { at: asked.at, n: asked.n, doneN: n });
    },
    between(before: Look, now: Look): number | undefined {
      const last = done.get(now.tableId);
      return last !== undefined && last.n > before.n && last.doneN < now.askedN ? last.at : undefined;
    },
  };
};

/** The clock of the till need not be ours, and may be coarse: more than a tick after it had shown this updatedAt. */
const isLater = (at: number, { since, updatedAt = '' }: Look): boolean => at - since > 2 * tickOf(updatedAt);

/** Two looks with the same updatedAt. */
const twoAlike = (step: TableStep): ReturnType<typeof twoLooks> => {
  const looks = twoLooks(step);
  return looks?.now.updatedAt !== undefined && looks.now.updatedAt === looks.before.updatedAt ? looks : undefined;
};

type Stamp = Pick<
  Look,
  'updatedAt' | 'updatedAtMs' | 'openedAt' | 'linesText' | 'paymentsText' | 'n' | 'exchange' | 'tableId'
>;
const stampOf = (look: Look): Stamp => {
  const { tableId, updatedAt, updatedAtMs, openedAt, linesText, paymentsText, n, exchange } = look;
  return { tableId, updatedAt, updatedAtMs, openedAt, linesText, paymentsText, n, exchange };
};

const twoShown = (before: Stamp, now: Stamp): Pick<Sight, 'unlike' | 'exchanges'> => ({
  unlike: now.tableId,
  exchanges: [before.exchange, now.exchange],
});

/** Another session with an earlier updatedAt, and whether nothing but the till can be to blame. */
const olderSession = (isSure: boolean) => (tables: Tables, budget: ByteBudget) => {
  /** Of each table the look with the latest updatedAt. */
  const latest = createMemory<Stamp>(budget);
  return (step: TableStep): Sight | undefined => {
    const now = freshLook(step);
    const [updatedAtMs, openedAtMs] = [instantOf(now?.updatedAt), instantOf(now?.openedAt)];
    if (updatedAtMs === undefined || openedAtMs === undefined || now?.isSeated !== true || !now.texts?.length)
      return undefined;
    const { tableId } = now;
    const before = now.before === undefined ? undefined : latest.get(tableId);
    const beforeMs = before?.updatedAtMs ?? Number.NEGATIVE_INFINITY;
    if (updatedAtMs >= beforeMs) latest.set(tableId, stampOf(now));
    if (before === undefined || before.n > now.askedN || updatedAtMs >= beforeMs - roundedMs) return undefined;
    if (before.linesText === now.linesText && before.paymentsText === now.paymentsText) return undefined;
    if (!isAnotherMoment(before.openedAt, now.openedAt)) return undefined;
    // A party that moves there brings the time when it sat down, for whoever counts that as no update.
    const leftN = Math.max(
      tables.happenings.anywhere('prepayment'),
      tables.happenings.mayBeAt('payment', tableId),
      tables.happenings.mayBeAt('byHand', tableId),
    );
    if (isSure !== (openedAtMs < beforeMs - setBackMs && leftN <= before.n)) return undefined;
    return {
      ...twoShown(before, now),
      expected: `updatedAt ${before.updatedAt} or later`,
      actual: `updatedAt ${now.updatedAt}, openedAt ${now.openedAt}`,
    };
  };
};

const ranBack = {
  requirement,
  pointer,
  cause: 'updatedAt runs back with another session',
  message:
    'A table is shown with another session and an earlier updatedAt than before, so that who syncs from the last one misses it; updatedAt never runs back for a table, and what was ordered there is not forgotten, whatever the till is told or starts anew.',
} as const;

export const tableUpdatedAt: readonly TableRow[] = [
  { ...ranBack, look: olderSession(true) },
  { ...ranBack, look: olderSession(false), leeway: 'others may have sat down there, or a clock was set back' },
  {
    // Nobody who asks after a change is shown the very lines and updatedAt of before. A clock may be set back, but to no such moment.
    requirement,
    pointer,
    cause: 'a table shown as it was before',
    message:
      'A table is shown as it was before it changed, though the till itself had shown the change already; show it as it is each time it is asked for.',
    look: (_, budget) => {
      const shown = createMemory<readonly Stamp[]>(budget);
      return ({ look, body }) => {
        if (look?.isFresh !== true || !look.isOpen || look.updatedAtMs === undefined || look.texts === undefined)
          return undefined;
        const { came, isOwn, tableId, updatedAt, updatedAtMs, linesText } = look;
        // Another table under its name is told as that; an order that was rejected may be shown all the same.
        if (came === 'asked' ? !isOwn : came === 'order' && body?.['success'] !== true) return undefined;
        const before = shown.get(tableId) ?? [];
        shown.set(tableId, [...before, stampOf(look)].slice(-mostShown));
        const since = before.findIndex((one) => one.updatedAt === updatedAt && one.linesText === linesText);
        if (came !== 'asked' || since < 0) return undefined;
        const later = before
          .slice(since + 1)
          .find((one) => one.n < look.askedN && (one.updatedAtMs ?? 0) > updatedAtMs && one.linesText !== linesText);
        return (
          later && {
            ...twoShown(later, look),
            expected: `updatedAt ${later.updatedAt} or later, with the lines of then`,
            actual: `updatedAt ${updatedAt}, with the lines of then`,
          }
        );
      };
    },
  },
  {
    requirement,
    pointer,
    cause: 'updatedAt stands still at an order',
    message:
      'An order brought lines to a table and updatedAt of its snapshot did not move on; set it to the time of every change, since it is the checkpoint of the platform.',
    look: (_, budget) => {
      const orders = createDone('OrderSubmissionRequested', budget);
      return (step) => {
        orders.see(step);
        const { before, now } = twoAlike(step) ?? {};
        if (before?.texts === undefined || now?.texts === undefined) return undefined;
        const [less, more, orderedAt] = [before.texts.length, now.texts.length, orders.between(before, now)];
        if (more <= less || orderedAt === undefined || !isLater(orderedAt, before)) return undefined;
        return {
          ...twoShown(before, now),
          expected: `updatedAt after ${before.updatedAt}, since the order`,
          actual: `updatedAt ${before.updatedAt} with ${more} lines, and with ${less}`,
        };
      };
    },
  },
  {
    // The payment was made later than that, or the table was shown without it so much later still.
    requirement,
    pointer,
    cause: 'updatedAt stands still at a payment',
    message:
      'A payment came into the snapshot of a table and its updatedAt did not move on; set it to the time of every change, since it is the checkpoint of the platform.',
    look: ({ payments }, budget) => {
      const paid = createDone('BillPaymentCompleted', budget);
      return (step) => {
        paid.see(step);
        const { before, now } = twoAlike(step) ?? {};
        if (before === undefined || now === undefined || !isMorePaid(before, now)) return undefined;
        const isLate = now.payments.some(
          (one) => !before.payments.includes(one) && payments.isOnlyAt(one, now.tableId),
        );
        const cameAt = Math.max(paid.between(before, now) ?? 0, isLate ? before.askedAt : 0);
        if (!isLater(cameAt, before)) return undefined;
        return {
          ...twoShown(before, now),
          expected: `updatedAt after ${before.updatedAt}, since the payment`,
          actual: `updatedAt ${before.updatedAt} with ${now.paymentCount} payments, and with ${before.paymentCount}`,
        };
      };
    },
  },
  {
    // A clock may be set back once.
    requirement,
    pointer,
    onceOnly,
    cause: 'updatedAt goes back at a payment',
    message:
      'A payment came into the snapshot of a table and its updatedAt went back; set it to the time of every change, since it is the checkpoint of the platform.',
    look: (_, budget) => {
      const paid = createDone('BillPaymentCompleted', budget);
      return (step) => {
        paid.see(step);
        const { before, now } = twoLooks(step) ?? {};
        if (before === undefined || now?.updatedAt === undefined || !isMorePaid(before, now)) return undefined;
        const tick = tickOf(now.updatedAt);
        const isBack = (before.updatedAtMs ?? 0) - (now.updatedAtMs ?? 0) > Math.max(clocksApartMs, 2 * tick);
        const paidAt = paid.between(before, now);
        if (!isBack || paidAt === undefined || paidAt - before.since <= 2 * tick) return undefined;
        return {
          ...twoShown(before, now),
          expected: `updatedAt after ${before.updatedAt}, since the payment`,
          actual: `updatedAt ${now.updatedAt}`,
        };
      };
    },
  },
  {
    // One that is undone is an update, too; and a clock may be too coarse to show it once.
    requirement,
    pointer: '/tableOrderSnapshot/payments',
    onceOnly,
    cause: 'payments are gone under the same updatedAt',
    message:
      'The payments of a table are gone from its snapshot and its updatedAt did not move on; keep what was paid, also over a new activation, and set updatedAt to the time of every change.',
    look:
      ({ payments }) =>
      (step) => {
        const { before, now } = twoAlike(step) ?? {};
        if (before === undefined || now === undefined) return undefined;
        const gone = before.payments.find((one) => payments.isOnlyAt(one, now.tableId));
        const shownAt = tickOf(now.updatedAt ?? '') <= finestTickMs ? now.askedAt : before.askedAt;
        if (gone === undefined || now.paymentCount > 0 || !isLater(shownAt, before)) return undefined;
        return {
          ...twoShown(before, now),
          expected: `${gone} in the payments, or an updatedAt after ${before.updatedAt}`,
          actual: `updatedAt ${now.updatedAt} with ${before.paymentCount} payments, and with none`,
        };
      },
  },
];

const isMorePaid = (before: Look, now: Look): boolean =>
  Number.isFinite(now.paymentCount) && now.paymentCount > before.paymentCount;
