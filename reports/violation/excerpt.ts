import { compact, isObject, type JsonTree, readJson } from './json-text.ts';
import { pointerSteps } from '#traffic';
import { printable, printableLine, shortened } from '../wording/printable.ts';

/** One line of an excerpt; `marked` is the place a finding points at. */
export interface ExcerptLine {
  readonly text: string;
  readonly marked: boolean;
}

// A place and its neighbours: enough to recognise the product or line, little enough to stay on one screen.
const neighbours = 3;
const widest = 88;
const linesOfText = 6;

interface Member {
  readonly name: string | undefined;
  readonly value: JsonTree;
}

/** The part of a body around a JSON pointer; without one, or where the body is no JSON, its beginning. */
export const excerpt = (body: string, pointer: string | undefined): readonly ExcerptLine[] => {
  const json = readJson(body);
  const steps = pointer === undefined ? undefined : pointerSteps(pointer);
  if (json === undefined) return beginning(body);
  return steps === undefined ? opened(json.tree, '', undefined) : around(json.tree, steps, '', undefined);
};

const beginning = (text: string): readonly ExcerptLine[] => {
  const lines = printable(text).trim().split('\n');
  const shown = lines.slice(0, linesOfText).map((line) => plain(shortened(line, widest)));
  return lines.length > linesOfText ? [...shown, plain('…')] : shown;
};

const plain = (text: string): ExcerptLine => ({ text, marked: false });
const label = (name: string | undefined): string => (name === undefined ? '' : `${JSON.stringify(name)}: `);
const line = (margin: string, member: Member, marked: boolean): ExcerptLine => ({
  text: shortened(margin + printableLine(label(member.name) + compact(member.value)), widest),
  marked,
});

const membersOf = (tree: JsonTree): readonly Member[] => {
  if (Array.isArray(tree)) return (tree as readonly JsonTree[]).map((value) => ({ name: undefined, value }));
  return isObject(tree) ? Object.entries(tree).map(([name, value]) => ({ name, value })) : [];
};

function around(
  tree: JsonTree,
  steps: readonly string[],
  margin: string,
  name: string | undefined,
): readonly ExcerptLine[] {
  const [step, ...rest] = steps;
  if (step === undefined || depthReached(tree, [step]) === 0) {
    if (step === undefined) return whole(tree, margin, name);
    return opened(tree, margin, name, { missing: [{ text: `${margin}  ${absent(tree, step)}`, marked: true }] });
  }
  const members = membersOf(tree);
  const at = Array.isArray(tree) ? Number(step) : members.findIndex((member) => member.name === step);
  const inner = `${margin}  `;
  const last = rest.length === 0 || depthReached(tree, steps) === 1;
  const reach = last ? neighbours : Array.isArray(tree) ? 0 : 1;
  const before = members.slice(Math.max(0, at - reach), at);
  const after = members.slice(at + 1, at + 1 + reach);
  const here = child(tree, step) ?? null;
  const memberName = Array.isArray(tree) ? undefined : step;
  return [
    plain(`${margin}${label(name)}${Array.isArray(tree) ? '[' : '{'}`),
    ...elided(at - before.length, inner),
    ...before.map((member) => line(inner, member, false)),
    ...around(here, rest, inner, memberName),
    ...after.map((member) => line(inner, member, false)),
    ...elided(members.length - at - 1 - after.length, inner),
    plain(`${margin}${Array.isArray(tree) ? ']' : '}'}`),
  ];
}

/** The place itself: on a line where it fits, else with what it holds, of which the first may take lines of its own. */
const whole = (tree: JsonTree, margin: string, name: string | undefined): readonly ExcerptLine[] =>
  membersOf(tree).length === 0 || (margin + label(name) + compact(tree)).length <= widest
    ? [line(margin, { name, value: tree }, true)]
    : opened(tree, margin, name, { marked: true });

const absent = (tree: JsonTree, step: string): string =>
  Array.isArray(tree)
    ? `(no item ${step})`
    : isObject(tree)
      ? `(no ${JSON.stringify(printableLine(step))})`
      : '(nothing below)';

const elided = (count: number, margin: string): readonly ExcerptLine[] =>
  count > 0 ? [plain(`${margin}… ${count} more`)] : [];

function opened(
  tree: JsonTree,
  margin: string,
  name: string | undefined,
  { marked = false, missing = [] }: { readonly marked?: boolean; readonly missing?: readonly ExcerptLine[] } = {},
): readonly ExcerptLine[] {
  const members = membersOf(tree);
  if (!Array.isArray(tree) && !isObject(tree)) return [line(margin, { name, value: tree }, true)];
  const inner = `${margin}  `;
  const shown = members.slice(0, neighbours * 2);
  return [
    { text: `${margin}${label(name)}${Array.isArray(tree) ? '[' : '{'}`, marked },
    ...shown.flatMap((member, at) =>
      marked && at === 0 ? opened(member.value, inner, member.name) : [line(inner, member, false)],
    ),
    ...elided(members.length - shown.length, inner),
    ...missing,
    plain(`${margin}${Array.isArray(tree) ? ']' : '}'}`),
  ];
}

/** The part one step down, or undefined where there is none. */
const child = (tree: JsonTree, step: string): JsonTree | undefined => {
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
