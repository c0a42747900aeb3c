/** Bodies that are worse to read, to check or to judge than their size says. */
export interface WorstBody {
  readonly name: string;
  /** As a basket, an answer to retrieval or a push of one. */
  readonly text: (bytes: number) => string;
}

const filled = (before: string, item: string, after: string) => (bytes: number) => {
  const times = Math.max(1, Math.floor((bytes - before.length - after.length) / (item.length + 1)));
  return `${before}${`${item},`.repeat(times - 1)}${item}${after}`;
};

const padded = (before: string, padding: string, after: string) => (bytes: number) =>
  `${before}${padding.repeat(Math.max(0, Math.floor((bytes - before.length - after.length) / Buffer.byteLength(padding))))}${after}`;

/** As many of the smallest parts as are parsed at all. */
const atTheLimit = (before: string, item: string, after: string) => (bytes: number) =>
  filled(before, item, after)(Math.min(bytes, 990_000 * (item.length + 1)));

const names = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `"${(from + index).toString(36)}":1`).join(',');

/** Names that polynomials of 31 take for one. */
const twins = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `"${n.toString(2).padStart(19, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB')}":1`,
  ).join(',');

const whole = '"id":"b","expiresAt":"2026-11-21T12:00:00Z"';

export const worstBodies: readonly WorstBody[] = [
  { name: 'empty products', text: filled('{"products":[', '{}', ']}') },
  {
    name: 'half a million empty products',
    text: (bytes) => filled('{"products":[', '{}', ']}')(Math.min(bytes, 1_499_000)),
  },
  {
    name: 'half a million empty delivery options',
    text: (bytes) => filled('{"deliveryOptions":[', '{}', ']}')(Math.min(bytes, 1_499_000)),
  },
  {
    name: 'half a million empty discounts',
    text: (bytes) => filled('{"price":{"discounts":[', '{}', ']}}')(Math.min(bytes, 1_499_000)),
  },
  {
    name: 'half a million empty policies',
    text: (bytes) => filled('{"products":[{"policies":[', '{}', ']}]}')(Math.min(bytes, 1_499_000)),
  },
  {
    name: 'delivery options with an unknown key',
    text: filled(`{${whole},"deliveryOptions":[`, '{"key":"NOWHERE_AT_ALL","cost":1}', ']}'),
  },
  { name: 'numbers for products', text: atTheLimit('{"products":[', '1', ']}') },
  { name: 'numbers for images', text: atTheLimit('{"products":[{"images":[', '1', ']}]}') },
  { name: 'names', text: () => `{${names(19_999)}}` },
  {
    name: 'a million names',
    text: () => `{"products":[${Array.from({ length: 49 }, (_, k) => `{${names(19_000, k * 20_000)}}`).join(',')}]}`,
  },
  { name: 'too many names', text: (bytes) => `{${names(Math.floor(bytes / 9))}}` },
  { name: 'names of one hash', text: (bytes) => `{${twins(Math.floor(bytes / 43))}}` },
  { name: 'one long name', text: padded('{"', 'x', '":1}') },
  { name: 'one long text', text: padded('{"id":"', 'x', '"}') },
  { name: 'a long text of emoji', text: padded('{"id":"', '🍵', '"}') },
  { name: 'a long fraction of a second', text: padded('{"expiresAt":"2026-11-21T12:00:00.', '1', 'Z"}') },
  { name: 'nearly a date', text: padded('{"expiresAt":"2026-11-21T12:00:00.', '1', 'X"}') },
  { name: 'a long number', text: padded('{"id":', '1', '}') },
  { name: 'escapes', text: padded('{"id":"', '\\u0041', '"}') },
  { name: 'backslashes', text: padded('{"id":"', '\\\\', '"}') },
  { name: 'references of markup', text: padded('{"id":"', '&#34;', '"}') },
  { name: 'percent signs', text: padded('{"id":"', '%25', '"}') },
  { name: 'what looks like secrets', text: padded('{"id":"', '?token=x&', '"}') },
  { name: 'what looks like quoted members', text: padded('{"id":"', '\\"secret\\":', '"}') },
  { name: 'brackets', text: (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}` },
  { name: 'objects in objects', text: (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}` },
  { name: 'a thousand levels', text: () => `{"id":${'['.repeat(998)}${']'.repeat(998)}}` },
  { name: 'blanks', text: padded('', ' ', '{}') },
  { name: 'nothing but quotes', text: padded('', '"', '') },
  { name: 'zero bytes', text: padded('', '\0', '') },
  { name: 'cut off', text: padded(`{${whole},"products":[`, '{"name":"x"},', '') },
  { name: 'a page of markup', text: padded('<!doctype html>', '<p>', '') },
];
