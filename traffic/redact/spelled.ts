/** A text with its escapes undone, and where each character of it stood. */
export interface Unescaped {
  readonly text: string;
  /** Of every character, and of the end: where it began in the text that was given. */
  readonly places: Uint32Array;
}

/** Escapes of JSON, and the bytes of addresses and forms; either case. */
const escapes = /\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))|(?:%[0-9a-f]{2})+/gi;
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Undoes one layer of escapes; undefined where there is none. */
export const unescaped = (given: string, from?: Uint32Array): Unescaped | undefined => {
  if (!given.includes('\\') && !given.includes('%')) return undefined;
  const places = new Uint32Array(given.length + 1);
  const parts: string[] = [];
  let [read, written] = [0, 0];
  const placeOf = (index: number): number => from?.[index] ?? index;
  const copy = (to: number): void => {
    if (to > read) parts.push(given.slice(read, to));
    for (; read < to; read++) places[written++] = placeOf(read);
  };
  for (const match of given.matchAll(escapes)) {
    const [escape, unit, simple] = match;
    copy(match.index);
    const characters: readonly Placed[] =
      unit !== undefined
        ? [[String.fromCharCode(Number.parseInt(unit, 16)), 0]]
        : simple !== undefined
          ? [[controls[simple] ?? simple, 0]]
          : charactersOf(escape);
    for (const [character, at] of characters) {
      parts.push(character);
      for (let unitAt = 0; unitAt < character.length; unitAt++) places[written++] = placeOf(match.index + at);
    }
    read = match.index + escape.length;
  }
  if (read === 0) return undefined;
  copy(given.length);
  places[written] = placeOf(given.length);
  return { text: parts.join(''), places: places.subarray(0, written + 1) };
};

/** A character, and where in its run of escapes it begins. */
type Placed = readonly [character: string, at: number];

/** The UTF-8 in a run of percent-encoded bytes; what is none is taken as Latin-1. */
const charactersOf = (run: string): readonly Placed[] => {
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
  const characters: Placed[] = [];
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
