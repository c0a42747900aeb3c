/** A text with one layer of escapes undone. */
export interface Unescaped {
  readonly text: string;
  /** Where the character at a place of it, or its end, begins in the text that was given. */
  readonly placeOf: (at: number) => number;
}

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;

/** Undoes the escapes of JSON, the bytes of addresses and forms, and the references of markup, in either case; undefined where there are none. */
export const unescaped = (given: string): Unescaped | undefined => {
  if (!given.includes('\\') && !given.includes('%') && !given.includes('&')) return undefined;
  const pieces: string[] = [];
  /** Of every escape, and of what comes after it: where it begins, undone and as given. */
  const [undone, written]: [number[], number[]] = [[], []];
  let [read, length] = [0, 0];
  const write = (piece: string, from: number): void => {
    pieces.push(piece);
    undone.push(length);
    written.push(from);
    length += piece.length;
  };
  for (let at = 0; at < given.length; ) {
    const code = given.charCodeAt(at);
    const size = sizeOf[code]?.(given, at) ?? 0;
    if (size === 0) {
      at++;
      continue;
    }
    if (at > read) write(given.slice(read, at), read);
    if (code === percent)
      for (const [character, of] of charactersOf(given.slice(at, at + size))) write(character, at + of);
    else if (code === ampersand) write(referredTo(given.slice(at + 1, at + size - 1)), at);
    else write(size === 2 ? (controls[given.charAt(at + 1)] ?? given.charAt(at + 1)) : unitAt(given, at), at);
    at += size;
    read = at;
  }
  if (read === 0) return undefined;
  write(given.slice(read), read);
  const placeOf = (at: number): number => {
    const piece = lastAtOrBefore(undone, at);
    return (written[piece] ?? 0) + (at - (undone[piece] ?? 0));
  };
  return { text: pieces.join(''), placeOf };
};

/** A page of markup that tells what it got: `&quot;`, `&#x2F;`. */
const sizeOfReference = (text: string, at: number): number => {
  reference.lastIndex = at;
  return reference.test(text) ? reference.lastIndex - at : 0;
};

const reference = /&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[0-9a-f]{1,5});/iy;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const referredTo = (name: string): string => {
  const number = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return named[name.toLowerCase()] ?? String.fromCodePoint(number);
};

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const sizeOfEscape = (text: string, at: number): number => {
  const next = text.charAt(at + 1);
  if (next === 'u') return /^[0-9a-f]{4}$/i.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  return next !== '' && '"\\/bfnrt'.includes(next) ? 2 : 0;
};

const unitAt = (text: string, at: number): string =>
  String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));

/** Of all that follow one another, since a character may take several. */
const sizeOfBytes = (text: string, from: number): number => {
  let at = from;
  while (text.charCodeAt(at) === percent && /^[0-9a-f]{2}$/i.test(text.slice(at + 1, at + 3))) at += 3;
  return at - from;
};

/** The UTF-8 in such bytes, and where in them each character begins; what is none is taken as Latin-1. */
const charactersOf = (run: string): readonly (readonly [character: string, at: number])[] => {
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
  const characters: [string, number][] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const text = bytes.toString('utf8', at, at + length);
    const isCharacter = !text.includes('\uFFFD');
    characters.push([isCharacter ? text : String.fromCharCode(lead), at * 3]);
    at += isCharacter ? length : 1;
  }
  return characters;
};

const sizeOf: Readonly<Record<number, (text: string, at: number) => number>> = {
  [backslash]: sizeOfEscape,
  [percent]: sizeOfBytes,
  [ampersand]: sizeOfReference,
};

const lastAtOrBefore = (starts: readonly number[], wanted: number): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
};
