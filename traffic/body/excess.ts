import { randomInt } from 'node:crypto';

/** Sixteen mebibytes of real catalogue hold 900 thousand; of the smallest values they hold five million, seconds of parsing. */
const mostValues = 1_000_000;
/** The shapes have a few dozen; a name that is new costs the parser as much as ten values. */
const mostNames = 20_000;
/** The shapes need six. Whoever walks a value calls itself once a level. */
const deepest = 1000;
/** Too short to be too much of anything. */
const harmless = 2 * deepest;
/** `"":0,` for every name: what is shorter can only be too deep, which is all that has to be told of nearly every body. */
const shallow = 5 * mostNames;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
/** Names are told apart by so many bits of a hash. */
const hashBits = 18;
/** Of this process alone: whoever knows how names are hashed writes a million that look like one. */
const [salt, odd] = [randomInt(2 ** 31), randomInt(2 ** 31) | 1];

const tooDeep = `it is nested more than ${deepest} levels deep`;

/** Why JSON is more than anybody should parse, told from its bytes; undefined where it is not. */
export const excessOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.length <= harmless) return undefined;
  if (bytes.length <= shallow) return isTooDeep(bytes) ? tooDeep : undefined;
  const seen = new Uint8Array(1 << hashBits);
  let [values, names, depth, hash] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      hash = salt;
      for (at += 1; at < bytes.length && bytes[at] !== quote; at++) {
        if (bytes[at] === backslash) at += 1;
        hash = Math.imul(hash ^ (bytes[at] ?? 0), odd);
        hash ^= hash >>> 15;
      }
    } else if (byte === comma) values += 1;
    else if (byte === colon) {
      const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - hashBits);
      if (seen[slot] === 0) names += 1;
      seen[slot] = 1;
      if (names > mostNames) return `it has more than ${mostNames} names of members`;
    } else if (byte > colon) {
      // Square and curly brackets differ in one bit.
      const bracket = byte | 0x20;
      if (bracket === 0x7b) {
        [values, depth] = [values + 1, depth + 1];
        if (depth > deepest) return tooDeep;
      } else if (bracket === 0x7d && depth > 0) depth -= 1;
    }
    if (values > mostValues) return `it holds more than ${mostValues} values`;
  }
  return undefined;
};

const isTooDeep = (bytes: Uint8Array): boolean => {
  const { length } = bytes;
  let depth = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      for (at += 1; at < length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at += 1;
    } else if (byte > colon) {
      const bracket = byte | 0x20;
      if (bracket === 0x7b) {
        depth += 1;
        if (depth > deepest) return true;
      } else if (bracket === 0x7d && depth > 0) depth -= 1;
    }
  }
  return false;
};
