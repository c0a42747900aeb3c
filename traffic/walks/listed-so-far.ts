import { isObject, jsonOf } from '../json.ts';
import { type Listed, readListing } from '../ledgers/shop/listed.ts';

export interface ListedSoFar {
  readonly products: readonly Listed[];
  readonly nextCheckpoint: string | undefined;
  /** The rest of the page was not kept. */
  readonly isCut: boolean;
}

/** The products of a page of which only the beginning may have been kept; undefined where none can be placed. */
export const listedSoFar = (text: string): ListedSoFar | undefined => {
  const whole = jsonOf(text);
  if (isObject(whole)) return listed(whole, false);
  const begin = /"products"\s*:\s*\[/.exec(text);
  if (begin === null) return undefined;
  return listed({ products: wholeObjects(text, begin.index + begin[0].length) }, true);
};

const listed = (page: object, isCut: boolean): ListedSoFar | undefined => {
  const listing = readListing(page);
  return 'reason' in listing ? undefined : { ...listing, isCut };
};

/** The objects of a list that is cut off somewhere, as far as they are whole. */
const wholeObjects = (text: string, from: number): readonly unknown[] => {
  const found: unknown[] = [];
  let depth = 0;
  let start = from;
  // A text between quotation marks at once, so that no brace in it counts.
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') {
      if (depth === 0) start = from + index;
      depth += 1;
    } else if (token === '}' || token === ']') {
      depth -= 1;
      if (depth < 0) break;
      if (depth === 0) found.push(jsonOf(text.slice(start, from + index + 1)));
    }
  }
  return found;
};
