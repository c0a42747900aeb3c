import { told } from '#schemas';
import type { ByteBudget } from '../retention/byte-budget.ts';
import { createMemory } from '../retention/memory.ts';
import type { Row, Sight } from './row.ts';

/** Something that a target showed once, and that is a function of its key and of nothing else. */
export interface Observed {
  /** All that it may depend on. */
  readonly key: string;
  /** As it is written in messages. */
  readonly value: string;
  readonly n: number;
  readonly at: number;
  readonly answeredAt: number;
  /** What must not matter. Each part says in words how it stood: `in a recalculation`, `after a lock`. */
  readonly context: Readonly<Record<string, string>>;
  readonly pointer?: string;
  /** It may be meant so: at least one other difference has to count. */
  readonly isWeak?: boolean;
}

/** A row about an observable: what it shows at each step. */
export interface Dependence<Step, Ledger> extends Omit<Row<Step, Ledger>, 'look'> {
  readonly cause: string;
  /** A key that is shown a second time as before is right. */
  readonly passes?: true;
  readonly observe: (ledger: Ledger, budget: ByteBudget) => (step: Step) => readonly Observed[] | undefined;
}

/** A value of a key, and how each part of the context stood where it was shown. */
interface Shown {
  readonly value: string;
  readonly levels: ReadonlyMap<string, readonly string[]>;
}

/** The values of a key, and the latest look at it. */
interface Known {
  readonly shown: readonly Shown[];
  last: Observed;
}

/** Two answers in a row with unlike values. */
interface Change {
  readonly key: string;
  readonly from: Observed;
  readonly to: Observed;
  readonly isInto: boolean;
}

const [mostLevels, mostChanges] = [6, 8];

/**
 * What changed once and stayed is a change that somebody made. So one key has to return to both its values, and all changes have to go with one
 * level of one part of the context, there and back and there again. Overlapping calls prove no order. A key with a third value proves nothing.
 */
export const depends = <Step, Ledger>({ observe, passes, ...row }: Dependence<Step, Ledger>): Row<Step, Ledger> => ({
  ...row,
  look: (ledger, budget) => {
    const observed = observe(ledger, budget);
    const keys = createMemory<Known | 'open'>(budget, { most: 2_000, weigh: weightOfKnown });
    const chains = createMemory<readonly Change[]>(budget, { most: 200, weigh: () => 0 });
    const judge = (now: Observed): Sight | undefined => {
      const before = keys.get(now.key);
      if (before === 'open') return undefined;
      const shown = withShown(before?.shown ?? [], now);
      const isLater = before === undefined || before.last.answeredAt <= now.at;
      const last = before?.last ?? now;
      if (shown !== before?.shown) keys.set(now.key, shown.length > 2 ? 'open' : { shown, last: isLater ? now : last });
      else if (isLater) before.last = now;
      if (shown.length !== 2 || before === undefined) return undefined;
      const parts = Object.keys(now.context);
      const separating = parts.flatMap((part) => levelsThatSeparate(part, shown));
      for (const part of parts)
        for (const level of shown.flatMap(({ levels }) => levels.get(part) ?? []))
          if (!separating.some((one) => one.part === part && one.level === level)) chains.delete(idOf({ part, level }));
      if (last.value === now.value || !isLater) return undefined;
      const complete = separating.flatMap((one) => {
        const { key } = now;
        const changes = withChange(chains.get(idOf(one)) ?? [], { key, from: last, to: now, isInto: isAt(now, one) });
        chains.set(idOf(one), changes);
        return isComplete(changes) ? [{ one, changes }] : [];
      });
      for (const { one } of complete) chains.delete(idOf(one));
      const [done] = complete;
      return done && sightOf(told(row).message, done.changes, separating);
    };
    let hasPassed = passes === undefined;
    return (step) => {
      const all = observed(step);
      if (all === undefined || all.length === 0) return undefined;
      const isAgain = !hasPassed && all.some(({ key, value }) => isSame(keys.get(key), value));
      hasPassed ||= isAgain;
      const sights = all.flatMap((one) => judge(one) ?? []);
      return isAgain ? ['passed', ...sights] : sights;
    };
  },
});

interface Level {
  readonly part: string;
  readonly level: string;
}

const idOf = ({ part, level }: Level): string => JSON.stringify([part, level]);
const isAt = ({ context }: Observed, { part, level }: Level): boolean => context[part] === level;
const weightOfKnown = (known: Known | 'open'): number =>
  known === 'open' ? 0 : 1_000 + known.shown.reduce((sum, { value }) => sum + 2 * value.length, 0);

const isSame = (known: Known | 'open' | undefined, value: string): boolean =>
  known !== undefined && known !== 'open' && known.last.value === value;

const withShown = (all: readonly Shown[], { value, context }: Observed): readonly Shown[] => {
  const known = all.find((one) => one.value === value);
  const isNew = (part: string): boolean => known?.levels.get(part)?.includes(context[part] ?? '') !== true;
  const parts = Object.keys(context);
  if (known !== undefined && !parts.some(isNew)) return all;
  const levels = new Map(known?.levels);
  for (const part of parts.filter(isNew))
    levels.set(part, [...(levels.get(part) ?? []), context[part] ?? ''].slice(0, mostLevels));
  return [...all.filter((one) => one !== known), { value, levels }];
};

/** Levels at which there is always one of the two values, and elsewhere always the other. */
const levelsThatSeparate = (part: string, shown: readonly Shown[]): readonly Level[] => {
  const [one = [], other = []] = shown.map(({ levels }) => levels.get(part) ?? []);
  if (one.some((level) => other.includes(level))) return [];
  return [one, other].flatMap(([level, ...more]) => (level === undefined || more.length > 0 ? [] : [{ part, level }]));
};

/** Changes in turn, each begun after the one before was over. */
const withChange = (before: readonly Change[], now: Change): readonly Change[] => {
  const last = before.at(-1);
  const follows =
    last === undefined || (last.isInto !== now.isInto && last.to.n <= now.from.n && last.to.answeredAt <= now.to.at);
  return follows ? [...before, now].slice(-mostChanges) : before;
};

/** Somewhere both values have come back, since what drifts comes back to the first alone; and not all of it may be meant so. */
const isComplete = (changes: readonly Change[]): boolean =>
  changes.some(({ key }) => changes.filter((other) => other.key === key).length > 2) &&
  changes.some(({ from, to }) => from.isWeak !== true && to.isWeak !== true);

const sightOf = (message: string, changes: readonly Change[], separating: readonly Level[]): Sight | undefined => {
  const last = changes.at(-1);
  if (last === undefined) return undefined;
  const { from, to } = last;
  const parts = [...new Set(separating.map(({ part }) => part))];
  const where = ({ context }: Observed): string => parts.map((part) => context[part]).join(', ');
  return {
    exchanges: [...new Set(changes.flatMap((change) => [change.from.n, change.to.n]))],
    message: `${message} It differs ${where(to)}.`,
    expected: `${from.value}, as ${where(from)}`,
    actual: `${to.value} ${where(to)}`,
    ...(to.pointer !== undefined && { pointer: to.pointer }),
  };
};
