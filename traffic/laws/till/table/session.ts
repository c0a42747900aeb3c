import { parseTimestamp } from '#schemas';
import { isClosedByHand } from '../../../ledgers/till/changed-by-hand.ts';
import type { Look } from '../../../ledgers/till/look.ts';
import { isAnotherMoment, type Tables } from '../../../ledgers/till/tables.ts';
import { createMemory } from '../../../retention/memory.ts';
import { areSeated, freshLook, named, onTwoLooks, type TillRow, unlike } from './row.ts';

/** More than nodes are apart, and the texts are rounded by. */
const apartMs = 60_000;
/** Two tables that are closed by two hands hardly are within so short a time. */
const atOnceMs = 50;
const mostKept = 20;

/** Equal lines count as often as they occur. */
const isKept = (before: readonly string[], after: readonly string[]): boolean => {
  const left = new Map<string, number>();
  for (const one of after) left.set(one, (left.get(one) ?? 0) + 1);
  return before.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
};

/** All that stood there stands there, and nobody paid or closed the table: lines may have no identifier, so that the next guest may begin alike. */
const isUnsettled = (before: Look, now: Look, { happenings }: Tables): boolean => {
  const { texts = [], askedN, paymentsText } = before;
  if (texts.length === 0 || askedN <= happenings.anywhere('payment', 'prepayment', 'closing')) return false;
  if (paymentsText !== now.paymentsText) return false;
  return isKept(texts, now.texts ?? []);
};

/** A payment that stood there before, or whose bill was prepared before, is of that session. A party may join another, so the lines are the very same. */
const isPaidStill = (before: Look, now: Look, { happenings, payments }: Tables): boolean => {
  if (before.lines === undefined || now.lines?.size !== before.lines.size) return false;
  if (happenings.anywhere('closing') > before.askedN) return false;
  if (![...before.lines.keys()].every((id) => now.lines?.has(id))) return false;
  return now.payments.some((id) => {
    const { billedN } = payments.payment(id) ?? {};
    if (billedN === undefined || !payments.isOnlyAt(id, now.tableId)) return false;
    return billedN < before.askedN || before.payments.includes(id);
  });
};

/** An ORDER_CLOSED; without a text that was not kept. */
type Closing = Pick<Look, 'n' | 'exchange'> & { readonly text: string | undefined };
/** A table that was open, and is over with all that stood there. */
type Over = Pick<Look, 'tableId' | 'linesText' | 'exchange'> & { readonly closedAtMs: number; readonly openN: number };

export const tableSession: readonly TillRow[] = [
  {
    // Resources › Base models: openedAt is the time when the session of a table began.
    requirement: 'table/updated-at-moves',
    cause: 'openedAt moves within a session',
    look: ({ tables }) =>
      onTwoLooks((before, now) => {
        if (!areSeated(before, now) || !isAnotherMoment(before.openedAt, now.openedAt)) return undefined;
        if (!isUnsettled(before, now, tables) && !isPaidStill(before, now, tables)) return undefined;
        return unlike(before, now, `openedAt ${before.openedAt}, as before`, `openedAt ${now.openedAt}`);
      }),
  },
  {
    // Resources › Base models: closedAt is the time when the session was closed, which was not before it began.
    requirement: 'table/closed-at',
    cause: 'closed before it was opened',
    look: () =>
      onTwoLooks((before, now) => {
        const { openedAt, closedAt, updatedAt } = now;
        if (!before.isSeated || !now.isOver || openedAt === undefined || before.openedAt !== openedAt) return undefined;
        const times = [closedAt, openedAt, updatedAt].map((time) => parseTimestamp(time ?? ''));
        const [closed = Number.NaN, began = Number.NaN, updated = Number.NaN] = times.map((time) => time?.epochMs);
        const isOneOffset = new Set(times.map((time) => time?.hasOffset)).size === 1;
        if (!isOneOffset || !(began - closed > apartMs) || !(updated >= began)) return undefined;
        const actual = `closedAt ${closedAt}, updatedAt ${updatedAt}`;
        return unlike(before, now, `closedAt after the openedAt ${openedAt}`, actual);
      }),
  },
  {
    // The same: of a session that has not been updated since it stays.
    requirement: 'table/closed-at',
    cause: 'closedAt moves by itself',
    look: (_, budget) => {
      const overs = createMemory<Pick<Look, 'openedAt' | 'closedAt' | 'updatedAt' | 'exchange'>>(budget);
      return (step) => {
        const { isOver, tableId = '', openedAt, closedAt, updatedAt, exchange = 0 } = freshLook(step) ?? {};
        if (!isOver || openedAt === undefined || closedAt === undefined || updatedAt === undefined) return undefined;
        const first = overs.get(tableId);
        const isSame = first?.openedAt === openedAt && first.updatedAt === updatedAt;
        if (!isSame) overs.set(tableId, { openedAt, closedAt, updatedAt, exchange });
        if (!isSame || !isAnotherMoment(first.closedAt, closedAt)) return undefined;
        const actual = `closedAt ${closedAt}, at the same updatedAt`;
        return unlike(first, { tableId, exchange }, `closedAt ${first.closedAt}, as before`, actual);
      };
    },
  },
  {
    // Events › Change types: ORDER_CLOSED says that the till closed a table. Parties that were put together may be closed with one.
    requirement: 'events/change-is-pushed',
    cause: 'another table closed along',
    leeway: 'two tables may be closed at once by chance',
    // So long the event of the other one may take.
    dueMs: 20_000,
    dueAtEndMs: 10_000,
    look: () => {
      let [closings, overs]: [readonly Closing[], readonly Over[]] = [[], []];
      const compare = onTwoLooks((before, now, { at }) => {
        const closedAtMs = parseTimestamp(now.closedAt ?? '')?.epochMs;
        const isAsBefore = before.linesText === now.linesText && before.paymentsText === now.paymentsText;
        if (!before.isSeated || !now.isOver || !before.texts?.length || !isAsBefore || closedAtMs === undefined)
          return undefined;
        const { tableId, linesText, exchange } = now;
        const own = { tableId, linesText, exchange, closedAtMs, openN: before.n };
        const other = overs.find(
          (one) =>
            Math.abs(one.closedAtMs - closedAtMs) <= atOnceMs && one.linesText !== linesText && one.tableId !== tableId,
        );
        overs = [...overs, own].slice(-mostKept);
        // One event since then, which names not both of them.
        const [event, ...more] = closings.filter(({ n }) => other && n > Math.min(own.openN, other.openN));
        const isUnnamed = (one: Over) => event?.text?.includes(named(one.tableId)) === false;
        const [unnamed, first] = other && isUnnamed(own) && !isUnnamed(other) ? [own, other] : [other, own];
        if (event === undefined || more.length > 0 || unnamed === undefined || !isUnnamed(unnamed)) return undefined;
        const [along, by] = [unnamed, first].map((one) => named(one.tableId));
        return {
          unlike: unnamed.tableId,
          at,
          exchanges: [event.exchange, first.exchange, unnamed.exchange],
          expected: `${along} as open as before, or an event of its own`,
          actual: `${along} and ${by} closed at once, and one ORDER_CLOSED`,
        };
      });
      return (step) => {
        const { seen, n, exchange, body } = step;
        if (!isClosedByHand(seen)) return compare(step);
        closings = [...closings, { n, exchange, text: body && JSON.stringify(body) }].slice(-mostKept);
        return 'refuted';
      };
    },
  },
];
