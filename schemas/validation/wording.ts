import { formats } from './formats.ts';

/** `/products/3/error` as `products[3].error`. */
export const placeName = (pointer: string): string =>
  pointer === ''
    ? 'The body'
    : pointer
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce((path, key) => (/^\d+$/u.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`), '');

/** A value as JSON of at most 120 characters; never walks more of a large value than it shows. */
export const short = (value: unknown): string => {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(head(value, 3));
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

const head = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return value.length > 120 ? `${value.slice(0, 120)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, 4).map((item) => head(item, depth - 1));
  const entries = Object.entries(value).slice(0, 8);
  return Object.fromEntries(entries.map(([key, item]) => [key, head(item, depth - 1)]));
};

export const list = (texts: readonly string[]): string => {
  const shown = texts.slice(0, 20).map((text) => (text.length > 120 ? `${text.slice(0, 119)}…` : text));
  return texts.length > 20 ? `${shown.join(', ')} and ${texts.length - 20} more` : shown.join(', ');
};

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** What a value is, as opposed to what it should have been. */
export const kindOf = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'an array' : (articles[typeof value] ?? typeof value);
};

/** What a schema asks for, in a few words. */
export const describe = (schema: unknown): string => {
  const { type, enum: values, const: value, format, $ref } = (schema ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(values)) return `one of ${list(values.map(String))}`;
  if (value !== undefined) return short(value);
  if (typeof format === 'string') return formats[format]?.says ?? format;
  if (Array.isArray(type)) return type.map((one) => articles[String(one)] ?? String(one)).join(' or ');
  if (typeof type === 'string') return articles[type] ?? type;
  const name = typeof $ref === 'string' ? /([a-zA-Z-]+)(?:\.json)?$/u.exec($ref)?.[1] : undefined;
  return name === undefined
    ? 'a value'
    : `a ${name
        .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
        .replaceAll('-', ' ')
        .toLowerCase()}`;
};
