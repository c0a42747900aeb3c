import { type Judgement, warned } from '#schemas';
import type { ByteBudget } from '../retention/byte-budget.ts';
import type { Row, Says, Sight } from './row.ts';

/** Rows over one stream. */
export interface Examination<Step> {
  readonly see: (step: Step) => readonly Judgement[];
  /** Epoch milliseconds: what was due by then. */
  readonly at: (now: number) => readonly Judgement[];
  readonly end: (now: number) => readonly Judgement[];
}

const mostSights = 8;
const mostWaiting = 20;
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
    see: (step) => all.flatMap((one) => one.see(step)),
    at: (now) => (waiting.length === 0 ? none : waiting.flatMap((one) => one.release(now - (one.row.dueMs ?? 0)))),
    end: (now) => all.flatMap((one) => one.end(now)),
  };
};

const examineRow = <Step, Ledger>(row: Row<Step, Ledger>, ledger: Ledger, budget: ByteBudget) => {
  const says = row.look(ledger, budget);
  let sights: readonly Sight[] = [];
  let waiting: readonly Sight[] = [];
  let [times, told, isOver] = [0, 0, false];
  const forget = (): void => {
    [sights, waiting, times] = [[], [], 0];
  };
  const count = (now: Sight): readonly Judgement[] => {
    times += 1;
    if (!sights.some(({ unlike, of }) => unlike === now.unlike && of === now.of))
      sights = [...sights, now].slice(-mostSights);
    const together = sights.filter(({ of }) => of === now.of);
    if (!isCertain(row, { sights: together, times, ledger })) return none;
    const judgement = judgementOf(row, together, now, told);
    told += 1;
    [sights, times] = [sights.filter((one) => !together.includes(one)), 0];
    return [judgement];
  };
  const sighted = (found: readonly Sight[]): readonly Judgement[] => {
    if (row.dueMs === undefined) return found.flatMap(count);
    waiting = [...waiting, ...found].slice(-mostWaiting);
    return none;
  };
  const release = (since: number): readonly Judgement[] => {
    const due = waiting.filter(({ at = 0 }) => at <= since);
    if (due.length === 0) return none;
    waiting = waiting.filter((one) => !due.includes(one));
    return due.flatMap(count);
  };
  return {
    row,
    see(step: Step): readonly Judgement[] {
      const now: Says = isOver ? undefined : says(step);
      if (now === undefined) return none;
      if (now === 'passed') return [{ requirement: row.requirement, outcome: { status: 'passed' } }];
      if (now === 'over' || now === 'refuted') {
        isOver ||= now === 'over';
        forget();
        return none;
      }
      if ('voids' in now) {
        [sights, waiting] = [sights.filter((one) => !now.voids(one)), waiting.filter((one) => !now.voids(one))];
        return none;
      }
      return sighted('unlike' in now ? [now] : now);
    },
    /** What has waited since then or longer. */
    release,
    end(now: number): readonly Judgement[] {
      const { dueMs, dueAtEndMs = dueMs ?? 0, fewAtEnd } = row;
      const said = release(now - dueAtEndMs);
      const last = sights.at(-1);
      if (last === undefined) return said;
      const together = sights.filter(({ of }) => of === last.of);
      // What makes it certain may have come after what was due.
      const isLate = dueMs !== undefined && isCertain(row, { sights: together, times, ledger });
      if (isLate) return [...said, judgementOf(row, together, last, told)];
      return fewAtEnd === undefined || told > 0
        ? said
        : [...said, judgementOf(row, together, { ...last, leeway: fewAtEnd }, told)];
    },
  };
};

const isCertain = <Step, Ledger>(
  { sights: enough = 1, times: often = 0, needsTelling, isEnough = () => true }: Row<Step, Ledger>,
  { sights, times, ledger }: { readonly sights: readonly Sight[]; readonly times: number; readonly ledger: Ledger },
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
  const at = last.pointer ?? pointer;
  const finding = {
    message: last.message ?? message,
    expected: last.expected,
    actual: last.actual,
    ...(at !== undefined && { pointer: at }),
    exchanges: citedOf(sights, last),
    cause: last.cause ?? cause,
  };
  const why = last.leeway ?? leeway ?? (told === 0 ? onceOnly : undefined);
  return { requirement, outcome: why === undefined ? { status: 'failed', ...finding } : warned(finding, why) };
};

/** In the order of the traffic, but for what is wrong, which comes last. */
const citedOf = (sights: readonly Sight[], last: Sight): readonly number[] => {
  const wrong = last.exchanges.at(-1);
  const all = new Set(sights.flatMap(({ exchanges }) => exchanges));
  const others = [...all].filter((n) => n !== wrong).toSorted((one, other) => one - other);
  return wrong === undefined ? others : [...others, wrong];
};
