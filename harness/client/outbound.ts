import { finished, type Readable } from 'node:stream';
import { DecoratorHandler, type Dispatcher, request as send } from 'undici';
import type { Clock } from '#mocks/time';
import { largestBody, timeoutCode } from '#traffic';
import { type CallFailure, toFailure } from './failure.ts';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole call: connection, head and body. */
  readonly timeoutMs: number;
  /** Counted from the moment the request goes out on its connection. */
  readonly hangUpAfterMs?: number;
  readonly hangUpOnHead?: boolean;
}

/** What came back, undecoded. A `failure` beside a `head` is a response cut short. */
export interface Reply {
  readonly head?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  readonly bytes: Uint8Array;
  /** The body went on beyond the cap and was cut. */
  readonly tooLarge: boolean;
  readonly failure?: CallFailure;
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface OutboundDeps {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Ends every call at once; the call then throws the signal's reason. */
  readonly signal: AbortSignal;
  readonly capBytes?: number;
}

export type Outbound = (request: OutboundRequest) => Promise<Reply>;

/** One call: no redirects followed, no retries, no decompression. */
export const createOutbound = ({ dispatcher, clock, signal, capBytes = largestBody }: OutboundDeps): Outbound => {
  return async (request) => {
    signal.throwIfAborted();
    const abort = new AbortController();
    const stop = { by: undefined as CallFailure | undefined };
    const end = (by: CallFailure): void => {
      stop.by ??= by;
      abort.abort(new Error(by.message));
    };
    const onSignal = (): void => abort.abort(signal.reason);
    signal.addEventListener('abort', onSignal, { once: true });
    const timers = [clock.after(request.timeoutMs, () => end(tooLate(request.timeoutMs)))];
    const onSent = (): void => {
      const { hangUpAfterMs } = request;
      if (hangUpAfterMs === undefined) return;
      timers.push(clock.after(hangUpAfterMs, () => end(hungUp(`${hangUpAfterMs} ms after the request was sent`))));
    };
    const startedAt = clock.now();
    const answer: { head?: Reply['head']; chunks: Uint8Array[]; size: number } = { chunks: [], size: 0 };
    let failure: CallFailure | undefined;
    try {
      const { statusCode, headers, body } = await send(request.url, {
        dispatcher: request.hangUpAfterMs === undefined ? dispatcher : announcing(dispatcher, onSent),
        method: request.method,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
        signal: abort.signal,
      });
      answer.head = { status: statusCode, headers: flat(headers) };
      if (request.hangUpOnHead === true) end(hungUp('as soon as the response began'));
      await received(body, (chunk) => {
        answer.size += chunk.length;
        answer.chunks.push(chunk);
        return answer.size <= capBytes;
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      failure = stop.by ?? toFailure(error);
    } finally {
      for (const cancel of timers) cancel();
      signal.removeEventListener('abort', onSignal);
    }
    const durationMs = clock.now() - startedAt;
    const tooLarge = answer.size > capBytes;
    const bytes = answer.chunks.length === 1 ? (answer.chunks[0] ?? new Uint8Array()) : Buffer.concat(answer.chunks);
    return {
      ...(answer.head !== undefined && { head: answer.head }),
      ...(failure !== undefined && { failure }),
      bytes: tooLarge ? bytes.subarray(0, capBytes) : bytes,
      tooLarge,
      startedAt,
      durationMs,
    };
  };
};

/** To its end, or as far as `take` wants more. An iterator over it costs as much as all else that is done for a small answer. */
const received = async (body: Readable, take: (chunk: Uint8Array) => boolean): Promise<void> =>
  await new Promise((resolve, reject) => {
    body.on('data', (chunk: Uint8Array) => {
      if (take(chunk)) return;
      resolve();
      body.destroy();
    });
    // Says so too where it was over before anybody listened.
    finished(body, (error) => (error ? reject(error) : resolve()));
  });

const tooLate = (milliseconds: number): CallFailure => ({
  code: timeoutCode,
  message: `no complete response within ${milliseconds / 1000} s`,
  blame: 'target',
});

const hungUp = (when: string): CallFailure => ({ code: 'HUNG_UP', message: `we hung up ${when}`, blame: 'ours' });

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const flattened: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flattened[name] = Array.isArray(value) ? value.join(', ') : value;
  return flattened;
};

/** Calls `sent` once a request has gone out whole, which is when waiting for its answer begins. */
const announcing = (dispatcher: Dispatcher, sent: () => void): Dispatcher => {
  class Announcing extends DecoratorHandler implements Dispatcher.DispatchHandler {
    onRequestSent(): void {
      sent();
    }
  }
  return dispatcher.compose((dispatch) => (options, handler) => dispatch(options, new Announcing(handler)));
};
