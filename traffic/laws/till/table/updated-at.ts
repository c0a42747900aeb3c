import { onceOnly } from '../../../evidence/row.ts';
import { instantOf } from '#schemas';
import type { TillLedgers } from '../../../ledgers/till/ledgers.ts';
import { type Look, tickOf } from '../../../ledgers/till/look.ts';
import { isAnotherMoment } from '../../../ledgers/till/tables.ts';
import { createMemory } from '../../../retention/memory.ts';
import { freshLook, onTwoLooks, type TillRow, unlike } from './row.ts';

/** Looks that are older are forgotten. */
const mostShown = 10;
/** Nodes whose clocks differ by so much are no pair. */
const clocksApartMs = 1_000;
/** Nobody undoes a payment, or changes a line, within so short a time. */
const finestTickMs = 10;
/** One text may round a time up to the second, and another down. */
const roundedMs = 2_000;
/** A clock is rarely set back by more. */
const setBackMs = 60_000;

/** The clock of the till need not be ours, and may be coarse: more than a tick after it had shown this updatedAt. */
const isLater = (at: number, { since, updatedAt = '' }: Look): boolean => at - since > 2 * tickOf(updatedAt);

/** When a change by hand that the second look alone shows was made, at the earliest that a clock like that can tell. */
const madeAt = (before: Look, { updatedAt = '', askedAt }: Look): number =>
  tickOf(updatedAt) <= finestTickMs ? askedAt : before.askedAt;

/** For a row about two looks with the same updatedAt, between which something was done at that time. */
const stillSince =
  (
    what: string,
    done: (before: Look, now: Look, ledgers: TillLedgers) => readonly [at?: number | undefined, as?: string],
  ): TillRow['look'] =>
  (ledgers) =>
    onTwoLooks((before, now) => {
      const { updatedAt } = before;
      const [at, as] = updatedAt !== undefined && now.updatedAt === updatedAt ? done(before, now, ledgers) : [];
      if (at === undefined || !isLater(at, before)) return undefined;
      return unlike(
        before,
        now,
        `updatedAt after ${updatedAt}, since the ${what}`,
        `updatedAt ${updatedAt} with ${as}`,
      );
    });

const stampOf = ({ tableId, updatedAt, updatedAtMs, openedAt, linesText, paymentsText, n, exchange }: Look) =>
  ({ tableId, updatedAt, updatedAtMs, openedAt, linesText, paymentsText, n, exchange }) as const;
type Stamp = ReturnType<typeof stampOf>;

