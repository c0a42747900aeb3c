import { failed, type Judgement, warned } from '#schemas';
import type { ByteBudget } from '../retention/byte-budget.ts';
import type { Row, Says, Sight, Voids } from './row.ts';

/** Rows over one stream. */
export interface Examination<Step> {
  readonly see: (step: Step) => readonly Judgement[];
  /** Epoch milliseconds: what was due by then. */
  readonly at: (now: number) => readonly Judgement[];
  readonly end: (now: number) => readonly Judgement[];
}

const mostSights = 8;
const mostGroups = 2_000;
const mostWaiting = 200;
const none: readonly Judgement[] = [];

/** Shows each step to every row, and tells of a row once its evidence is enough. */
export const examine = <Step, Ledger>(
  rows: readonly Row<Step, Ledger>[],
  ledger: Ledger,
  budget: ByteBudget,
): Examination<Step> => {
  const all = rows.map((row) => examineRow(row, ledger, budget));
  const waiting = all.filter(({ row }) => row.dueMs !== undefined);
  return {
    see: (step) => gather(all, (one) => one.see(step)),
    at: (now) => gather(waiting, (one) => one.release(now - (one.row.dueMs ?? 0))),
    end: (now) => gather(all, (one) => one.end(now)),
  };
};

/** Nearly always nobody says anything, and then nothing is made for it. */
const gather = <One>(all: readonly One[], says: (one: One) => readonly Judgement[]): readonly Judgement[] => {
  let said = none;
  for (const one of all) {
    const now = says(one);
    if (now.length > 0) said = said.length === 0 ? now : [...said, ...now];
  }
  return said;
};

/** Sights of the same thing, which count together. */
interface Group {
  readonly sights: readonly Sight[];
  readonly times: number;
}

const nothing: Group = { sights: [], times: 0 };

const examineRow = <Step, Ledger>(row: Row<Step, Ledger>, ledger: Ledger, budget: ByteBudget) => {
  const says = row.look(ledger, budget);
  const groups = new Map<string, Group>();
  let waiting: readonly Sight[] = [];
  let last: Sight | undefined;
  let [told, isOver] = [0, false];
  const count = (now: Sight): readonly Judgement[] => {
    const { of = '' } = now;
    if (now.passes === true) return sighted('passed');
    const before = groups.get(of) ?? nothing;
    const isNew = !before.sights.some((one) => unlikeOf(one) === unlikeOf(now));
    const sights = isNew ? [...before.sights, now].slice(-mostSights) : before.sights;
    const group = { sights, times: before.times + 1 };
    groups.set(of, group);
    if (groups.size > mostGroups) groups.delete(groups.keys().next().value ?? '');
    last = now;
    if (!isCertain(row, group, ledger)) return none;
    groups.delete(of);
    return [judgementOf(row, sights, now, told++)];
  };
  const takeBack = ({ voids, of }: Voids): void => {
    if (waiting.length > 0) waiting = waiting.filter((one) => (of !== undefined && one.of !== of) || !voids(one));
    for (const key of of === undefined ? groups.keys() : [of]) {
      const { sights, times } = groups.get(key) ?? nothing;
      if (sights.some(voids)) groups.set(key, { sights: sights.filter((one) => !voids(one)), times });
    }
  };
  const sighted = (one: Sight | Voids | 'passed'): readonly Judgement[] => {
    if (one === 'passed') return [{ requirement: row.requirement, outcome: { status: 'passed' } }];
    if ('voids' in one) takeBack(one);
    else if (row.dueMs === undefined) return count(one);
    else waiting = [...waiting, one].slice(-mostWaiting);
    return none;
  };
  const release = (since: number, isEnd = false): readonly Judgement[] => {
    if (waiting.length === 0) return none;
    const due = waiting.filter(({ at = 0, atEnd = at }) => (isEnd ? atEnd : at) <= since);
    if (due.length === 0) return none;
    waiting = waiting.filter((one) => !due.includes(one));
    return due.flatMap(count);
  };
  return {
    row,
    see(step: Step): readonly Judgement[] {
      const now: Says = isOver ? undefined : says(step);
      if (now === undefined) return none;
      if (now === 'over' || now === 'refuted') {
        isOver ||= now === 'over';
        groups.clear();
        waiting = [];
        return none;
      }
      return Array.isArray(now) ? gather(now, sighted) : sighted(now as Sight | Voids | 'passed');
    },
    /** What has waited since then or longer. */
    release,
    end(now: number): readonly Judgement[] {
      const { dueMs, dueAtEndMs = dueMs ?? 0, fewAtEnd } = row;
      const said = release(now - dueAtEndMs, true);
      const group = groups.get(last?.of ?? '') ?? nothing;
      if (last === undefined || group.sights.length === 0) return said;
      // What makes it certain may have come after what was due.
      const isLate = dueMs !== undefined && isCertain(row, group, ledger);
      if (isLate) return [...said, judgementOf(row, group.sights, last, told)];
      return fewAtEnd === undefined || told > 0
        ? said
        : [...said, judgementOf(row, group.sights, { ...last, leeway: fewAtEnd }, told)];
    },
  };
};

const unlikeOf = ({ unlike, exchanges }: Sight) => unlike ?? exchanges.at(-1);

const isCertain = <Step, Ledger>(
  { sights: enough = 1, times: often = 0, needsTelling, isEnough = () => true }: Row<Step, Ledger>,
  { sights, times }: Group,
  ledger: Ledger,
): boolean =>
  times >= often &&
  sights.length >= enough &&
  (needsTelling === undefined || sights.some(({ tells }) => tells)) &&
  isEnough(sights, ledger);

const judgementOf = <Step, Ledger>(
  { requirement, cause, message, pointer, onceOnly, leeway }: Row<Step, Ledger>,
  sights: readonly Sight[],
  last: Sight,
  told: number,
): Judgement => {
  const [at, named, said] = [last.pointer ?? pointer, last.cause ?? cause, last.message ?? message];
  const finding = {
    expected: last.expected,
    actual: last.actual,
    ...(at !== undefined && { pointer: at }),
    exchanges: citedOf(sights, last),
    ...(named !== undefined && { cause: named }),
    ...(said !== undefined && { message: said }),
  };
  const why = last.leeway ?? leeway ?? (told === 0 ? onceOnly : undefined);
  return { requirement, outcome: why === undefined ? failed(finding) : warned(finding, why) };
};

/** In the order of the traffic, but for what is wrong, which comes last. */
const citedOf = (sights: readonly Sight[], last: Sight): readonly number[] => {
  const wrong = last.exchanges.at(-1);
  const all = new Set(sights.flatMap(({ exchanges }) => exchanges));
  const others = [...all].filter((n) => n !== wrong).toSorted((one, other) => one - other);
  return wrong === undefined ? others : [...others, wrong];
};
