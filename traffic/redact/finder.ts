export type Range = readonly [from: number, to: number];

/** Finds many words in a text at once. */
export type Finder = ReturnType<typeof createFinder>;

/** Few enough to stay in the processor's first cache. */
const hashes = 0x3fff;

/** Every word is at least so long. */
const shortestWord = 3;

/** Words that stay the same for so many searches are worth an expression of their own. */
const settledAfter = 16;
/** An expression of more takes longer to make than it saves. */
const fewWords = 200;
/** An expression has its limits; whoever has the beginning of a word may have the word. */
const enough = 64;

/**
 * Words by a hash of their first three characters: one look at each place of the text, whatever their number. Sixty searches
 * for one word each cost ten times as much. Nearly always none of them is there, which an expression says ten times faster.
 */
export const createFinder = () => {
  const counts = new Uint16Array(hashes + 1);
  const words = new Map<number, readonly string[]>();
  let searches = 0;
  /** Null where they are too many. */
  let anyOfThem: RegExp | null | undefined;
  const change = (): void => {
    searches = 0;
    anyOfThem = undefined;
  };
  const hasNone = (text: string): boolean => {
    searches += 1;
    if (searches > settledAfter && anyOfThem === undefined) {
      const all = [...words.values()].flat();
      anyOfThem =
        all.length > fewWords ? null : new RegExp(all.map((word) => literally(word.slice(0, enough))).join('|'));
    }
    return anyOfThem?.test(text) === false;
  };
  const hashAt = (text: string, at: number): number =>
    (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & hashes;
  const keep = (hash: number, kept: readonly string[]): void => {
    words.set(hash, kept);
    counts[hash] = kept.length;
  };
  return {
    add(more: readonly string[]): void {
      change();
      for (const word of more) keep(hashAt(word, 0), [...(words.get(hashAt(word, 0)) ?? []), word]);
    },
    remove(gone: readonly string[]): void {
      change();
      for (const word of gone) {
        const kept = words.get(hashAt(word, 0)) ?? [];
        keep(hashAt(word, 0), kept.toSpliced(kept.indexOf(word), 1));
      }
    },
    /** By where they begin; they may overlap. Of several that begin at one place the longest. */
    find(text: string): readonly Range[] {
      const found: Range[] = [];
      if (words.size === 0 || hasNone(text)) return found;
      // What `hashAt` says, of which all but one character was looked at one place before.
      let [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
      for (let at = 0; at <= text.length - shortestWord; at++) {
        const third = text.charCodeAt(at + 2);
        const hash = (first * 961 + second * 31 + third) & hashes;
        first = second;
        second = third;
        if (counts[hash] === 0) continue;
        let length = 0;
        for (const word of words.get(hash) ?? [])
          if (word.length > length && text.startsWith(word, at)) length = word.length;
        if (length > 0) found.push([at, at + length]);
      }
      return found;
    },
  };
};

const literally = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The text with a mark instead of each of these ranges. */
export const cutOut = (text: string, ranges: readonly Range[], mark: string): string => {
  if (ranges.length === 0) return text;
  let [clean, read] = ['', 0];
  for (const [from, to] of ranges) {
    if (to <= read) continue;
    if (from >= read) clean += text.slice(read, from) + mark;
    read = to;
  }
  return clean + text.slice(read);
};
