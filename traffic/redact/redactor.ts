import type { Headers } from '../headers.ts';
import { createFinder, cutOut, type Finder } from './finder.ts';
import { allForms } from './forms.ts';
import { isPlainHeader, isSecretHeader, redacted, withoutDigests, withoutSecretPlaces } from './secret-places.ts';
import { type Unescaped, unescaped } from './spelled.ts';

export interface Redactor {
  readonly text: (text: string) => string;
  readonly headers: (headers: Headers) => Record<string, string>;
  /** Every string inside a JSON value. */
  readonly value: <Value>(value: Value) => Value;
  /** From now on these are secrets too, such as credentials issued while the run goes on. */
  readonly add: (values: readonly string[]) => void;
  /** A call to this address goes out with these headers, which sign it: what they hold is a secret for a while. */
  readonly signed: (headers: Headers, url: string) => void;
}

export interface Secrets {
  /** Headers of the configuration: their values, and their names in every message. */
  readonly headers?: Headers | Iterable<Headers>;
  /** Other values, such as issued keys and those that came from the environment. */
  readonly values?: Iterable<string>;
}

/** What headers say about who talks: their values, and the credentials inside these. */
export const secretValues = (headers: Headers): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (isPlainHeader(name) ? [] : [value, ...partsOf(value)]));

export const createRedactor = (secrets: Secrets = {}): Redactor => {
  const configured = isMany(secrets.headers) ? [...secrets.headers] : [secrets.headers ?? {}];
  const telling = configured.flatMap((headers) => Object.keys(headers)).filter((name) => !isPlainHeader(name));
  const names = new Set(telling.map((name) => name.toLowerCase()));
  const values = [...(secrets.values ?? []), ...configured.flatMap(secretValues)];
  let forms = allForms(values);
  let signatures: readonly (readonly string[])[] = [];
  const finder = createFinder();
  finder.add(forms);
  const text = (given: string): string => {
    const clean = withoutForms(withoutSecretPlaces(given), finder);
    return clean.includes('…') ? withoutCutForms(clean, forms) : clean;
  };
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [text(key), value(inner)]));
  };
  return {
    text,
    value: (given) => value(given) as typeof given,
    add(more) {
      values.push(...more);
      finder.remove(forms);
      forms = allForms(values);
      finder.add(forms);
    },
    signed(headers, url) {
      for (const name of Object.keys(headers)) names.add(name.toLowerCase());
      const parts = new Set(Object.values(headers).flatMap((value) => [value, ...value.split(/[\s$,;:="]+/)]));
      const kept = [...parts].filter((part) => part.length >= shortestSignature && !url.includes(part));
      if (kept.length === 0) return;
      const newest = allForms(kept);
      finder.add(newest);
      for (const old of signatures.slice(keptSignatures - 1)) finder.remove(old);
      signatures = [newest, ...signatures].slice(0, keptSignatures);
    },
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, content]) => [
          name,
          isSecretHeader(name) || names.has(name.toLowerCase()) ? redacted : text(withoutDigests(name, content)),
        ]),
      ),
  };
};

const isMany = (headers: Secrets['headers']): headers is Iterable<Headers> =>
  headers !== undefined && Symbol.iterator in headers;

/** A target that tells which signature it got does so in its answer, or in the next few. */
const keptSignatures = 16;
/** Shorter than any digest, longer than a timestamp. */
const shortestSignature = 20;
/** JSON in JSON, in an address. */
const mostLayers = 3;

/** Without any form, spelled with escapes or without. */
const withoutForms = (given: string, { find }: Finder): string => {
  let clean = cutOut(given, find(given), redacted);
  let plain = undone(clean, 1);
  for (let layer = 1; plain !== undefined && layer <= mostLayers; layer++) {
    const { text, placeOf } = plain;
    const found = find(text);
    clean = cutOut(
      clean,
      found.map(([from, to]) => [placeOf(from), placeOf(to)] as const),
      redacted,
    );
    plain = found.length === 0 ? deeper(plain) : undone(clean, layer + 1);
  }
  return clean;
};

/** With so many layers of escapes undone; undefined where there are fewer. */
const undone = (text: string, layers: number): Unescaped | undefined => {
  let plain = unescaped(text);
  for (let layer = 1; plain !== undefined && layer < layers; layer++) plain = deeper(plain);
  return plain;
};

const deeper = ({ text, placeOf }: Unescaped): Unescaped | undefined => {
  const inner = unescaped(text);
  return inner && { text: inner.text, placeOf: (at) => placeOf(inner.placeOf(at)) };
};

/** A text shortened in the middle of a secret still shows its beginning. */
const withoutCutForms = (text: string, forms: readonly string[]): string =>
  text
    .split('…')
    .map((part, index, parts) => {
      if (index === parts.length - 1) return part;
      const begun = Math.min(beginningOfCut(part, forms), beginningOfCut(unescaped(part) ?? part, forms));
      return begun === Number.POSITIVE_INFINITY ? part : part.slice(0, begun) + redacted;
    })
    .join('…');

const shortestCut = 4;

/** Where the beginning of a form stands that the text ends with. */
const beginningOfCut = (of: string | Unescaped, forms: readonly string[]): number => {
  const { text, placeOf } = typeof of === 'string' ? { text: of, placeOf: Number } : of;
  const shown = Math.max(0, ...forms.map((form) => cutLength(text, form)));
  const at = text.length - shown;
  return shown < shortestCut ? Number.POSITIVE_INFINITY : placeOf(at);
};

/** How many characters of the form's beginning the text ends with. */
const cutLength = (text: string, form: string): number => {
  const last = text.at(-1);
  for (let length = Math.min(form.length, text.length); length >= shortestCut; length--)
    if (form[length - 1] === last && text.endsWith(form.slice(0, length))) return length;
  return 0;
};

/** `Bearer X` also gives X, and `Basic …` the user and the password inside. */
const partsOf = (header: string): readonly string[] => {
  const [scheme = '', ...rest] = header.split(' ');
  const credentials = rest.join(' ').trim();
  if (credentials === '') return [];
  if (scheme.toLowerCase() !== 'basic') return [credentials];
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  const password = pair.slice(pair.indexOf(':') + 1);
  return [credentials, pair, password];
};

/** The redactor of secrets that come and go: made anew when they are others than before, since making one takes its time. */
export const secretsInForce = (secrets: () => Secrets): (() => Redactor) => {
  let known: readonly string[] = [];
  let redactor = createRedactor();
  return () => {
    const { headers = [], values: given = [] } = secrets();
    const many = Symbol.iterator in headers ? [...headers] : [headers];
    const values = [...given];
    const now = [...values, ...many.flatMap((one) => Object.entries(one).flat())];
    if (now.length === known.length && now.every((value, at) => value === known[at])) return redactor;
    known = now;
    redactor = createRedactor({ headers: many, values });
    return redactor;
  };
};
