import type { Clock } from '#mocks/time';
import { toBody } from '#traffic';
import type { Recorder } from './recorder.ts';

type Fetch = (request: Request) => Promise<Response>;

/** A request of the target's to us, and what we answered. */
export interface Inbound {
  readonly n: number;
  readonly request: Request;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
  /** Undefined where we gave no answer. */
  readonly status: number | undefined;
  readonly receivedAt: number;
  readonly answeredAt: number;
}

export interface InboundDeps {
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** The scenario on whose account a request is written down. */
  readonly scenario: () => string;
  readonly operationOf: (path: string, request: Request) => string;
  /** What of an exchange is worth keeping; everything unless told. */
  readonly worth?: (inbound: Inbound) => 'everything' | 'heads' | 'nothing';
  readonly onExchange: (inbound: Inbound) => void;
}

/** Our own server, with everything the target sends to it recorded. `Response.error()` is no answer at all. */
export const recordInbound =
  (fetch: Fetch, { recorder, clock, scenario, operationOf, worth, onExchange }: InboundDeps): Fetch =>
  async (request) => {
    const n = recorder.number();
    const receivedAt = clock.now();
    const copy = request.clone();
    const response = await fetch(request);
    const [body, answer] = await Promise.all([bytesOf(copy, mostBytes), bytesOf(response.clone())]);
    const { pathname, search } = new URL(request.url);
    const isAnswered = response.type !== 'error';
    const inbound: Inbound = {
      n,
      request,
      method: request.method,
      path: pathname,
      body,
      status: isAnswered ? response.status : undefined,
      receivedAt,
      answeredAt: clock.now(),
    };
    const kept = worth?.(inbound) ?? 'everything';
    if (kept !== 'nothing')
      recorder.record({
        n,
        scenario: scenario(),
        at: receivedAt,
        durationMs: inbound.answeredAt - receivedAt,
        sender: 'target',
        operation: operationOf(pathname, request),
        request: {
          method: request.method,
          url: `${pathname}${search}`,
          headers: Object.fromEntries(request.headers),
          ...(kept === 'everything' && { body: toBody(body) }),
        },
        ...(isAnswered
          ? {
              response: {
                status: response.status,
                headers: Object.fromEntries(response.headers),
                ...(kept === 'everything' && { body: toBody(answer) }),
              },
            }
          : { failure: { code: 'NO_ANSWER', message: 'the connection was closed without an answer' } }),
      });
    onExchange(inbound);
    return response;
  };

/** More than our platform takes, so that what it reads is read whole; a body without an end is not read for ever. */
const mostBytes = 17 * 1024 * 1024;

/** A sender that hangs up half-way leaves no body, which is its business. */
const bytesOf = async (message: Request | Response, most = Number.POSITIVE_INFINITY): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of message.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= most) break;
    }
  } catch {
    return new Uint8Array();
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
};
