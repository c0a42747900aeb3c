import { toText } from '../body/read-json.ts';
import type { Body } from '../exchange.ts';
import type { Redactor } from '../redact/redactor.ts';

/** A body as it is kept and shown: text without secrets, cut where it is long. */
export interface ShownBody {
  readonly body?: string;
  /** How long it was as it came. */
  readonly bodyBytes?: number;
  readonly truncated?: true;
  /** `base64` where the body is no UTF-8. */
  readonly encoding?: 'base64';
}

/** More than any secret is long: text is redacted before it is cut, so that no half of a secret stays. */
const margin = 4 * 1024;

/** No more than `most` bytes of it. */
export const shownBody = (body: Body, redactor: Redactor, most: number): ShownBody => {
  const { bytes, truncated, plain } = body;
  if (bytes.byteLength === 0) return {};
  const isCut = truncated || plain.byteLength > most;
  const window = wholeCharacters(plain.subarray(0, most + margin), isCut);
  const text = toText(window);
  // Latin-1 maps each byte to one character, so redacting it redacts the bytes.
  const clean = redactor.text(text ?? Buffer.from(window).toString('latin1'));
  const cut = isCut ? clean.slice(0, most) : clean;
  return {
    body: text === undefined ? Buffer.from(cut, 'latin1').toString('base64') : cut,
    bodyBytes: bytes.byteLength,
    ...(isCut && { truncated: true }),
    ...(text === undefined && { encoding: 'base64' }),
  };
};

/** A window that ends inside a UTF-8 sequence would look like bytes that are not text. */
const wholeCharacters = (bytes: Uint8Array, isCut: boolean): Uint8Array => {
  if (!isCut) return bytes;
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, Math.max(0, end - 1));
};
