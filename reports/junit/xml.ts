// What XML 1.0 cannot carry at all, not even as a reference. Lone surrogates go through toWellFormed.
const impossible = /[[\p{Cc}--[\t\n\r\u007F-\u009F]]\uFFFE\uFFFF]/gv;

const legible = (text: string): string =>
  text.toWellFormed().replace(impossible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const xmlText = (text: string): string =>
  legible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** Value of an attribute, to stand in double quotes. A parser would turn a bare line feed into a blank. */
export const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

/** An element with its attributes; the children are XML already. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly string[]
): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`);
  const opening = `<${name}${written.join('')}`;
  return children.length === 0 ? `${opening}/>` : `${opening}>${children.join('')}</${name}>`;
};
