import type { CheckOutcome } from '#schemas';
import type { Placed } from '../merchant/order/placed-order.ts';
import { unknownPoint } from '../merchant/order/unknown-point.ts';
import { failed } from '../outcome.ts';
import { holdsLevels, type Row } from './covering.ts';
import { levelWords, type OrderFactor, orderFactors } from './order-levels.ts';
import type { Ordered, Ordering } from './ordering.ts';

type Broken = 'order/confirmed' | 'order/every-delivery-option' | 'order/optional-parts';

interface Told {
  readonly breaks: Broken;
  readonly outcome: CheckOutcome;
}

interface Reduced {
  readonly row: Row;
  readonly placed: Extract<Placed, { kind: 'declined' }>;
  /** What it takes: the same without one of these is confirmed. */
  readonly factors: readonly OrderFactor[];
  readonly twin: Ordered;
}

/** What may keep an order from being refused, where it is refused for one thing alone. */
const remedies: readonly (readonly [OrderFactor, string])[] = [
  ['user', 'logged'],
  ['invoice', 'with'],
  ['consents', 'with'],
  ['lock', 'none'],
];

export interface OrderTrying {
  /** The levels that are refused together, where it takes no less; undefined where that is known, or nobody can tell. */
  lookInto(ordered: Ordered): Promise<Row | undefined>;
  readonly told: ReadonlySet<Broken>;
  /** The order that was confirmed first is so no more. */
  isOver(): boolean;
}

/** Looks into orders that were refused, by others that are more like one that was confirmed. */
export const createOrderTrying = (
  world: { check(breaks: Broken, outcome: CheckOutcome): void },
  ordering: Ordering,
  base: Ordered,
): OrderTrying => {
  const told = new Set<Broken>();
  const found: Row[] = [];
  let isOver = false;
  const oddIn = (row: Row): readonly OrderFactor[] => orderFactors.filter((factor) => row[factor] !== base.row[factor]);
  /** One with fewer odd things, by way of what is said of it where it is told of by itself. */
  const simplerOf = (row: Row, factor: OrderFactor): Row => ({
    ...row,
    [factor]: row[factor] === 'longest' ? 'logged' : (base.row[factor] ?? ''),
  });

  const reduce = async (refused: Ordered): Promise<Reduced | undefined> => {
    let current = refused;
    let twin: Ordered | undefined;
    const fixed = new Set<OrderFactor>();
    const again = async (row: Row): Promise<Ordered> => await ordering.order({ row, pick: refused.pick });
    const attempt = async (row: Row, changed: readonly OrderFactor[]): Promise<boolean> => {
      const tried = await again(row);
      // What a basket is offered, or who it belongs to, may leave no choice.
      if (changed.every((factor) => tried.row[factor] === current.row[factor])) {
        for (const factor of changed) fixed.add(factor);
        return false;
      }
      if (tried.placed.kind === 'confirmed') twin = tried;
      if (tried.placed.kind === 'declined') current = tried;
      return tried.placed.kind === 'declined';
    };
    // All at once first, where baskets are few.
    const others = oddIn(current.row).filter((factor) => factor !== 'delivery');
    if (others.length > 1)
      await attempt(
        others.reduce((row, factor) => simplerOf(row, factor), current.row),
        others,
      );
    for (const factor of orderFactors)
      while (oddIn(current.row).includes(factor)) if (!(await attempt(simplerOf(current.row, factor), [factor]))) break;
    const odd = oddIn(current.row);
    // What an option costs goes with it, and is told where nothing else is.
    const factors = odd.filter((factor) => factor !== 'cost' || !fixed.has(factor) || odd.length === 2);
    const [only] = factors;
    if (only === undefined) {
      isOver ||= (await ordering.order({ row: base.row, pick: base.pick })).placed.kind === 'declined';
      return undefined;
    }
    if (factors.length === 1)
      for (const [factor, level] of remedies) {
        if (factor === only || current.row[factor] === level) continue;
        const tried = await again({ ...current.row, [factor]: level });
        if (tried.placed.kind !== 'confirmed' || tried.row[factor] !== level) continue;
        factors.push(factor);
        twin = tried;
        break;
      }
    twin ??= factors.length === 1 ? base : undefined;
    const last = await again(current.row);
    const { placed } = last.placed.kind === 'undecided' && ordering.ways.length === 0 ? current : last;
    return placed.kind === 'declined' && twin ? { row: current.row, placed, factors, twin } : undefined;
  };

  return {
    told,
    isOver: () => isOver,
    async lookInto(ordered) {
      if (isOver || ordered.placed.kind !== 'declined') return undefined;
      if (found.some((levels) => holdsLevels(ordered.row, levels))) return undefined;
      const reduced = await reduce(ordered);
      if (reduced === undefined) return undefined;
      const levels = Object.fromEntries(reduced.factors.map((factor) => [factor, reduced.row[factor] ?? '']));
      found.push(levels);
      const tells = toldOf(reduced, base);
      if (tells) {
        told.add(tells.breaks);
        world.check(tells.breaks, tells.outcome);
      }
      return levels;
    },
  };
};

