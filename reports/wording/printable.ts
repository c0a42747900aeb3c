// Controls, bidirectional overrides and zero-width characters: a target may send them, and a terminal or a browser would
// act on them or hide them, where the very point may be that two texts differ in one of them.
const unseen = /[[\p{Cc}--[\n\t]]\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gv;

const escaped = (character: string): string => {
  const code = character.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
};

/** Text of a target's, made safe to show: what cannot be seen is spelled out. Line feeds and tabs stay. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(unseen, escaped).toWellFormed();

/** The same, on one line. */
export const printableLine = (text: string): string => printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** JSON of a value as it can be shown: what cannot be seen is escaped. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** At most `limit` characters, up to a whole word unless that is a very long one, and never half a surrogate pair. */
export const shortened = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const cut = text.slice(0, Math.max(0, limit - 1));
  return `${(cut.replace(/[\s,;:]+\S{0,24}$/u, '') || cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

const longestValue = 100;

/** What a failure says, with the value that was seen behind its first sentence, where that is short and not in it already. */
export const withValue = ({ message, actual }: { readonly message: string; readonly actual: string }): string => {
  const isIn = [actual, ...(actual.match(/"[^"]+"/gu) ?? [])].some((value) => message.includes(value));
  const said = printable(message);
  return isIn || actual.length > longestValue
    ? said
    : said.replace(/(?=[.;](?:\s|$))/u, () => ` (${printableLine(actual)})`);
};

/** A setting as a person reads it: of several values only their names, since the values are for programs. */
export const settingText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `values for ${Object.keys(value).join(', ')}`
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '');
