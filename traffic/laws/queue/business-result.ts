import { isDeepStrictEqual } from 'node:util';
import { parseTimestamp } from '#schemas';

/** The same whatever the order of keys and elements, and whenever it was written. */
export const isSameResult = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(businessOf(one), businessOf(other));

/** State at the time of answering, and positions in it: they move on although the result stays. */
const ofTheMoment: readonly string[] = ['tableOrderSnapshot', 'currentSnapshot', 'checkpoint', 'updatedAt'];

export const businessOf = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(businessOf).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (isTime(value)) return 'a time';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ofTheMoment.includes(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, businessOf(inner)]),
  );
};

/** A timestamp, or so many milliseconds since 1970 that it can be nothing else: a price has fewer digits. */
const isTime = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('T') && parseTimestamp(value) !== undefined
    : typeof value === 'number' && value > 1e12;