const rules: readonly Omit<TillRow, 'requirement'>[] = [
  {
    cause: 'updatedAt runs back with another session',
    look: ({ tables: { happenings } }, budget) => {
      /** Of each table the look with the latest updatedAt. */
      const latest = createMemory<Stamp>(budget);
      return (step) => {
        const now = freshLook(step);
        const [updatedAtMs, openedAtMs] = [instantOf(now?.updatedAt), instantOf(now?.openedAt)];
        if (updatedAtMs === undefined || openedAtMs === undefined || now?.isSeated !== true || !now.texts?.length)
          return undefined;
        const { tableId, updatedAt, openedAt } = now;
        const before = now.before === undefined ? undefined : latest.get(tableId);
        const beforeMs = before?.updatedAtMs ?? Number.NEGATIVE_INFINITY;
        if (updatedAtMs >= beforeMs) latest.set(tableId, stampOf(now));
        if (before === undefined || before.n > now.askedN || updatedAtMs >= beforeMs - roundedMs) return undefined;
        if (before.linesText === now.linesText && before.paymentsText === now.paymentsText) return undefined;
        if (!isAnotherMoment(before.openedAt, openedAt)) return undefined;
        // A party that moves there brings the time when it sat down, for whoever counts that as no update.
        const leftN = Math.max(
          happenings.anywhere('prepayment'),
          happenings.mayBeAt('payment', tableId),
          happenings.mayBeAt('byHand', tableId),
        );
        const isSure = openedAtMs < beforeMs - setBackMs && leftN <= before.n;
        const actual = `updatedAt ${updatedAt}, openedAt ${openedAt}`;
        const sight = unlike(before, now, `updatedAt ${before.updatedAt} or later`, actual);
        return isSure ? sight : { ...sight, leeway: 'others may have sat down there, or a clock was set back' };
      };
    },
  },
  {
    // Nobody who asks after a change is shown the very lines and updatedAt of before. A clock may be set back, but to no such moment.
    cause: 'a table shown as it was before',
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
        const expected = `updatedAt ${later?.updatedAt} or later, with the lines of then`;
        return later && unlike(later, look, expected, `updatedAt ${updatedAt}, with the lines of then`);
      };
    },
  },
  {
    cause: 'updatedAt stands still at an order',
    look: stillSince('order', (before, now, { tables }) => {
      const [less, more] = [before.texts?.length ?? Number.NaN, now.texts?.length ?? 0];
      if (!(more > less)) return [];
      return [tables.doneBetween('OrderSubmissionRequested', before, now), `${more} lines, and with ${less}`];
    }),
  },
  {
    // The payment was made later than that, or the table was shown without it so much later still.
    cause: 'updatedAt stands still at a payment',
    look: stillSince('payment', (before, now, { tables }) => {
      const isOwn = (one: string) => !before.payments.includes(one) && tables.payments.isOnlyAt(one, now.tableId);
      const paidAt = tables.doneBetween('BillPaymentCompleted', before, now) ?? 0;
      if (!isMorePaid(before, now)) return [];
      const lateAt = now.payments.some(isOwn) ? before.askedAt : 0;
      return [Math.max(paidAt, lateAt), `${now.paymentCount} payments, and with ${before.paymentCount}`];
    }),
  },
  {
    // The till says that somebody changed a table, and this one comes to something else than when it was shown without that.
    onceOnly,
    cause: 'updatedAt stands still at a change by hand',
    look: stillSince('change', (before, now, { tables: { happenings } }) => {
      const changedN = happenings.mayBeAt('byHand', now.tableId);
      const isOther = before.linesText !== now.linesText && before.totalsText !== now.totalsText;
      if (!isOther || changedN < before.n || changedN > now.askedN) return [];
      return [madeAt(before, now), 'other lines and totals'];
    }),
  },
  {
    // A clock may be set back once.
    onceOnly,
    cause: 'updatedAt goes back at a payment',
    look: ({ tables }) =>
      onTwoLooks((before, now) => {
        if (now.updatedAt === undefined || !isMorePaid(before, now)) return undefined;
        const tick = tickOf(now.updatedAt);
        const isBack = (before.updatedAtMs ?? 0) - (now.updatedAtMs ?? 0) > Math.max(clocksApartMs, 2 * tick);
        const paidAt = tables.doneBetween('BillPaymentCompleted', before, now);
        if (!isBack || paidAt === undefined || paidAt - before.since <= 2 * tick) return undefined;
        const expected = `updatedAt after ${before.updatedAt}, since the payment`;
        return unlike(before, now, expected, `updatedAt ${now.updatedAt}`);
      }),
  },
  {
    // One that is undone is an update, too; and a clock may be too coarse to show it once.
    onceOnly,
    cause: 'payments are gone under the same updatedAt',
    look: stillSince('payments are gone', (before, now, { tables: { payments } }) => {
      const isGone = now.paymentCount === 0 && before.payments.some((one) => payments.isOnlyAt(one, now.tableId));
      return isGone ? [madeAt(before, now), `${before.paymentCount} payments, and with none`] : [];
    }),
  },
];

const isMorePaid = (before: Look, now: Look): boolean =>
  Number.isFinite(now.paymentCount) && now.paymentCount > before.paymentCount;

// Resources › Base models: updatedAt is the time of the last update of a table, and the next sync checkpoint.
export const tableUpdatedAt = rules.map(
  (rule): TillRow => ({ ...rule, requirement: 'table/updated-at-moves', pointer: '/tableOrderSnapshot/updatedAt' }),
);
