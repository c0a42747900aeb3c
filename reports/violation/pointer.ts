import { isObject, type JsonTree } from './json-text.ts';

/** The part one step down, or undefined where there is none. */
export const child = (tree: JsonTree, step: string): JsonTree | undefined => {
  if (Array.isArray(tree)) return /^(0|[1-9]\d*)$/.test(step) ? (tree as readonly JsonTree[])[Number(step)] : undefined;
  return isObject(tree) && Object.hasOwn(tree, step) ? tree[step] : undefined;
};

/** How many of the steps lead somewhere. */
export const depthReached = (tree: JsonTree, steps: readonly string[]): number => {
  let here: JsonTree | undefined = tree;
  for (const [index, step] of steps.entries()) {
    here = child(here, step);
    if (here === undefined) return index;
  }
  return steps.length;
};
