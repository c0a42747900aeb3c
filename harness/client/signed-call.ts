import type { MerchantSignature } from '#mocks/platform';
import type { OutboundRequest, Reply } from './outbound.ts';

/** The headers that sign a call, over the bytes that will be sent, in lower case. */
export const signatureHeaders = async (
  { method, url, headers, body }: OutboundRequest,
  signature: MerchantSignature,
): Promise<Readonly<Record<string, string>>> => {
  const signed = await signature.sign({ method, url, headers: new Headers(headers), body: Buffer.from(body ?? '') });
  return Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]));
};

/** What is wrong with the signature of a response, over its bytes as they came; undefined where nobody can tell. */
export const responseSignatureProblem = async (
  { method, url }: OutboundRequest,
  { head, bytes, failure, tooLarge }: Reply,
  { problemOf }: MerchantSignature,
): Promise<string | undefined> =>
  head === undefined || failure !== undefined || tooLarge
    ? undefined
    : await problemOf?.({ method, url, status: head.status, headers: readable(head.headers), body: bytes });

/** Header names and values a peer may send and `Headers` will not take say nothing about its signature. */
const readable = (headers: Readonly<Record<string, string>>): Headers => {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers))
    try {
      read.set(name, value);
    } catch {
      continue;
    }
  return read;
};
