import { isObject, type Json, type Path, valueAt, withHolder } from './places.ts';

/** What can become of a value: undefined when the operator has nothing to do there. */
type Edit = (body: Json, path: Path, earlier: Json | undefined) => Json | undefined;

const replaced =
  (change: (value: Json) => Json | undefined): Edit =>
  (body, path) => {
    const value = valueAt(body, path);
    const changed = value === undefined ? undefined : change(value);
    return changed === undefined ? undefined : withValue(body, path, changed);
  };

const withValue = (body: Json, path: Path, value: Json): Json =>
  withHolder(body, path, (holder, key) => {
    if (Array.isArray(holder)) return holder.map((item: Json, index) => (index === key ? value : item));
    return isObject(holder) ? { ...holder, [key]: value } : holder;
  });

const withoutValue = (body: Json, path: Path): Json =>
  withHolder(body, path, (holder, key) => {
    if (Array.isArray(holder)) return holder.filter((_, index) => index !== key);
    return isObject(holder) ? Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key)) : holder;
  });

/** Operators on a field, each what a developer's mistake does to it. */
export const fieldOperators = {
  drop: (body, path) => withoutValue(body, path),
  null: replaced((value) => (value === null ? undefined : null)),
  retype: replaced((value) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (typeof value === 'string') return 0;
    if (Array.isArray(value)) return Object.fromEntries(value.map((item: Json, index) => [String(index), item]));
    return value === null ? 'null' : [value];
  }),
  rename: (body, path) =>
    withHolder(body, path, (holder, key) =>
      isObject(holder)
        ? Object.fromEntries(Object.entries(holder).map(([name, item]) => [name === key ? snake(name) : name, item]))
        : holder,
    ),
  /** An item twice; a property once more under another name. */
  duplicate: (body, path) =>
    withHolder(body, path, (holder, key) => {
      if (Array.isArray(holder)) return holder.flatMap((item: Json, index) => (index === key ? [item, item] : [item]));
      return isObject(holder) ? { ...holder, [`${key}Copy`]: holder[key] ?? null } : holder;
    }),
  reorder: replaced((value) => {
    if (Array.isArray(value)) return value.length > 1 ? value.toReversed() : undefined;
    return isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : undefined;
  }),
  /** What stood there in an earlier message. */
  replay: (body, path, earlier) => (earlier === undefined ? undefined : withValue(body, path, earlier)),
  change: replaced((value) => {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return typeof value === 'string' ? `${value}x` : undefined;
  }),
  lower: replaced((value) => (typeof value === 'number' && value > 0 ? value - 1 : undefined)),
  negate: replaced((value) => (typeof value === 'number' ? -value - 1 : undefined)),
  fraction: replaced((value) => (typeof value === 'number' ? value + 0.5 : undefined)),
  empty: replaced((value) => {
    if (typeof value === 'string') return '';
    if (Array.isArray(value)) return [];
    return isObject(value) ? {} : undefined;
  }),
  long: replaced((value) => (typeof value === 'string' ? value.padEnd(300, 'x') : undefined)),
} as const satisfies Readonly<Record<string, Edit>>;

export type FieldOperator = keyof typeof fieldOperators;
export const fieldOperatorNames = Object.keys(fieldOperators) as readonly FieldOperator[];

const snake = (name: string): string => {
  const snaked = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return snaked === name ? `${name}_` : snaked;
};

/** Operators on a whole message. */
export const messageOperators = [
  /** Never arrives. */
  'drop',
  /** Arrives 9 s late. */
  'delay',
  /** Arrives twice. */
  'duplicate',
  /** An earlier one arrives in its place. */
  'replay',
  /** The next of its kind overtakes it. */
  'reorder',
  /** Wrapped in an array. */
  'retype',
  /** Without its body. */
  'empty',
  /** An answer says 500. */
  'change',
] as const;
export type MessageOperator = (typeof messageOperators)[number];
