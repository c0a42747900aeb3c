/** What JSON.parse hands a reviver besides key and value; the compiler's library does not know it yet. */
interface ReviverContext {
  readonly source?: string;
}

/** A number as it was written: `1.0` and `12345678901234567890` are evidence, and parsing would tidy them away. */
export class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type JsonTree =
  | null
  | boolean
  | string
  | WrittenNumber
  | readonly JsonTree[]
  | { readonly [name: string]: JsonTree };

const keepNumbers = (_key: string, value: unknown, context?: ReviverContext): unknown =>
  typeof value === 'number' ? new WrittenNumber(context?.source ?? String(value)) : value;

/** The JSON in `text` with its numbers as written, or undefined where it is none. */
export const readJson = (text: string): { readonly tree: JsonTree } | undefined => {
  try {
    return { tree: JSON.parse(text, keepNumbers) as JsonTree };
  } catch {
    return undefined;
  }
};

export const isObject = (tree: JsonTree): tree is { readonly [name: string]: JsonTree } =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !(tree instanceof WrittenNumber);

/** On one line. */
export const compact = (tree: JsonTree): string => {
  if (tree instanceof WrittenNumber) return tree.text;
  if (Array.isArray(tree)) return `[${tree.map(compact).join(',')}]`;
  if (!isObject(tree)) return JSON.stringify(tree);
  return `{${Object.entries(tree)
    .map(([name, value]) => `${JSON.stringify(name)}:${compact(value)}`)
    .join(',')}}`;
};

/** Indented by two. */
export const indented = (tree: JsonTree, margin = ''): string => {
  const inner = `${margin}  `;
  const block = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0 ? open + close : `${open}\n${lines.map((line) => inner + line).join(',\n')}\n${margin}${close}`;
  if (Array.isArray(tree))
    return block(
      '[',
      tree.map((item) => indented(item, inner)),
      ']',
    );
  if (isObject(tree)) {
    const lines = Object.entries(tree).map(([name, value]) => `${JSON.stringify(name)}: ${indented(value, inner)}`);
    return block('{', lines, '}');
  }
  return compact(tree);
};

/** A body as a person reads it: JSON indented, anything else as it is. */
export const readable = (body: string): string => {
  const json = readJson(body);
  return json === undefined ? body : indented(json.tree);
};
