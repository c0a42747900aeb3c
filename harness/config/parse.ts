import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { UsageError } from './usage-error.ts';

/** The value of a YAML or JSON text (JSON is YAML); a syntax error names the file, line and column. */
export const parseConfig = (text: string, file: string): unknown => {
  const tooMuch = (what: string): UsageError =>
    new UsageError(`${file}: ${what}, which no configuration needs. Give the file that is meant.`);
  if (text.length > mostCharacters) throw tooMuch(`it has more than ${mostCharacters} characters`);
  // Parsing a list of 200 thousand takes seconds.
  if (entriesIn(text) > mostEntries) throw tooMuch(`it has more than ${mostEntries} entries`);
  if (/^\s*\/[/*]/u.test(text)) throw new UsageError(`${file}:1:1: a comment begins with #, not with //.`);
  const lineCounter = new LineCounter();
  // The parser compares each key with every other.
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    if (error.code === 'MULTIPLE_DOCS')
      throw new UsageError(`${file}:${line}:${col}: a second document begins here, and a configuration is one.`);
    // It quotes what it stumbled over, however long that is.
    const said = error.message.length > 300 ? `${error.message.slice(0, 300)}…` : error.message;
    throw new UsageError(`${file}:${line}:${col}: ${said}`);
  }
  const problem = (why: string): UsageError =>
    new UsageError(`${file}: its aliases (*) ${why}. Write out what they stand for.`);
  let value: unknown;
  let twin: number | undefined;
  try {
    twin = keyTwice(document);
    value = document.toJS({ maxAliasCount: 100 });
  } catch (failure) {
    throw problem(`stand for too much or for nothing: ${(failure as Error).message}`);
  }
  if (twin !== undefined) {
    const { line, col } = lineCounter.linePos(twin);
    throw new UsageError(`${file}:${line}:${col}: Map keys must be unique`);
  }
  const why = excessOf(value);
  if (why !== undefined) throw problem(why);
  return value;
};

/** Where a key stands that its table has already. */
const keyTwice = (document: Document): number | undefined => {
  let place: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue;
        if (seen.has(key.value)) {
          place = key.range?.[0];
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return place;
};

/** A hundred times the longest one seen. */
const mostCharacters = 1_000_000;
const mostEntries = 20_000;
const deepest = 100;

/** Lines, and parts of a line; endless where brackets are opened without an end, which takes the parser long to tell. */
const entriesIn = (text: string): number => {
  let [count, open] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === newLine || code === comma) count += 1;
    // Square and curly brackets differ in one bit.
    else if ((code | 0x20) === 0x7b) open += 1;
    else if ((code | 0x20) === 0x7d) open -= 1;
    if (open > mostEntries / 20) return Number.POSITIVE_INFINITY;
  }
  return count;
};

const [newLine, comma] = [0x0a, 0x2c];

/** What an alias stands for is walked once for each place it stands in. */
const excessOf = (value: unknown): string | undefined => {
  let count = 0;
  const walk = (node: unknown, depth: number): string | undefined => {
    count += 1;
    if (count > 5 * mostEntries) return 'stand for too much';
    if (depth > deepest) return 'stand inside themselves, or it is nested too deeply';
    if (typeof node !== 'object' || node === null) return undefined;
    for (const inner of Object.values(node)) {
      const found = walk(inner, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(value, 0);
};
