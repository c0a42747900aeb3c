import { type MirroredPair, validate } from '#schemas';
import { jsonOf } from '#traffic';
import { joined, type ProxiedCall, type ProxiedMessage } from './reverse-proxy.ts';

export type Refusal = 'too long' | 'no JSON' | 'no pair';

export interface PairOptions {
  readonly now: () => number;
  /** Of one body, in bytes; what is longer is not judged. */
  readonly mostBody: number;
}

export const pairIn = (
  line: string,
  { now, mostBody }: PairOptions,
): ProxiedCall | { readonly refused: Refusal; readonly why: string } => {
  const value = jsonOf(line);
  if (value === undefined) return { refused: 'no JSON', why: 'it is no JSON' };
  const [wrong] = validate('mirrored-pair', value);
  if (wrong !== undefined) return { refused: 'no pair', why: `${wrong.pointer || '/'}: ${wrong.message}` };
  // Just validated.
  const { at, durationMs = 0, request, response } = value as MirroredPair;
  const began = typeof at === 'number' ? at * 1000 : at === undefined ? now() - durationMs : Date.parse(at);
  const ago = now() - began;
  // Laws go by these times: one line that is years ahead would age all that come after it.
  if (!(ago < dayMs && durationMs - ago < dayMs / 24))
    return { refused: 'no pair', why: '/at: not of the last day; conformance judge takes what is older' };
  const message = ({ headers = {}, body, encoding = 'utf-8' }: Message): ProxiedMessage => {
    const bytes = new Uint8Array(Buffer.from(body ?? '', encoding));
    const truncated = body === undefined || bytes.length > mostBody;
    return { headers: joined(headers), body: { bytes: truncated ? new Uint8Array() : bytes, truncated } };
  };
  return {
    at: began,
    answeredAt: began + durationMs,
    request: { ...message(request), method: request.method, url: request.url },
    response: { ...message(response), status: response.status },
  };
};

type Message = Pick<MirroredPair['response'], 'headers' | 'body' | 'encoding'>;

const dayMs = 24 * 60 * 60 * 1000;
