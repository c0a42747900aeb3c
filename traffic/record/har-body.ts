import type { Exchange as Recorded } from '#schemas';
import { endsEarly } from '../body/read-json.ts';
import { toBody } from '../body/body.ts';
import type { Body, Exchange } from '../exchange.ts';
import type { Headers } from '../headers.ts';
import type { JsonObject } from '../json.ts';
import { cutComment } from './har.ts';

interface About {
  /** As the archive says it: of the body as it was sent, as it was unpacked, or -1. */
  readonly size: unknown;
  /** Names in lower case. */
  readonly headers: Headers;
  /** There is no body where nothing says otherwise. */
  readonly isBare: boolean;
}

/** A `postData` or a `content` of an HTTP Archive. What nobody kept is truncated, which is nobody's fault. */
export const bodyInHar = (
  content: unknown,
  { size, headers, isBare }: About,
): Partial<NonNullable<Recorded['response']>> => {
  const bodyBytes = Math.max(0, Number(size) || 0);
  const { text, encoding, comment, params, mimeType } = Object(content) as JsonObject;
  const isForm = String(mimeType).toLowerCase().startsWith('application/x-www-form-urlencoded');
  const body = typeof text === 'string' && text !== '' ? text : isForm ? formOf(params) : undefined;
  if (body !== undefined)
    return {
      body,
      bodyBytes,
      ...(encoding === 'base64' && { encoding }),
      ...(comment === cutComment && { truncated: true }),
    };
  const declared = headers['content-length'];
  // Streamed through a proxy, a body is said to be none and has a length all the same.
  if (bodyBytes > 0 || Number(declared) > 0 || (Array.isArray(params) && params.length > 0)) return { truncated: true };
  const isTold = size === 0 && text !== null;
  return isBare || isTold || declared === '0' ? {} : { truncated: true };
};

/** Some captures keep a form as its fields alone, and some make fields of JSON, from which nobody can tell what it was. */
const formOf = (params: unknown): string | undefined => {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const form = new URLSearchParams();
  for (const { name, value = '' } of params.map(Object)) form.append(String(name), String(value));
  return form.toString();
};

/** Whoever captures may keep the beginning of a body without a word; a length that fits shows that it came like this. */
export const asFarAsKept = (exchange: Exchange): Exchange => {
  const { request, response } = exchange;
  const isCut = ({ headers, body }: { readonly headers: Headers; readonly body: Body }): boolean =>
    !body.truncated &&
    !body.json.ok &&
    endsEarly(body.json.reason) &&
    (headers['content-encoding'] !== undefined || headers['content-length'] !== String(body.bytes.byteLength));
  const cut = <Message extends { readonly headers: Headers; readonly body: Body }>(message: Message): Message =>
    isCut(message) ? { ...message, body: toBody(message.body.bytes, { truncated: true }) } : message;
  return { ...exchange, request: cut(request), ...(response !== undefined && { response: cut(response) }) };
};
