import type { Position } from '#schemas';
import type { Listed } from './listed.ts';

type Compare<T> = (a: T, b: T) => number;

/** Without the u flag, since it is single code units that are looked for. */
const surrogate = /[\ud800-\udfff]/;

/** By UTF-16 code units, as most languages compare strings. */
const byCodeUnits: Compare<string> = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** By code points, which is also the order of UTF-8 bytes; differs from the former where astral characters meet. */
const byCodePoints: Compare<string> = (a, b) =>
  surrogate.test(a) || surrogate.test(b)
    ? Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'))
    : byCodeUnits(a, b);

const compareIds = [byCodeUnits, byCodePoints] as const;

const byPosition =
  (ids: Compare<string>): Compare<Position> =>
  (a, b) =>
    a.epochMs - b.epochMs || ids(a.id, b.id);

const byFullPrecision =
  (ids: Compare<string>): Compare<Listed> =>
  (a, b) =>
    a.epochMs - b.epochMs || byCodeUnits(a.finer, b.finer) || ids(a.id, b.id);

/** Every order the specification's words allow: it does not say how finer fractions and astral ids compare. */
const allowed: readonly Compare<Listed>[] = compareIds.flatMap((ids) => [byPosition(ids), byFullPrecision(ids)]);

const secondOf = ({ epochMs }: Listed): number => Math.floor(epochMs / 1000);

/** Watches a sequence of products; an order it has once broken is no longer available to it. */
export type OrderWatch = ReturnType<typeof watchOrder>;

export const watchOrder = () => {
  let possible = allowed;
  return {
    /** Whether some allowed order still explains everything seen. */
    follows(before: Listed, after: Listed) {
      if (before.epochMs < after.epochMs) return true;
      // Within one second, hidden milliseconds may explain any order.
      if (secondOf(before) === secondOf(after) && !(before.hasMilliseconds && after.hasMilliseconds)) return true;
      const still = possible.filter((compare) => compare(before, after) < 0);
      if (still.length > 0) possible = still;
      return still.length > 0;
    },
  };
};

/** Whether `a` lies after `b` in either order of ids. */
export const isAfter = (a: Position, b: Position): boolean => compareIds.some((ids) => byPosition(ids)(a, b) > 0);

/** Whether the two orders of ids disagree about these two, so that either answer is right. */
export const isUndecided = (a: Listed, b: Position & { readonly finer?: string }): boolean =>
  a.epochMs === b.epochMs &&
  a.id !== b.id &&
  (byCodeUnits(a.id, b.id) !== Math.sign(byCodePoints(a.id, b.id)) || a.finer !== (b.finer ?? a.finer));
