/** A JSON body while a fault is at work on it: it may turn into anything. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter((item) => isObject(item)) : [];

/** Changes what a pointer names; `*` stands for every item and `-` for one more. `undefined` takes it out. */
export const alter = (body: Json, pointer: string, change: (old: Json | undefined) => Json | undefined): void => {
  const keys = pointer.split('/').slice(1);
  const walk = (holder: Json | undefined, depth: number): void => {
    const key = keys[depth] ?? '';
    const last = depth === keys.length - 1;
    if (Array.isArray(holder)) {
      const places = key === '*' ? [...holder.keys()] : [key === '-' ? holder.length : Number(key)];
      for (const place of places) {
        if (last) holder[place] = change(holder[place]) ?? null;
        else walk(holder[place], depth + 1);
      }
    } else if (isObject(holder)) {
      if (!last) walk(holder[key], depth + 1);
      else {
        const changed = change(holder[key]);
        if (changed === undefined) delete holder[key];
        else holder[key] = changed;
      }
    }
  };
  walk(body, 0);
};

/** A string as it is, anything else as JSON. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
