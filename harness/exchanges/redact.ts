/** What stands where a secret stood. */
export const redacted = '«redacted»';

/** Headers whose value is a secret whoever configured it. */
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie)$|signature|api-?key|token|secret/i;

/** A message that carries such a header shows a secret there. */
export const isSecretHeader = (name: string): boolean => secretHeader.test(name);

/** Configured headers that say how to talk, not who talks: their values are ordinary words of every exchange. */
const plainHeader = /^(accept|accept-language|accept-encoding|content-type|content-encoding)$/i;

/** Such a value is a common word: replacing it everywhere would destroy the text around it and hide nothing. */
const isCommon = (value: string): boolean => value.length < 4 || /^(true|false|null|\d{1,5})$/.test(value);

export interface Redactor {
  readonly text: (text: string) => string;
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
  /** Every string inside a JSON value. */
  readonly value: <Value>(value: Value) => Value;
  /** From now on these are secrets too, such as credentials issued while the run goes on. */
  readonly add: (values: readonly string[]) => void;
  /** A call to this address goes out with these headers, which sign it: what they hold is a secret for a while. */
  readonly signed: (headers: Readonly<Record<string, string>>, url: string) => void;
}

export interface Secrets {
  /** The headers of the configuration: their values, and their names in every message. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other values, such as those that came from the environment. */
  readonly values?: readonly string[];
}

/** What headers say about who talks: their values, and the credentials inside these. */
export const secretValues = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (plainHeader.test(name) ? [] : [value, ...partsOf(value)]));

export const createRedactor = (secrets: Secrets): Redactor => {
  const { headers = {} } = secrets;
  const names = new Set(Object.keys(headers).flatMap((name) => (plainHeader.test(name) ? [] : name.toLowerCase())));
  const values = [...(secrets.values ?? []), ...secretValues(headers)];
  let forms = allForms(values);
  let signatures: readonly (readonly string[])[] = [];
  const text = (given: string): string => {
    let clean = given;
    // One scan per form that occurs: `includes` is far cheaper than a regular expression of all forms.
    for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, redacted);
    for (const parts of signatures)
      for (const part of parts) if (clean.includes(part)) clean = clean.replaceAll(part, redacted);
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
    value: (given) => (forms.length + signatures.length === 0 ? given : (value(given) as typeof given)),
    add(more) {
      values.push(...more);
      forms = allForms(values);
    },
    signed(headers, url) {
      for (const name of Object.keys(headers)) names.add(name.toLowerCase());
      const parts = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s$,;:="]+/)]);
      const telling = parts.filter((part) => part.length >= shortestSignature && !url.includes(part));
      if (telling.length === 0) return;
      signatures = [allForms(telling), ...signatures].slice(0, keptSignatures);
    },
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, content]) => [
          name,
          secretHeader.test(name) || names.has(name.toLowerCase()) ? redacted : text(content),
        ]),
      ),
  };
};

/** A target that tells which signature it got does so in its answer, or in the next few. */
const keptSignatures = 16;
/** Shorter than any digest, longer than a timestamp. */
const shortestSignature = 20;

/** The longest first, so that no part of one is left behind by another. */
const allForms = (values: readonly string[]): readonly string[] =>
  [...new Set(values.filter((value) => !isCommon(value)).flatMap(formsOf))].sort((a, b) => b.length - a.length);

/** A text shortened in the middle of a secret still shows its beginning. */
const withoutCutForms = (text: string, forms: readonly string[]): string =>
  text
    .split('…')
    .map((part, index, parts) => {
      if (index === parts.length - 1) return part;
      const shown = Math.max(0, ...forms.map((form) => cutLength(part, form)));
      return shown < shortestCut ? part : `${part.slice(0, -shown)}${redacted}`;
    })
    .join('…');

const shortestCut = 4;

/** How many characters of the form's beginning the text ends with. */
const cutLength = (text: string, form: string): number => {
  for (let length = Math.min(form.length, text.length); length >= shortestCut; length--)
    if (text.endsWith(form.slice(0, length))) return length;
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

/** The shapes one secret takes in URLs, JSON and Base64. */
const formsOf = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret, 'utf8');
  const encoded = encodeURIComponent(secret);
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    // As a JSON pointer names a member.
    secret.replaceAll('~', '~0').replaceAll('/', '~1'),
    encoded,
    form,
    ...[encoded, form].map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((offset) => base64Inside(bytes, offset)),
  ];
};

/** What of a Base64 text is certain when the secret begins `offset` bytes into a group of three. */
const base64Inside = (bytes: Buffer, offset: number): readonly string[] => {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const certain = whole.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 4) / 3));
  return certain.length < 6
    ? []
    : [certain, certain.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(certain)];
};
