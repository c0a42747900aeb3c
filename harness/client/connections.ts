import { buildConnector, Dispatcher } from 'undici';
import { withoutContinue } from './continue.ts';
import { forwarding } from './forwarding.ts';
import { untilWhole } from './whole-body.ts';

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

  override async close(): Promise<void> {
    await Promise.all([this.#kept.close(), this.#unkept.close()]);
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
