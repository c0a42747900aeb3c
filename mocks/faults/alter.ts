import { isObject, type Json } from '../json.ts';

/**
 * A body with what a pointer names changed, in place where it can be; `*` stands for every item and `-` for one more.
 * `undefined` takes it out.
 */
export const alter = (
  body: Json,
  pointer: string,
  change: (old: Json | undefined) => Json | undefined,
): Json | undefined => {
  const keys = pointer.split('/').slice(1);
  if (keys.length === 0) return change(body);
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
  return body;
};
