import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every way in which a secret may stand in a text. Written without that of `traffic/redact`, so that it can catch it. */
const formsOf = (secret: string): readonly string[] => {
  // What is all digits, such as a PIN, is part of many a number by chance, and in Base64 of many more.
  if (/^\d+$/.test(secret)) return [secret];
  const percent = encodeURIComponent(secret);
  const everyByte = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  const json = JSON.stringify(secret).slice(1, -1);
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const units = Array.from({ length: secret.length }, (_, at) => escaped(secret.charAt(at))).join('');
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, escaped);
  const markup = secret.replaceAll(/\W/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`);
  const base64 = [secret, json, json.replaceAll('/', '\\/'), percent].flatMap((spelling) =>
    [0, 1, 2].map((shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift, 'x'), Buffer.from(spelling)]);
      const text = bytes.toString('base64').replaceAll('=', '');
      // The first and the last characters also carry bits of what stands beside it.
      return text.slice(shift === 0 ? 0 : shift + 1, bytes.length % 3 === 0 ? undefined : -1);
    }),
  );
  return [
    ...new Set([
      secret,
      json,
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      json.replaceAll('/', '\\/'),
      JSON.stringify(json.replaceAll('/', '\\/')).slice(1, -1),
      units,
      ascii,
      markup,
      secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
      ...[units, ascii].map((text) => text.replaceAll(/\\u..../g, (escape) => `\\u${escape.slice(2).toUpperCase()}`)),
      ...[percent, form, everyByte].flatMap((text) => [
        text,
        text.replaceAll(/%../g, (escape) => escape.toLowerCase()),
        text.replaceAll(/%../g, (escape) => escape.toUpperCase()),
      ]),
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('hex').toUpperCase(),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ].filter((form) => form.length >= 6);
};

/** As it stands, and what the Base64 in it says: Allure's page holds all its data that way. */
const textsOf = (file: string): readonly string[] => {
  const text = readFileSync(file, 'utf8');
  const embedded = text.split(/[^A-Za-z0-9+/_-]/).filter((one) => one.length >= 32);
  return [text, embedded.map((one) => Buffer.from(one, 'base64').toString('utf8')).join('\n')];
};

const holds = (text: string, form: string): boolean => {
  if (/^\d+$/.test(form)) return new RegExp(`(?<![\\w.])${form}(?![\\w.])`).test(text);
  return text.includes(form);
};

export interface Search {
  readonly files: number;
  readonly secrets: number;
  readonly forms: number;
  /** `file: secret, form`. */
  readonly found: readonly string[];
}

/** Looks for every secret, in every form, in every file below a folder. */
export const searched = (folder: string, secrets: ReadonlyMap<string, string>): Search => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const wanted = [...secrets].flatMap(([secret, name]) => formsOf(secret).map((form) => ({ name, form })));
  const found = files.flatMap((entry) => {
    const texts = textsOf(join(entry.parentPath, entry.name));
    return wanted
      .filter(({ form }) => texts.some((text) => holds(text, form)))
      .map(({ name, form }) => `${entry.name}: ${name}, ${form}`);
  });
  return { files: files.length, secrets: secrets.size, forms: wanted.length, found };
};

/** Whoever gets a request and tells what was in it, in each way a target might. */
export const told = (secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(`me:${secret}`).toString('base64'),
      JSON.stringify(secret),
    ])
    .join(' | ');

const lower = (text: string): string => text.replaceAll(/%..|\\u..../g, (escape) => escape.toLowerCase());
const upper = (text: string): string => lower(text).replaceAll(/[0-9a-f]{2,4}/g, (digits) => digits.toUpperCase());

/** The same in every spelling that a serialiser, an address or a form may give it: more than fits into a header. */
export const spelled = (secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => {
      const bytes = Buffer.from(secret);
      const json = JSON.stringify(secret);
      const units = secret.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      const percent = bytes.toString('hex').replaceAll(/../g, (byte) => `%${byte}`);
      return [
        secret.replaceAll(/\W/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`),
        secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
        json.replaceAll('/', '\\/'),
        JSON.stringify(json.replaceAll('/', '\\/')),
        units,
        upper(units),
        lower(encodeURIComponent(secret)),
        percent,
        upper(percent),
        new URLSearchParams({ secret }).toString(),
        lower(new URLSearchParams({ secret }).toString()),
        bytes.toString('base64url'),
        ...['u', 'me', 'you'].flatMap((user) =>
          [secret, json.replaceAll('/', '\\/'), encodeURIComponent(secret)].map((spelling) =>
            Buffer.from(user + spelling).toString('base64'),
          ),
        ),
        bytes.toString('hex'),
        bytes.toString('hex').toUpperCase(),
      ];
    })
    .concat(told(secrets))
    .join(' | ');
