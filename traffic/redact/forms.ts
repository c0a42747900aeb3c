/** Such a value is a common word: replacing it everywhere would destroy the text around it and hide nothing. */
const isCommon = (value: string): boolean => value.length < 4 || /^(true|false|null|\d{1,5})$/.test(value);

/** The longest first, so that no part of one is left behind by another. */
export const allForms = (values: Iterable<string>): readonly string[] => {
  const forms = new Set<string>();
  for (const value of values) if (!isCommon(value)) for (const form of formsOf(value)) forms.add(form);
  return [...forms].sort((one, other) => other.length - one.length);
};

/**
 * The shapes one secret takes in texts, once every escape in these is undone (`spelled.ts`). Some of the escaped ones stand
 * here as well: a secret may itself look like an escape.
 */
const formsOf = (secret: string): readonly string[] => {
  const hex = Buffer.from(secret, 'utf8').toString('hex');
  const inside = (text: string) => [0, 1, 2].flatMap((offset) => base64Inside(Buffer.from(text, 'utf8'), offset));
  // Most are spelled alike everywhere, and each call brings a new one.
  if (/^[\w.-]*$/.test(secret)) return [secret, hex, hex.toUpperCase(), ...inside(secret)];
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    // As a JSON pointer names a member.
    secret.replaceAll('~', '~0').replaceAll('/', '~1'),
    encodeURIComponent(secret),
    // As a form has it.
    secret.replaceAll(' ', '+'),
    new URLSearchParams({ s: secret }).toString().slice(2),
    hex,
    hex.toUpperCase(),
    ...[...new Set([secret, ...escapedFirst(secret)])].flatMap(inside),
  ];
};

/** What a peer may have escaped before it put it into Base64, as in that of a JSON body. */
const escapedFirst = (secret: string): readonly string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, escaped);
  const percent = encodeURIComponent(secret);
  return [
    json,
    json.replaceAll('/', '\\/'),
    ascii,
    ascii.replaceAll('/', '\\/'),
    percent,
    percent.replaceAll(/%../g, lower),
  ];
};

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const lower = (text: string): string => text.toLowerCase();

/** What of a Base64 text is certain when the secret begins `offset` bytes into a group of three. */
const base64Inside = (bytes: Buffer, offset: number): readonly string[] => {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const certain = whole.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 4) / 3));
  return certain.length < 6 ? [] : [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
};
