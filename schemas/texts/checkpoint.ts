/** A position in the catalogue: the last product of a page. */
export interface Position {
  readonly epochMs: number;
  readonly id: string;
}

/** Ways in which a text is not a checkpoint, each with a sentence for the person who has to mend it. */
export const checkpointFlaws = {
  'url-encoded': 'it is URL-encoded in the body: the platform encodes it when it sends it, so it belongs here as it is',
  'url-safe-alphabet': 'it uses the URL-safe Base64 alphabet (- and _): the standard alphabet has + and /',
  'padding-missing': 'the Base64 padding (=) at its end is missing',
  whitespace: 'there is white space or a line break in the Base64 text',
  'not-base64': 'it is not Base64',
  'not-utf-8': 'the decoded bytes are not UTF-8',
  'no-colon': 'the decoded text has no colon between the timestamp and the product id',
  'time-not-epoch': 'the part before the colon is not a number of milliseconds since 1970',
  seconds: 'the timestamp is in seconds: milliseconds are asked for',
  microseconds: 'the timestamp is finer than milliseconds',
  'other-time': 'the timestamp is not the updatedAt of the last product of the page',
  'other-id': 'the id is not that of the last product of the page',
} as const;
export type CheckpointFlaw = keyof typeof checkpointFlaws;

/** Standard Base64 with padding over the UTF-8 text `<epoch milliseconds>:<id>`. Endpoints › Catalogue rules › 1 */
export const encodeCheckpoint = ({ epochMs, id }: Position): string =>
  Buffer.from(`${epochMs}:${id}`, 'utf8').toString('base64');

/** The position, or the reason why there is none. Strict: one position has exactly one text. */
export const readCheckpoint = (
  text: string,
): { readonly ok: true; readonly position: Position } | { readonly ok: false; readonly flaw: CheckpointFlaw } => {
  const flaw = base64Flaw(text);
  if (flaw !== undefined) return { ok: false, flaw };
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('utf8');
  if (!Buffer.from(decoded, 'utf8').equals(bytes)) return { ok: false, flaw: 'not-utf-8' };
  const colon = decoded.indexOf(':');
  if (colon < 0) return { ok: false, flaw: 'no-colon' };
  const time = decoded.slice(0, colon);
  if (!/^(?:0|-?[1-9]\d{0,15})$/u.test(time)) return { ok: false, flaw: 'time-not-epoch' };
  // The id is the rest: it may hold colons itself.
  return { ok: true, position: { epochMs: Number(time), id: decoded.slice(colon + 1) } };
};

export const decodeCheckpoint = (text: string): Position | undefined => {
  const read = readCheckpoint(text);
  return read.ok ? read.position : undefined;
};

/** What is wrong with `text` as the checkpoint of `expected`; undefined when nothing is. */
export const checkpointFlaw = (text: string, expected: Position): CheckpointFlaw | undefined => {
  const read = readCheckpoint(text);
  if (!read.ok) return read.flaw;
  const { epochMs, id } = read.position;
  if (epochMs === expected.epochMs) return id === expected.id ? undefined : 'other-id';
  if (epochMs === Math.floor(expected.epochMs / 1000)) return 'seconds';
  return Math.floor(epochMs / 1000) === expected.epochMs ? 'microseconds' : 'other-time';
};

const base64Flaw = (text: string): CheckpointFlaw | undefined => {
  if (/%[0-9A-Fa-f]{2}/u.test(text)) return 'url-encoded';
  if (/\s/u.test(text)) return 'whitespace';
  if (/^[A-Za-z0-9_-]*={0,2}$/u.test(text) && /[-_]/u.test(text)) return 'url-safe-alphabet';
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(text)) return 'not-base64';
  const canonical = Buffer.from(text, 'base64').toString('base64');
  if (canonical === text) return undefined;
  return canonical.replace(/=+$/u, '') === text.replace(/=+$/u, '') ? 'padding-missing' : 'not-base64';
};
