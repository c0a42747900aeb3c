import type { CheckOutcome, OrderPlacement } from '#schemas';
import { type Declined, unknownPoint } from '../../merchant/order/order-request.ts';
import { failed, warned } from '../../outcome.ts';
import { holdsLevels, type Row, type Turn } from '../covering.ts';
import { reduce } from '../reducing.ts';
import { type OrderFactor, orderFactors, orderLevel } from './levels.ts';

type Broken = 'order/confirmed' | 'order/every-delivery-option' | 'order/optional-parts' | 'lock/orderable';

interface Told {
  readonly breaks: Broken;
  readonly outcome: CheckOutcome;
}

interface Sent {
  readonly ready: { readonly order: OrderPlacement };
}

/** An order with the levels it came to, and how it was answered. */
export interface Ordered {
  readonly row: Row;
  readonly pick: number;
  readonly placed: ({ readonly kind: 'confirmed' } & Sent) | (Declined & Sent) | { readonly kind: 'undecided' };
}

interface Reduced {
  readonly row: Row;
  readonly placed: Declined & Sent;
  /** What it takes: the same without one of these is confirmed. */
  readonly factors: readonly OrderFactor[];
  readonly twin: Ordered;
}

export interface OrderShop {
  /** The first pick is worth least. */
  order(row: Row, pick: number): Promise<Ordered>;
  /** Where baskets are few, what is not refused again may be another basket. */
  readonly isMade: boolean;
}

/** What may keep an order from being refused, where it is refused for one thing alone. */
const remedies: readonly (readonly [OrderFactor, string])[] = [
  ['user', 'logged'],
  ['invoice', 'with'],
  ['consents', 'with'],
  ['lock', 'none'],
];

/** So many that nothing could be told of are looked into: each takes orders. */
const mostUntold = 2;

/**
 * Looks into orders that were refused, by others that are more like one that was confirmed, and gives the levels that are refused together,
 * where it takes no less; undefined where that is known, or nobody can tell.
 */
export const createOrderTrying = (
  world: { check(breaks: Broken, outcome: CheckOutcome, of?: Turn): void },
  shop: OrderShop,
  base: Ordered,
): ((ordered: Ordered) => Promise<Row | undefined>) => {
  const found: Row[] = [];
  const seen = new Set<Ordered>();
  let untold = 0;
  const oddIn = (row: Row): readonly OrderFactor[] => orderFactors.filter((factor) => row[factor] !== base.row[factor]);
  const simpler = (row: Row, factor: OrderFactor): string =>
    orderLevel(factor, row[factor]).simpler ?? base.row[factor] ?? '';

  const reduceOrder = async (refused: Ordered): Promise<Reduced | undefined> => {
    // What comes after an order is no reason to refuse it, and nothing is stated of another basket where none is locked.
    const alone = { afterwards: 'nothing', sent: 'once' };
    let current = await shop.order({ ...refused.row, ...alone }, refused.pick);
    const { row: was } = refused;
    const isOfAnother = was['afterwards'] === 'beside' && was['lock'] !== 'none';
    const factor = isOfAnother ? 'afterwards' : was['sent'] === 'together' ? 'sent' : undefined;
    if (current.placed.kind === 'confirmed' && factor !== undefined) {
      // A repeat may be refused for other reasons.
      const { row, placed } = await shop.order(isOfAnother ? { ...was, sent: 'once' } : was, refused.pick);
      return placed.kind === 'declined' ? { row, placed, factors: [factor], twin: current } : undefined;
    }
    if (!shop.isMade && current.placed.kind === 'undecided') current = refused;
    if (current.placed.kind !== 'declined') return undefined;
    let twin: Ordered | undefined;
    const tied = new Set<OrderFactor>();
    const again = async (levels: Row): Promise<Ordered> =>
      await shop.order({ ...current.row, ...alone, ...levels }, refused.pick);
    const without = async (...factors: readonly OrderFactor[]): Promise<boolean> => {
      const tried = await again(Object.fromEntries(factors.map((factor) => [factor, simpler(current.row, factor)])));
      // What a basket is offered, or who it belongs to, may leave no choice.
      if (factors.every((factor) => tried.row[factor] === current.row[factor])) {
        for (const factor of factors) tied.add(factor);
        return false;
      }
      if (tried.placed.kind === 'confirmed') twin = tried;
      if (tried.placed.kind === 'declined') current = tried;
      return tried.placed.kind === 'declined';
    };
    // All at once first, where baskets are few.
    const others = oddIn(current.row).filter((factor) => factor !== 'delivery');
    if (others.length > 1) await without(...others);
    await reduce(() => new Map(oddIn(current.row).map((factor) => [factor, factor])), without);
    const odd = oddIn(current.row);
    // What an option costs goes with it, and is told where nothing else is.
    const free = odd.filter((factor) => !tied.has(factor) || (factor === 'cost' && odd.length === 2));
    const factors = free.length > 0 ? [...free] : [...odd];
    if (factors.length === 0) return undefined;
    if (factors.length === 1)
      for (const [factor, level] of remedies) {
        if (factors.includes(factor) || current.row[factor] === level) continue;
        const tried = await again({ [factor]: level });
        if (tried.placed.kind !== 'confirmed' || tried.row[factor] !== level) continue;
        factors.push(factor);
        twin = tried;
        break;
      }
    const control = twin ?? (factors.length === 1 ? base : undefined);
    if (control === undefined) return undefined;
    const last = await again({});
    const { placed } = last.placed.kind === 'undecided' && !shop.isMade ? current : last;
    if (placed.kind !== 'declined') return undefined;
    // Nobody has sold it out, or stopped taking orders, meanwhile.
    const only = Object.fromEntries(factors.map((factor) => [factor, control.row[factor] ?? '']));
    if (shop.isMade && (await again(only)).placed.kind !== 'confirmed') return undefined;
    return { row: current.row, placed, factors, twin: control };
  };

  return async (ordered) => {
    if (untold > mostUntold || seen.has(ordered) || ordered.placed.kind !== 'declined') return undefined;
    seen.add(ordered);
    if (found.some((levels) => holdsLevels(ordered.row, levels))) return undefined;
    const reduced = await reduceOrder(ordered);
    if (reduced === undefined) {
      untold++;
      return undefined;
    }
    const levels = Object.fromEntries(reduced.factors.map((factor) => [factor, reduced.row[factor] ?? '']));
    found.push(levels);
    // A lock may be needed, and end with a recalculation.
    const isOfLock = reduced.factors.length === 1 && reduced.row['lock'] === 'recalculated';
    const unlocked = isOfLock ? await shop.order({ ...reduced.row, lock: 'none' }, ordered.pick) : undefined;
    if (unlocked && (unlocked.placed.kind !== 'confirmed' || unlocked.row['lock'] !== 'none')) return levels;
    // There may be a least value of an order.
    const isCheap = reduced.factors.includes('code') && !(await takesAsLittle(shop, reduced, base));
    const told = isCheap ? undefined : toldOf(reduced);
    if (told) world.check(told.breaks, told.outcome, { row: ordered.row, pick: ordered.pick });
    return levels;
  };
};

