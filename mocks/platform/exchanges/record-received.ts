import { largestBody } from '../json-body.ts';
import { type Seen, shownBytes } from './exchange-log.ts';

type Fetch = (request: Request) => Promise<Response>;

export interface RecordDeps {
  readonly clock: { now(): number };
  readonly record: (seen: Seen) => void;
}

/** `fetch`, with every exchange recorded. It costs a call next to nothing: what is recorded is what is there anyway. */
export const recordReceived =
  (fetch: Fetch, { clock, record }: RecordDeps): Fetch =>
  async (request) => {
    const at = clock.now();
    const { method, url, headers } = request;
    const read = watchBody(request);
    const finish = (
      status: number,
      response: Seen['response'],
      answer: Uint8Array | undefined,
      failure?: string,
    ): void => {
      const durationMs = clock.now() - at;
      const told = (body: Uint8Array | undefined): void =>
        record({ at, durationMs, method, url, headers, body, status, response, answer, failure, call: undefined });
      // Nobody waits for a body that its reader left alone or that is still on its way.
      const rest = read.rest ?? (read.body === undefined ? leftBody(request) : undefined);
      if (rest === undefined) told(read.body);
      else void rest.then(told);
    };
    let response: Response;
    try {
      response = await fetch(request);
    } catch (error) {
      finish(0, undefined, undefined, error instanceof Error ? error.message : String(error));
      throw error;
    }
    const { status } = response;
    // Response.error(), by which the connection is closed. Its status says so; asking for the type costs a sound one.
    if (status === 0) finish(0, undefined, undefined, 'the connection was closed without an answer');
    if (status === 0) return response;
    if (withoutBody.has(status)) {
      finish(status, response, undefined);
      return response;
    }
    const answer = new Uint8Array(await response.arrayBuffer());
    finish(status, response, answer);
    return new Response(answer, { status, headers: response.headers });
  };

/** Such an answer must not have a body, and none may be made for it. */
export const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304]);

interface Read {
  body: Uint8Array | undefined;
  /** Of a body whose length was not declared: all of it, once it has come as far as it will. */
  rest: Promise<Uint8Array> | undefined;
}

/**
 * Notes a body as its reader gets it. A copy of the request would be a second stream, which costs several times what
 * handling a small request does.
 */
const watchBody = (request: Request): Read => {
  const read: Read = { body: undefined, rest: undefined };
  if (isBodiless(request)) return read;
  if (!request.headers.has('content-length')) {
    read.rest = allOf(request.clone());
    return read;
  }
  const readWhole = request.arrayBuffer;
  const value = async (): Promise<ArrayBuffer> => {
    const whole = await readWhole.call(request);
    read.body = new Uint8Array(whole);
    return whole;
  };
  Object.defineProperty(request, 'arrayBuffer', { value });
  return read;
};

const isBodiless = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** A body that nobody has asked for, such as one that was sent to a path which is not served. */
const leftBody = (request: Request): Promise<Uint8Array | undefined> | undefined => {
  const declared = Number(request.headers.get('content-length'));
  if (isBodiless(request) || !(declared > 0 && declared <= shownBytes) || request.bodyUsed) return undefined;
  return request.arrayBuffer().then(
    (whole) => new Uint8Array(whole),
    () => undefined,
  );
};

const allOf = async (copy: Request): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of copy.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > largestBody) break;
    }
  } catch {
    // A sender that hangs up half-way leaves half a body.
  }
  return Buffer.concat(chunks);
};
