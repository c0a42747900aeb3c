import { buildConnector, Dispatcher } from 'undici';
import { forwarding } from './forwarding.ts';
import type { Socket } from 'node:net';

/**
 * A server may close a connection that is idle just as we write on it, after as long as it likes, and that would look like
 * its silence. So what may be sent twice (RFC 9110 9.2.2) goes over connections that are kept, and once more over a new one
 * where a kept one was closed instead of answering; all else goes over new ones.
 */
export class Connections extends Dispatcher {
  readonly #kept: Dispatcher;
  readonly #unkept: Dispatcher;

  constructor(kept: Dispatcher, unkept: Dispatcher) {
    super();
    this.#kept = kept;
    this.#unkept = unkept;
  }

  override dispatch(options: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler): boolean {
    const handler = untilWhole(given);
    if (options.method !== 'GET') return this.#unkept.dispatch(options, handler);
    const again = (): boolean => this.#unkept.dispatch(options, handler);
    return this.#kept.dispatch(options, sentAgain(handler, again));
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#kept.destroy(), this.#unkept.destroy()]);
  }
}

const sentAgain = (handler: Dispatcher.DispatchHandler, again: () => void): Dispatcher.DispatchHandler => {
  const all = forwarding(handler);
  let isAnswered = false;
  return {
    ...all,
    onResponseStart(...start) {
      isAnswered = true;
      all.onResponseStart(...start);
    },
    onResponseError(controller, error) {
      if (!isAnswered && hasAnsweredBefore(error)) again();
      else all.onResponseError(controller, error);
    },
  };
};

/** Whichever way it was closed: at its end, with a reset, or before all was written. */
const closed: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/** The connection that was closed had brought an answer already. */
const hasAnsweredBefore = (error: Error): boolean => {
  const { code, socket } = error as { readonly code?: unknown; readonly socket?: { readonly bytesRead?: number } };
  return closed.includes(code) && (socket?.bytesRead ?? 0) > 0;
};

/** Connects so that an error of the system says of which socket it is, as those of undici do, and no `100 Continue` ends it. */
export const telling = (options: buildConnector.BuildOptions): buildConnector.connector => {
  const connect = buildConnector(options);
  return (to, done) => {
    connect(to, (...[error, socket]) => {
      if (error !== null) {
        done(error, null);
        return;
      }
      socket.prependListener('error', (trouble) => {
        if (!('socket' in trouble)) Object.assign(trouble, { socket: { bytesRead: socket.bytesRead } });
      });
      withoutContinue(socket);
      done(null, socket);
    });
  };
};

/** The longest head that is waited for; what is longer is for the parser to refuse. */
const longest = 16_384;

/**
 * RFC 9110 15.2: a client has to parse and may ignore interim responses that it did not ask for. undici does so for all but
 * `100 Continue`, on which it destroys the connection. So of what is read in answer to a request these are taken away first.
 */
const withoutContinue = (socket: Socket): void => {
  const read = socket.read.bind(socket);
  let written = 0;
  let isBegun = false;
  let held: Buffer = Buffer.alloc(0);
  const begins = (chunk: Buffer): Buffer | undefined => {
    const { rest, isWhole } = afterContinues(Buffer.concat([held, chunk]));
    held = isWhole ? Buffer.alloc(0) : rest;
    isBegun = isWhole && rest.length > 0;
    return isBegun ? rest : undefined;
  };
  socket.read = (size?: number): Buffer | null => {
    // One request at a time goes over a connection, so what comes after more was written begins an answer.
    if (socket.bytesWritten !== written) isBegun = false;
    written = socket.bytesWritten;
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || isBegun) return chunk;
      const answer = begins(chunk);
      if (answer !== undefined) return answer;
    }
  };
};

const interim = /^HTTP\/1\.\d 100(?:[ \r\n]|$)/u;
const beginning = 'HTTP/1.x 100';

/** What comes after all `100 Continue`; not whole where it may be the beginning of another. */
const afterContinues = (bytes: Buffer): { readonly rest: Buffer; readonly isWhole: boolean } => {
  let rest = bytes;
  for (;;) {
    const head = rest.subarray(0, beginning.length + 1).toString('latin1');
    if (head.length <= beginning.length && beginning.startsWith(head.replace(/^(HTTP\/1\.)\d/u, '$1x')))
      return { rest, isWhole: head.length === 0 };
    if (!interim.test(head)) return { rest, isWhole: true };
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { rest, isWhole: rest.length > longest };
    rest = rest.subarray(end + 4);
  }
};

/**
 * Spaces may stand behind a Content-Length (RFC 9110, 5.5). undici 8.13 counts them as digits, and then takes the whole body for one
 * that is not as long as was said.
 */
const untilWhole = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => {
  let told: number | undefined;
  let size = 0;
  const all = forwarding(handler);
  return {
    ...all,
    onResponseStart(controller, status, headers, message) {
      const length = headers['content-length'];
      told = typeof length === 'string' && /^\d+ +$/u.test(length) ? Number(length) : undefined;
      all.onResponseStart(controller, status, headers, message);
    },
    onResponseData(controller, chunk) {
      size += chunk.length;
      all.onResponseData(controller, chunk);
    },
    onResponseError(controller, error) {
      if (told !== undefined && size === told) all.onResponseEnd(controller, {});
      else all.onResponseError(controller, error);
    },
  };
};
