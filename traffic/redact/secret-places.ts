/** What stands where a secret stood. */
export const redacted = '«redacted»';

/** Headers whose value is a secret whoever sends them. */
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie)$|signature|api-?key|token|secret/i;

/** A message that carries such a header shows a secret there. */
export const isSecretHeader = (name: string): boolean => {
  const known = secretNames.get(name);
  if (known !== undefined) return known;
  if (secretNames.size >= mostNames) secretNames.clear();
  const isSecret = secretHeader.test(name);
  secretNames.set(name, isSecret);
  return isSecret;
};

/** A few dozen names come over and over. */
const secretNames = new Map<string, boolean>();
const mostNames = 200;

/** Configured headers that say how to talk, not who talks: their values are ordinary words of every exchange. */
const plainHeader = /^(accept|accept-language|accept-encoding|content-type|content-encoding)$/i;

export const isPlainHeader = (name: string): boolean => plainHeader.test(name);

/** Headers that are long by nature and hold no digest. */
const wordyHeader =
  /^(accept.*|content-.*|user-agent|host|location|link|referer|origin|x-amz-target|server|date|traceparent)$/i;

/** A digest or a signature, whatever header a scheme of the user's puts it in. */
const digest = /[\w+/]{27,}={0,2}/g;

export const withoutDigests = (name: string, value: string): string =>
  wordyHeader.test(name) ? value : value.replaceAll(digest, redacted);

/** Members of our own bodies that are: what an activation sends and gets. */
const memberNames = 'pinCode|apiKey|secret|accessKeyId|secretAccessKey|password';
/** A number may stand where text belongs. */
const secretMember = new RegExp(`("(?:${memberNames})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\[^])*"?|-?\\d[\\d.eE+-]*)`, 'g');
/** The same inside a text that is itself JSON. */
const quotedMember = new RegExp(
  `(?<!\\\\)((\\\\{1,15})"(?:${memberNames})\\2"\\s*:\\s*)(?:\\2"[^"\\\\]*(?:\\2")?|-?\\d[\\d.eE+-]*)`,
  'g',
);

/** As it stands in an address, and as it stands in an address that is a part of something else. */
const parameter = /([?&]|%3f|%26|\\u0026)([\w.~%-]{1,80}?)(=|%3d)([^&#\s"'<>\\]*)/gi;
const secretParameter = /signature|token|secret|api-?key|password|credential/i;

/** A text without what its place says is a secret. */
export const withoutSecretPlaces = (text: string): string => {
  let clean = text;
  if (clean.includes('"')) {
    clean = clean.replaceAll(secretMember, `$1"${redacted}"`);
    if (clean.includes('\\"')) clean = clean.replaceAll(quotedMember, `$1$2"${redacted}$2"`);
  }
  return secretParameter.test(clean) ? withoutParameters(clean, deepestAddress) : clean;
};

/** An address as a parameter of an address. */
const deepestAddress = 3;

const withoutParameters = (text: string, depth: number): string =>
  text.replaceAll(parameter, (whole: string, before: string, name: string, is: string, value: string) => {
    if (secretParameter.test(name)) return `${before}${name}${is}${redacted}`;
    return depth === 0 ? whole : `${before}${name}${is}${withoutParameters(value, depth - 1)}`;
  });
