import { isDeepStrictEqual } from 'node:util';

export { excerpt } from '#traffic';

/** The same JSON, whatever the order of its keys. */
export const isSameJson = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);

/** Those of `items` that have no equal in `others`; equal ones count as often as they occur. */
export const newAmong = (items: readonly unknown[], others: readonly unknown[]): readonly unknown[] => {
  const left = [...others];
  return items.filter((item) => {
    const index = left.findIndex((other) => isSameJson(item, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
};

/** The same elements, in any order. */
export const sameElements = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && newAmong(one, other).length === 0;

/** Shorter ids occur by chance inside of other words. */
const longEnoughToStandOut = 4;

/** Whether an id stands somewhere in a value of unknown shape: as a text, a number or a key. */
export const standsIn = (value: unknown, id: string): boolean => some(value, id, (text) => text === id);

/** The same, or as part of a text such as `venue-1/L-101`; a listing may be one text, since its shape is not shown. */
export const mentions = (value: unknown, id: string): boolean =>
  some(
    value,
    id,
    (text) => text === id || (text.includes(id) && (id.length >= longEnoughToStandOut || isWordIn(text, id))),
  );

const letter = /[\p{L}\p{N}]/u;

const isWordIn = (text: string, id: string): boolean =>
  text.split(id).some((before, index, parts) => {
    const after = parts[index + 1];
    return after !== undefined && !letter.test(before.slice(-1)) && !letter.test(after.slice(0, 1));
  });

const some = (value: unknown, id: string, matches: (text: string) => boolean): boolean => {
  if (typeof value === 'string') return matches(value);
  if (typeof value === 'number') return String(value) === id;
  if (Array.isArray(value)) return value.some((element) => some(element, id, matches));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key === id || some(inner, id, matches));
};
