/** JSON as it travels. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Key = string | number;

/** Where a value stands, from the top of the body. */
export type Path = readonly Key[];

export const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every pattern of places in a body, a star in it for any index, with the values that stand there. */
export const patternsIn = (body: Json): ReadonlyMap<string, readonly Json[]> => {
  const found = new Map<string, Json[]>();
  const walk = (value: Json, pattern: string): void => {
    if (pattern !== '') found.set(pattern, [...(found.get(pattern) ?? []), value]);
    if (Array.isArray(value)) for (const item of value) walk(item, `${pattern}/*`);
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) walk(item, `${pattern}/${escaped(key)}`);
  };
  walk(body, '');
  return found;
};

/** The places of a body that a pattern means. */
export const placesOf = (body: Json, pattern: string): readonly Path[] => {
  let paths: readonly Path[] = [[]];
  for (const part of pattern.split('/').slice(1)) {
    paths = paths.flatMap((path) => {
      const value = valueAt(body, path);
      if (part === '*') return Array.isArray(value) ? value.map((_, index) => [...path, index]) : [];
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      return isObject(value) && Object.hasOwn(value, key) ? [[...path, key]] : [];
    });
  }
  return paths;
};

export const valueAt = (body: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, body);

/** The body with what holds a place replaced by what `change` makes of it: an array or an object. */
export const withHolder = (body: Json, path: Path, change: (holder: Json, key: Key) => Json): Json => {
  const [key, ...rest] = path;
  if (key === undefined) return body;
  if (rest.length === 0) return change(body, key);
  if (Array.isArray(body))
    return body.map((item: Json, index) => (index === key ? withHolder(item, rest, change) : item));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, item]) => [name, name === key ? withHolder(item, rest, change) : item]),
  );
};

export const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
