import type { ReadJson } from '../exchange.ts';
import { parseJson } from './exact-numbers.ts';
import { excessOf } from './excess.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/** Strict UTF-8; a byte order mark is tolerated. Undefined when the bytes are something else. */
export const toText = (bytes: Uint8Array): string | undefined => {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
};

export const readJson = (bytes: Uint8Array): ReadJson => {
  if (bytes.length === 0) return unreadable('the body is empty');
  const text = toText(bytes);
  if (text === undefined) return unreadable(undecodable(bytes));
  const excess = excessOf(bytes);
  if (excess !== undefined) return unreadable(`the body is too much to read: ${excess}`);
  try {
    // A name given twice in one object is legal JSON, and the last one counts: nothing to hold against anybody.
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    return unreadable(syntaxProblem(text, (error as Error).message));
  }
};

const unreadable = (reason: string): ReadJson => ({ ok: false, reason });

const undecodable = (bytes: Uint8Array): string => {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'the body is gzip, but no Content-Encoding says so';
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return 'the body is UTF-16, not UTF-8';
  return 'the body is not UTF-8';
};

const tooEarly = 'the JSON ends too early';

/** Whether this is why a body cannot be read: its beginning is JSON. */
export const endsEarly = (reason: string): boolean => reason.startsWith(tooEarly);

const syntaxProblem = (text: string, message: string): string => {
  if (text.trim() === '') return 'the body is blank';
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(text)) return `the body is a page, not JSON: ${beginning(text)}`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (/end of JSON|unterminated/i.test(message) || Number(position) >= text.trimEnd().length)
    return `${tooEarly}, at byte ${Buffer.byteLength(text)}`;
  if (position === undefined) return `the body is not JSON: ${beginning(text)}`;
  const at = Number(position);
  return `the body is not JSON: unexpected ${JSON.stringify(text.slice(at, at + 12))} at byte ${Buffer.byteLength(text.slice(0, at))}`;
};

/** The beginning of a text, on one line. */
export const beginning = (text: string, most = 80): string => {
  const line = text
    .slice(0, 5 * most)
    .trim()
    .replaceAll(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
};
