import { jsonOf } from '#traffic';

/** Strings, and what gives a text its structure. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * The value of a JSON text that has only one reading: undefined where it is no JSON, and where an object names a member
 * twice, of which one program reads the first and another the last.
 */
export const unambiguousJson = (text: string): unknown => {
  const value = jsonOf(text);
  return value === undefined || hasTwins(text) ? undefined : value;
};

const hasTwins = (text: string): boolean => {
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.startsWith('"') && isName) {
      const name = JSON.parse(token) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
    isName = token === '{' || (token === ',' && open.at(-1) !== undefined);
  }
  return false;
};