/** Undefined where it is told elsewhere, or nothing is owed. */
const toldOf = ({ row, placed, factors, twin }: Reduced, base: Ordered): Told | undefined => {
  const { finding, isForPoint, status = 500 } = placed;
  const words = (factor: OrderFactor, of: Row = row): string => levelWords(factor, of[factor] ?? '');
  const [only, more] = factors;
  if (only === undefined) return undefined;
  const isOf = (...others: readonly OrderFactor[]): boolean => factors.some((factor) => others.includes(factor));
  const delivery = row['delivery'] ?? '';
  if (isForPoint && factors.every((factor) => factor === 'delivery' || factor === 'cost'))
    return { breaks: 'order/every-delivery-option', outcome: unknownPoint(delivery, finding) };
  if (more === undefined) {
    if (only === 'delivery') {
      const expected = `2xx for ${delivery}, as for ${base.row['delivery']}`;
      const cause = `delivery ${delivery}`;
      return { breaks: 'order/every-delivery-option', outcome: failed({ ...finding, expected, cause }) };
    }
    if (only === 'texts' || row[only] === 'longest') {
      const message = `An order ${words(only)} was declined, and the same with plain ones was confirmed; take every text as it comes.`;
      return {
        breaks: 'order/confirmed',
        outcome: failed({ ...finding, message, cause: `declined for ${row[only]}` }),
      };
    }
    if (isOf('invoice', 'consents', 'user'))
      return {
        breaks: 'order/optional-parts',
        outcome: failed({
          ...finding,
          expected: `2xx ${words(only)}, as for the same ${words(only, twin.row)}`,
          cause: `parts ${words(only)}`,
        }),
      };
    // A lock may be needed, and the others are looked into by who orders just those.
    if (only === 'code' || only === 'lock' || only === 'sent') return undefined;
  }
  // How orders are declined is not shown, and a shop may want its terms agreed to.
  if (factors.length === 2 && isOf('user') && isOf('consents') && row['consents'] === 'without')
    return status < 500
      ? undefined
      : { breaks: 'order/confirmed', outcome: failed({ ...finding, cause: '5xx without consents' }) };
  const other = factors.filter((factor) => twin.row[factor] !== row[factor]);
  const told = [...factors]
    .reverse()
    .map((factor) => words(factor))
    .join(', ');
  return {
    breaks: isOf('delivery')
      ? 'order/every-delivery-option'
      : isOf('invoice', 'consents', 'user')
        ? 'order/optional-parts'
        : 'order/confirmed',
    outcome: failed({
      ...finding,
      message: `An order ${told} was refused, and the same ${other.map((factor) => words(factor, twin.row)).join(', ')} was confirmed.`,
      expected: `2xx with a confirmation, as for the same ${other.map((factor) => words(factor, twin.row)).join(', ')}`,
      cause: `together ${told}`,
    }),
  };
};
