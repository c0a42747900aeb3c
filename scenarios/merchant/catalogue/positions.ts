import fc from 'fast-check';
import type { Position } from '#schemas';
import { type Listed, positionOf, samePosition } from '#traffic/laws';

/** Where to ask from, and how much for. */
export interface PositionPlan {
  readonly position: Position;
  readonly limit: number;
}

/** Positions a merchant has given out, or gave out before the product changed. */
export interface Positions {
  readonly existing: readonly Position[];
  /** Existing ones that share their updatedAt with the next product. */
  readonly tied: readonly Position[];
  /** A product's id with an updatedAt it may have had before: such a checkpoint is still stored, its product moved on. */
  readonly stale: readonly Position[];
}

/** 2001-09-09: a digit shorter than the times of today, so that Base64 has to pad where it otherwise need not. */
const longAgo = 999_999_999_999;

/** The last product is left out: what comes after it is for the walk over the whole catalogue to judge. */
export const positionsIn = (products: readonly Listed[]): Positions => {
  const usable = products.slice(0, -1);
  const finer = timesWithFinerDigits(products);
  const existing = usable.map(positionOf).filter(({ epochMs }) => !finer.has(epochMs));
  const tied = existing.filter((position, index) => existing[index + 1]?.epochMs === position.epochMs);
  const stale = usable.flatMap((product, index) => {
    const earlier = [products[index - 1], products[Math.floor(index / 2)], products[0]].flatMap((other) =>
      other === undefined || finer.has(other.epochMs) ? [] : [other.epochMs],
    );
    const first = products[0];
    const times = new Set([...earlier, longAgo, ...(first === undefined ? [] : [first.epochMs - 1])]);
    return [...times]
      .map((epochMs) => ({ epochMs, id: product.id }))
      .filter((position) => position.epochMs < product.epochMs && !existing.some((at) => samePosition(at, position)));
  });
  return { existing, tied, stale };
};

/** Within one millisecond, products ordered by finer digits have no order that positions could express. */
const timesWithFinerDigits = (products: readonly Listed[]): ReadonlySet<number> => {
  const result = new Set<number>();
  for (const [index, product] of products.entries()) {
    const next = products[index + 1];
    if (next?.epochMs === product.epochMs && next.finer !== product.finer) result.add(product.epochMs);
  }
  return result;
};

/** Those of the positions whose checkpoint is plain, or is not. */
export const withTokens = (
  { existing, tied, stale }: Positions,
  tokenOf: (position: Position) => string | undefined,
  plain: boolean,
): Positions => {
  const kept = (positions: readonly Position[]) =>
    positions.filter((position) => {
      const token = tokenOf(position);
      return token !== undefined && (featuresOf(token, position.id).length === 0) === plain;
    });
  return { existing: kept(existing), tied: kept(tied), stale: kept(stale) };
};

export const isEmpty = ({ existing, stale }: Positions): boolean => existing.length === 0 && stale.length === 0;

/** The kinds of positions, each with its feature of the checkpoint, or with what the catalogue has at it. */
export const kindsOf = (
  { existing, tied, stale }: Positions,
  tokenOf: (position: Position) => string | undefined,
): readonly (readonly Position[])[] => {
  const byFeature = Map.groupBy(
    existing.flatMap((position) =>
      featuresOf(tokenOf(position) ?? '', position.id).map((feature) => ({ position, feature })),
    ),
    ({ feature }) => feature,
  );
  const featured = [...byFeature.values()].map((group) => group.map(({ position }) => position));
  return [...featured, existing, tied, stale].filter((group) => group.length > 0);
};

/** Plans over positions of any of the kinds; shrinking goes towards the first product and the limit 1. */
export const plansOver = (kinds: readonly (readonly Position[])[], maximum: number): fc.Arbitrary<PositionPlan> => {
  const limit = fc.oneof(fc.integer({ min: 1, max: Math.min(5, maximum) }), fc.integer({ min: 1, max: maximum }));
  return fc.record({ position: fc.oneof(...kinds.map((group) => fc.constantFrom(...group))), limit });
};

/**
 * One drawn of every kind in turn until no more are wanted, each position once: what another limit changes about a page is what
 * walks with every limit tell. Of draws from all kinds together a sixth had no checkpoint with a colon; with one seed for all kinds
 * all limits of a turn are the same. First the last position, after which there is the smallest page that is not empty.
 */
export const plansWithoutRepeat = (
  { existing }: Pick<Positions, 'existing'>,
  kinds: readonly (readonly Position[])[],
  { maximum, most, seed }: { readonly maximum: number; readonly most: number; readonly seed: number },
): PositionPlan[] => {
  const drawn = kinds.map((kind, by) => fc.sample(plansOver([kind], maximum), { seed: seed + by, numRuns: most }));
  const inTurn = Array.from({ length: most }, (_, turn) => drawn.flatMap((plans) => plans.slice(turn, turn + 1)));
  const last = existing.slice(-1).map((position) => ({ position, limit: maximum }));
  const byPosition = Map.groupBy([last, ...inTurn].flat(), ({ position }) => `${position.epochMs}:${position.id}`);
  return [...byPosition.values()].flatMap(([plan]) => plan ?? []).slice(0, most);
};

/** What in reading a checkpoint URL-encoding, Base64 or splitting at the colon can trip over, apart from what it says. */
const features: Readonly<Record<string, (token: string, id: string) => boolean>> = {
  padding: (token) => token.includes('='),
  plus: (token) => token.includes('+'),
  slash: (token) => token.includes('/'),
  colon: (_, id) => id.includes(':'),
  punctuation: (_, id) => /[ -~]/u.test(id.replace(/[\w.:-]/gu, '')),
  'non-ascii': (_, id) => /[^ -~]/u.test(id),
};

/** None: it is plain. */
export const featuresOf = (token: string, id: string): readonly string[] =>
  Object.keys(features).filter((feature) => features[feature]?.(token, id));
