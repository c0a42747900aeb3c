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
export const parseJson = (text: string): unknown => (hasLong(text) ? json.parse(text, keepSource) : JSON.parse(text));

/** One in sixteen places is one of them, so that nothing else has to be looked at. */
const hasLong = (text: string): boolean => {
  for (let at = 15; at < text.length; at += 16) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39 && long.test(text.slice(at - 15, at + 16))) return true;
  }
  return false;
};

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
