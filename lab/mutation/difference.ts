import type { Change } from './editing/changes.ts';
import { escaped, isObject, type Json } from './editing/places.ts';

/** Where two bodies first differ, and how. */
export interface Difference {
  readonly pointer: string;
  readonly before: string;
  readonly after: string;
}

export const differenceOf = ({ before, after }: Change): Difference => between(before, after, '');

const between = (before: Json | undefined, after: Json | undefined, pointer: string): Difference => {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    for (const [index, item] of before.entries())
      if (JSON.stringify(item) !== JSON.stringify(after[index]))
        return between(item, after[index], `${pointer}/${index}`);
  if (isObject(before) && isObject(after))
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (JSON.stringify(before[key]) !== JSON.stringify(after[key]))
        return between(before[key], after[key], `${pointer}/${escaped(key)}`);
  return { pointer, before: short(before), after: short(after) };
};

const short = (value: Json | undefined): string => {
  const text = value === undefined ? '(nothing)' : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
};
