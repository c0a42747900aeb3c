import type { Clock } from '#mocks/time';
import type { Recorder } from './recorder.ts';

type Fetch = (request: Request) => Promise<Response>;

/** A request of the target's to us, and what we answered. */
export interface Inbound {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
  readonly status: number;
  readonly receivedAt: number;
}

export interface InboundDeps {
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** The scenario on whose account a request is written down. */
  readonly scenario: () => string;
  readonly operationOf: (path: string) => string;
  readonly onExchange: (inbound: Inbound) => void;
}

/** Our own server, with everything the target sends to it recorded. */
export const recordInbound =
  (fetch: Fetch, { recorder, clock, scenario, operationOf, onExchange }: InboundDeps): Fetch =>
  async (request) => {
    const n = recorder.number();
    const receivedAt = clock.now();
    const copy = request.clone();
    const response = await fetch(request);
    const [body, answer] = await Promise.all([bytesOf(copy), bytesOf(response.clone())]);
    const { pathname, search } = new URL(request.url);
    recorder.record({
      n,
      scenario: scenario(),
      at: receivedAt,
      durationMs: clock.now() - receivedAt,
      sender: 'target',
      operation: operationOf(pathname),
      request: {
        method: request.method,
        url: `${pathname}${search}`,
        headers: Object.fromEntries(request.headers),
        body,
      },
      response: { status: response.status, headers: Object.fromEntries(response.headers), body: answer },
    });
    onExchange({ n, method: request.method, path: pathname, body, status: response.status, receivedAt });
    return response;
  };

/** A sender that hangs up half-way leaves no body, which is its business. */
const bytesOf = async (message: Request | Response): Promise<Uint8Array> => {
  try {
    return new Uint8Array(await message.arrayBuffer());
  } catch {
    return new Uint8Array();
  }
};
