/** What stands where a secret stood. */
const redacted = '«redacted»';

/** Headers whose value is a secret whoever sends them. */
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie)$|signature|api-?key|token|secret/i;
/** Members of our own bodies that are: what an activation sends and gets. A number may stand where text belongs. */
const secretMember =
  /("(?:pinCode|apiKey|secret|accessKeyId|secretAccessKey|password)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|-?[\d.eE+-]+)/g;
const secretParameter = /([?&][^=&#]*(?:signature|token|secret|api-?key|password|credential)[^=&#]*=)[^&#]*/gi;

/** A digest or a signature, whatever header a scheme of the user's puts it in. */
const digest = /[\w+/]{27,}={0,2}/g;

/** Such a value is a common word: replacing it everywhere would destroy the text around it and hide nothing. */
const isCommon = (value: string): boolean => value.length < 4 || /^(true|false|null|\d{1,5})$/.test(value);

/** Configured headers that say how to talk, not who talks. */
const plainHeader = /^(accept|accept-language|accept-encoding|content-type|content-encoding)$/i;
const wordyHeader = /^(accept.*|content-.*|user-agent|host|location|x-amz-target|server|date)$/;

export interface Secrets {
  /** Issued keys, wherever they stand. */
  readonly values: Iterable<string>;
  /** Headers that go with every call to a shop: their names and values. */
  readonly headers: Iterable<Readonly<Record<string, string>>>;
}

export interface Redaction {
  readonly text: (text: string) => string;
  readonly headers: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

export const createRedaction = ({ values, headers }: Secrets): Redaction => {
  const configured = [...headers].flatMap((each) => Object.entries(each)).filter(([name]) => !plainHeader.test(name));
  const names = new Set(configured.map(([name]) => name.toLowerCase()));
  // `Bearer X` also gives X.
  const parts = configured.flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
  const forms = [...new Set([...values, ...parts])].filter((value) => !isCommon(value)).flatMap(formsOf);
  // The longest first, so that no part of one is left behind by another.
  forms.sort((one, other) => other.length - one.length);
  const text = (given: string): string => {
    let clean = given.replaceAll(secretMember, `$1"${redacted}"`).replaceAll(secretParameter, `$1${redacted}`);
    for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, redacted);
    return clean;
  };
  return {
    text,
    headers: (given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => {
          if (secretHeader.test(name) || names.has(name)) return [name, redacted];
          return [name, text(wordyHeader.test(name) ? value : value.replaceAll(digest, redacted))];
        }),
      ),
  };
};

/** The shapes one secret takes in JSON and in addresses. */
const formsOf = (secret: string): readonly string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
];
