import { seedOf } from '../arrange/seed.ts';

/** A level of each factor, by their names; in a part of a row, of some. */
export type Row = Readonly<Record<string, string>>;
/** The levels of each factor, the plain one first. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A row, and which of several things of a kind it takes. */
export interface Turn {
  readonly row: Row;
  readonly pick: number;
}

/** Rows that cover every choice of levels of so many factors, those that cover most first; drawn by the seed. */
export interface CoveringPlan {
  next(): Row | undefined;
  /** These levels are no longer tried together. */
  avoid(levels: Row): void;
  isAvoided(levels: Row): boolean;
  /** Of the pairs and triples of levels that may come together, how many were in a row whose answer could be judged. */
  answered(row: Row): void;
  shares(): readonly Share[];
}

export interface Share {
  readonly size: number;
  readonly covered: number;
  readonly all: number;
}

interface Planning {
  readonly strength: number;
  readonly avoided?: readonly Row[];
  /** Of levels that are worth the same the plain one, which costs a target least. */
  readonly isSparing?: boolean;
}

/** So many rows are drawn, of which the one that covers most is the next. */
const candidates = 8;

export const holdsLevels = (row: Row, levels: Row): boolean =>
  Object.keys(levels).every((factor) => row[factor] === levels[factor]);

export const createCoveringPlan = (
  factors: Factors,
  { strength, seed, avoided = [], isSparing = false }: Planning & { readonly seed: number },
): CoveringPlan => {
  const forbidden = [...avoided];
  const byFirst = () => Map.groupBy(forbidden, (levels) => Object.entries(levels)[0]?.join(' '));
  let barring = byFirst();
  // Without any level nothing at all is allowed.
  const isAllowed = (row: Row): boolean =>
    !barring.has(undefined) &&
    !Object.entries(row).some((one) => barring.get(one.join(' '))?.some((levels) => holdsLevels(row, levels)));
  // Each level is a digit of a number, a place for each factor: what comes together is their sum, in whatever order.
  const digits = new Map<string, number>();
  Object.entries(factors).reduce((place, [factor, levels]) => {
    for (const [at, level] of levels.entries()) digits.set(`${factor} ${level}`, place * (at + 1));
    return place * (levels.length + 1);
  }, 1);
  const digitsIn = (row: Row): readonly number[] => Object.entries(row).map((one) => digits.get(one.join(' ')) ?? 0);
  const keyOf = (tuple: Row): number => digitsIn(tuple).reduce((sum, digit) => sum + digit, 0);
  const subsetsOf = (row: Row, size: number): readonly number[] => sumsOf(digitsIn(row), size);
  const choices = (size: number) =>
    new Map(
      tuplesOf(factors, size)
        .filter(isAllowed)
        .map((one) => [keyOf(one), one]),
    );
  const counted = [2, 3].map((size) => ({ size, all: choices(size), seen: new Set<number>() }));
  let drawn = 0;
  const draw = <Thing>(things: readonly Thing[]): Thing | undefined =>
    things[seedOf(`${seed}/${drawn++}`) % things.length];
  /** With these levels, and of the others that go with them those that come together with most of what is left. */
  const complete = (tuple: Row): Row | undefined => {
    let row = tuple;
    const others = new Set(Object.keys(factors).filter((factor) => !(factor in tuple)));
    while (others.size > 0) {
      const factor = draw([...others]) ?? '';
      others.delete(factor);
      const barred = forbidden.filter(({ [factor]: level, ...rest }) => level !== undefined && holdsLevels(row, rest));
      const allowed = factors[factor]?.filter((level) => !barred.some((levels) => levels[factor] === level)) ?? [];
      // What is left of the row without it is the same for all of them.
      const rests = sumsOf(digitsIn(row), size - 1);
      const keys = allowed.map((level) => keyOf({ [factor]: level }));
      const worths = keys.map((key) => rests.filter((rest) => left.has(rest + key)).length);
      const most = allowed.filter((_, at) => worths[at] === Math.max(...worths));
      const best = most.find((level) => isSparing && level === factors[factor]?.[0]) ?? draw(most);
      if (best === undefined) return undefined;
      row = { ...row, [factor]: best };
    }
    return row;
  };
  const worth = (row: Row): number => subsetsOf(row, size).filter((key) => left.has(key)).length;
  let size = Math.min(2, strength);
  const untried = () => new Map(counted.find((one) => one.size === size)?.all ?? choices(size));
  let left = untried();
  return {
    next() {
      while (left.size === 0 && size < strength) {
        size++;
        left = untried();
        for (const { size: one, seen } of counted) if (one === size) for (const key of seen) left.delete(key);
      }
      const tuple = draw([...left.values()]);
      if (tuple === undefined) return undefined;
      const rows = Array.from({ length: candidates }, () => complete(tuple)).filter((row) => row !== undefined);
      const [best] = rows.map((row) => ({ row, worth: worth(row) })).toSorted((one, other) => other.worth - one.worth);
      left.delete(keyOf(tuple));
      if (best === undefined) return this.next();
      for (const key of subsetsOf(best.row, size)) left.delete(key);
      return best.row;
    },
    isAvoided: (levels) => !isAllowed(levels),
    avoid(levels) {
      forbidden.push(levels);
      barring = byFirst();
      for (const some of [left, ...counted.map(({ all }) => all)])
        for (const [key, tuple] of some) if (holdsLevels(tuple, levels)) some.delete(key);
    },
    answered(row) {
      for (const { size: one, seen } of counted) for (const key of subsetsOf(row, one)) seen.add(key);
    },
    shares: () =>
      counted.map(({ size: one, all, seen }) => ({
        size: one,
        covered: [...all.keys()].filter((key) => seen.has(key)).length,
        all: all.size,
      })),
  };
};

/** What comes together where there is an occasion for everything. */
export const plannedIn = (
  factors: Factors,
  { rows: most, ...how }: Planning & { readonly rows: number },
): { readonly rows: number; readonly shares: readonly Share[] } => {
  const plan = createCoveringPlan(factors, { ...how, seed: 1 });
  let rows = 0;
  for (let row = plan.next(); row !== undefined && rows < most; row = plan.next(), rows++) plan.answered(row);
  return { rows, shares: plan.shares() };
};

/** Every choice of a level for so many of the factors. */
const tuplesOf = (factors: Factors, size: number): readonly Row[] =>
  Object.entries(factors)
    .reduce<readonly Row[]>(
      (tuples, [factor, levels]) => [
        ...tuples,
        ...tuples
          .filter((tuple) => Object.keys(tuple).length < size)
          .flatMap((tuple) => levels.map((level) => ({ ...tuple, [factor]: level }))),
      ],
      [{}],
    )
    .filter((tuple) => Object.keys(tuple).length === size);

/** Of every choice of so many of these. */
const sumsOf = (digits: readonly number[], size: number): readonly number[] =>
  size === 1
    ? digits
    : digits.flatMap((digit, at) => sumsOf(digits.slice(at + 1), size - 1).map((rest) => digit + rest));
