import { Dispatcher } from 'undici';
import type { Fetch } from '#mocks/hosting';

/** Calls that are answered by a function of this process, with no socket between. */
export const createInProcessDispatcher = (fetch: Fetch): Dispatcher => new InProcessDispatcher(fetch);

class InProcessDispatcher extends Dispatcher {
  readonly #fetch: Fetch;

  constructor(fetch: Fetch) {
    super();
    this.#fetch = fetch;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void answer(this.#fetch, options, handler);
    return true;
  }

  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}

const answer = async (
  fetch: Fetch,
  { origin, path, method, headers, body }: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
): Promise<void> => {
  const controller = new CallController();
  try {
    handler.onRequestStart?.(controller, {});
    const request = new Request(new URL(path, String(origin)), {
      method,
      headers: headers as Record<string, string>,
      signal: controller.signal,
      ...(typeof body === 'string' && { body }),
    });
    controller.signal.throwIfAborted();
    const answering = (async () => await fetch(request))().catch(failedInside);
    handler.onRequestSent?.();
    const response = await Promise.race([answering, controller.aborting]);
    // As `Response.error()` says it.
    if (response.type === 'error') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    handler.onResponseStart?.(controller, response.status, flat(response.headers), response.statusText);
    const reader = response.body?.getReader();
    for (;;) {
      const piece = reader === undefined ? undefined : await Promise.race([reader.read(), controller.aborting]);
      await controller.resumed();
      if (piece?.value === undefined) break;
      handler.onResponseData?.(controller, Buffer.from(piece.value));
    }
    handler.onResponseEnd?.(controller, {});
  } catch (error) {
    handler.onResponseError?.(controller, error instanceof Error ? error : new Error(String(error)));
  }
};

/** What throws would have been an answer of the server around it. */
const failedInside = (error: unknown): Response =>
  new Response(error instanceof Error ? (error.stack ?? error.message) : String(error), { status: 500 });

const flat = (headers: Headers): Record<string, string | string[]> => ({
  ...Object.fromEntries(headers),
  ...(headers.getSetCookie().length > 0 && { 'set-cookie': headers.getSetCookie() }),
});

class CallController implements Dispatcher.DispatchController {
  readonly #abort = new AbortController();
  #resumed = Promise.withResolvers<void>();
  #paused = false;
  readonly aborting: Promise<never>;

  constructor() {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.#abort.signal.addEventListener('abort', () => reject(this.#abort.signal.reason as Error), { once: true });
    this.aborting = promise;
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  get aborted(): boolean {
    return this.#abort.signal.aborted;
  }
  get reason(): Error | null {
    return this.aborted ? (this.#abort.signal.reason as Error) : null;
  }
  get paused(): boolean {
    return this.#paused;
  }
  abort(reason: Error): void {
    this.#abort.abort(reason);
  }
  pause(): void {
    if (!this.#paused) this.#resumed = Promise.withResolvers();
    this.#paused = true;
  }
  resume(): void {
    this.#paused = false;
    this.#resumed.resolve();
  }
  /** Until somebody wants more. */
  async resumed(): Promise<void> {
    this.#abort.signal.throwIfAborted();
    if (this.#paused) await Promise.race([this.#resumed.promise, this.aborting]);
  }
}
