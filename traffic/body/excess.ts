/** Sixteen mebibytes of real catalogue hold 900 thousand; of the smallest values they hold five million, seconds of parsing. */
const mostValues = 1_000_000;
/** The shapes have a few dozen at most; a name that is new costs as much as ten values. */
const mostMembers = 20_000;
/** The shapes need six. Whoever walks a value calls itself once a level. */
const deepest = 1000;
/** Too short to be too much of anything. */
const harmless = 2 * deepest;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];

/** Why JSON is more than anybody should parse, told from its bytes; undefined where it is not. */
export const excessOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.length <= harmless) return undefined;
  const members = new Uint32Array(deepest + 1);
  let [values, depth] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === comma) values += 1;
    else if (byte === colon) {
      const named = (members[depth] ?? 0) + 1;
      members[depth] = named;
      if (named > mostMembers) return `it has more than ${mostMembers} members in one object`;
    } else if (byte > colon) {
      // Square and curly brackets differ in one bit.
      const bracket = byte | 0x20;
      if (bracket === 0x7b) {
        [values, depth] = [values + 1, depth + 1];
        if (depth > deepest) return `it is nested more than ${deepest} levels deep`;
        members[depth] = 0;
      } else if (bracket === 0x7d && depth > 0) depth -= 1;
    }
    if (values > mostValues) return `it holds more than ${mostValues} values`;
  }
  return undefined;
};

const endOfText = (bytes: Uint8Array, from: number): number => {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
};
