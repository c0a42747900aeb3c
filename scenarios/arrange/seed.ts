/** FNV-1a of a text, as a seed: the same scenario draws the same plans and payloads whether it runs alone or with all others. */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};
