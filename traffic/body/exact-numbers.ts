/**
 * Conventions: what a till gives a checkpoint for goes back to it as it came. A whole number beyond 2^53 is read as another one that is
 * near it; how it was written is kept beside it, by what holds it, for as long as that lives.
 */
const written = new WeakMap<object, Map<string, string>>();

/** What JSON.parse and JSON.stringify have beside what `lib` knows of them: ECMAScript, JSON.parse source text access. */
interface SourceText {
  parse(
    text: string,
    reviver: (this: object, key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}
const json = JSON as unknown as SourceText;

/** As many digits as every such number has. */
const long = /\d{16}/u;

/** As JSON.parse; throws a SyntaxError as it does. */
export const parseJson = (text: string): unknown => (long.test(text) ? json.parse(text, keepSource) : JSON.parse(text));

function keepSource(this: object, key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value === 'number' && source !== undefined && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const own = written.get(this) ?? new Map<string, string>();
    written.set(this, own.set(key, source));
  }
  return value;
}

/** As JSON.stringify, with the numbers of what was read as they were written there. */
export const writeJson = (value: object): string =>
  JSON.stringify(value, function (this: object, key: string, one: unknown) {
    const source = typeof one === 'number' ? written.get(this)?.get(key) : undefined;
    return source === undefined ? one : json.rawJSON(source);
  });
