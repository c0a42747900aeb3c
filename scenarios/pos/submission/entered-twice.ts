import { lineIdOf } from '#traffic/laws';
import type { CheckOutcome } from '#schemas';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import { excerpt, isSameJson, newAmong, sameElements } from '../../arrange/json-compare.ts';
import type { ReadSnapshot } from '../../arrange/till/read-results.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import { look, snapshotIn } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';

/** A table before and after an order. */
interface Grown {
  readonly before: ReadSnapshot;
  readonly after: ReadSnapshot;
}

/** A waiter may add the same at the same time, but hardly as often as this. */
const oftenEnough = 3;

/**
 * Resources › Base models: an order of one piece puts one on its table, paid at once or not. Held against orders that are to be paid later,
 * before and after, each of which put one line there; what is paid need not show, and shows as one line more where a till writes its
 * payment beside it: two lines that are the same but for their ids are one piece twice. Undefined where nothing is wrong.
 */
export const enteredTwice = async (
  world: PosWorld<never>,
  unpaid: Grown,
  paid: { readonly tableId: string; readonly before: ReadSnapshot; readonly after: ReadSnapshot | undefined },
  send: (prepaid: boolean) => Promise<Submitted | Unanswered>,
): Promise<CheckOutcome | undefined> => {
  const { tableId, before, after } = paid;
  if (after === undefined || !isOneLine(unpaid) || twins({ before, after }) === undefined) return undefined;
  let last = after;
  let outcome: CheckOutcome | undefined;
  for (let seen = 1; seen <= oftenEnough; seen++) {
    // Another listing may have taken the place of one that is sold out, so the last is to be paid later once more.
    const isPaid = seen < oftenEnough;
    const grown = await ordered(world, tableId, () => send(isPaid));
    if (grown === undefined || !isSame(last, grown.before)) return undefined;
    const added = isPaid ? twins(grown) : undefined;
    if (isPaid ? added === undefined : !isOneLine(grown)) return undefined;
    if (added !== undefined) outcome = twice(added, grown.exchanges);
    last = grown.after;
  }
  return outcome;
};

/** A table before and after an order that is accepted. */
const ordered = async (
  world: PosWorld<never>,
  tableId: string,
  send: () => Promise<Submitted | Unanswered>,
): Promise<(Grown & { readonly exchanges: readonly number[] }) | undefined> => {
  const quiet = await look(world, tableId);
  const order = await send();
  if (order.kind !== 'submitted' || order.result.success !== true) return undefined;
  const again = await look(world, tableId);
  const [before, after] = [snapshotIn(quiet), snapshotIn(again)];
  if (quiet.kind !== 'looked' || again.kind !== 'looked' || !before || !after) return undefined;
  return { before, after, exchanges: [quiet.exchange, order.exchange, again.exchange] };
};

const isSame = (one: ReadSnapshot, other: ReadSnapshot): boolean =>
  one.lines !== undefined && other.lines !== undefined && sameElements(one.lines, other.lines);

/** The lines that came, where all of before are there as they were. */
const addedIn = ({ before, after }: Grown): readonly unknown[] => {
  const [old, now] = [before.lines ?? [], after.lines ?? []];
  const added = newAmong(now, old);
  return now.length === old.length + added.length ? added : [];
};

const isOneLine = (order: Grown): boolean => addedIn(order).length === 1;

/** Two lines that came at once and are the same but for their ids. */
const twins = (order: Grown): readonly unknown[] | undefined => {
  const added = addedIn(order);
  const [one, other] = added.map(withoutId);
  return added.length === 2 && isSameJson(one, other) ? added : undefined;
};

const withoutId = (line: unknown): unknown => {
  const id = lineIdOf(line);
  if (id === undefined) return line;
  return Object.fromEntries(Object.entries(Object(line)).filter(([, value]) => String(value) !== id));
};

const twice = (lines: readonly unknown[], exchanges: readonly number[]): CheckOutcome =>
  failed({
    expected: 'one line more, as with an order that is to be paid later',
    actual: excerpt(lines),
    exchanges,
    cause: 'a prepaid order twice on its table',
  });
