import { endsEarly } from '../body/read-json.ts';
import type { Body, Exchange } from '../exchange.ts';

/** What a call came to, for whoever made it. */
export type AnswerRead =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  | { readonly kind: 'unreadable'; readonly status: number; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string };

/** The failure of a call that was given up after its time. */
export const timeoutCode = 'TIMEOUT';

export const readAnswer = ({ response, failure }: Pick<Exchange, 'response' | 'failure'>): AnswerRead => {
  if (response === undefined) return { kind: 'silent', reason: failure?.message ?? 'no response' };
  if (failure?.code === timeoutCode) return { kind: 'silent', reason: failure.message };
  const { status, headers, body } = response;
  if (status < 200 || status > 299) {
    const location = headers['location'] === undefined ? '' : ` Location: ${headers['location']}`;
    return { kind: 'refused', status, text: `${body.text ?? ''}${location}` };
  }
  if (failure !== undefined) {
    const reason = `the body stops after ${body.bytes.length} bytes: ${failure.message}`;
    return { kind: 'unreadable', status, reason };
  }
  const { json } = body;
  if (json.ok) return { kind: 'answered', status, body: json.value };
  return {
    kind: 'unreadable',
    status,
    reason: `${json.reason}${isCountedShort({ headers, body }, json.reason) ? counted : ''}`,
  };
};

const counted =
  ', just where its Content-Length says, and it holds letters of several bytes: Content-Length counts bytes, not characters';

/** RFC 9110 8.6. What has been unpacked is of another length than was sent. */
const isCountedShort = (
  { headers, body: { bytes, text } }: Pick<NonNullable<Exchange['response']>, 'headers' | 'body'>,
  reason: string,
): boolean =>
  endsEarly(reason) &&
  headers['content-encoding'] === undefined &&
  headers['content-length'] === String(bytes.length) &&
  (text ?? '').length < bytes.length;

/** Only a part of what the target wrote is known, and that is not its doing: no size is too large for the specification. */
export const isPartlyKept = ({ truncated, json }: Pick<Body, 'truncated' | 'json'>): boolean =>
  truncated || (!json.ok && json.isCut === true);