const takesAsLittle = async (shop: OrderShop, { placed }: Reduced, base: Ordered): Promise<boolean> => {
  const { placed: cheapest } = await shop.order({ ...base.row, delivery: '' }, 0);
  return cheapest.kind === 'confirmed' && valueOf(cheapest) <= valueOf(placed);
};

const valueOf = ({ ready }: Sent): number => ready.order.basket.price.basketValue;

/** Undefined where it is told elsewhere, or nothing is owed. */
const toldOf = ({ row, placed, factors, twin }: Reduced): Told | undefined => {
  const { finding, isForPoint, status = 500 } = placed;
  const isOf = (...others: readonly OrderFactor[]): boolean => factors.some((factor) => others.includes(factor));
  const [only = 'lock', more] = factors;
  const delivery = row['delivery'] ?? '';
  if (isForPoint && factors.every((factor) => factor === 'delivery' || factor === 'cost'))
    return { breaks: 'order/every-delivery-option', outcome: unknownPoint(delivery, finding) };
  // A lock may be needed, and how orders are declined is not shown.
  if (
    (more === undefined && only === 'lock' && row['lock'] === 'none') ||
    (isOf('id') && (row['id'] === 'alike' || status < 500))
  )
    return undefined;
  // A shop may want its terms agreed to.
  if (factors.length === 2 && isOf('user') && isOf('consents') && row['consents'] === 'without')
    return status < 500
      ? undefined
      : { breaks: 'order/confirmed', outcome: failed({ ...finding, cause: '5xx without consents' }) };
  const words = (all: readonly OrderFactor[], of: Row): string =>
    all.map((factor) => orderLevel(factor, of[factor]).words).join(', ');
  const inWords = words(factors.toReversed(), row);
  const other = words(
    factors.filter((factor) => twin.row[factor] !== row[factor]),
    twin.row,
  );
  const level = orderLevel(only, row[only]);
  const isOfPart =
    isOf('invoice', 'consents', 'user') &&
    (more !== undefined || !['longest', 'letters', 'again'].includes(row[only] ?? ''));
  // Some texts stand in the address alone, and some in the billing details.
  const breaks = isOf('texts')
    ? 'order/confirmed'
    : isOf('delivery')
      ? 'order/every-delivery-option'
      : isOf('afterwards') || (isOf('lock') && row['lock'] !== 'none')
        ? 'lock/orderable'
        : isOfPart
          ? 'order/optional-parts'
          : 'order/confirmed';
  const cause =
    more !== undefined
      ? `together ${inWords}`
      : level.cause !== undefined
        ? level.cause
        : only === 'delivery'
          ? `delivery ${delivery}`
          : isOfPart
            ? `parts ${inWords}`
            : `declined for ${row[only]}`;
  const message = `An order ${inWords} was refused, and the same ${other} was confirmed.`;
  const expected = `2xx with a confirmation, as for the same ${other}`;
  const told = { ...finding, message, expected, cause };
  const isLimit = more === undefined && only === 'user' && row['user'] === 'again' && status < 500;
  return { breaks, outcome: isLimit ? warned(told, 'how often somebody may order is not stated') : failed(told) };
};
