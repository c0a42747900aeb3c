import { noBody, type ReadBody, readBody } from '#traffic';

/**
 * A request as it lies on the socket. The objects of fetch, made for it and for its answer, cost as much as everything else
 * that is done for a small call.
 */
export interface Arrival {
  readonly method: string;
  /** Absolute, in its normal form. */
  readonly url: string;
  /** Names in lower case; what came several times is joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read when first asked for. */
  readonly body: Promise<ReadBody>;
  /** Aborted when the client hangs up. */
  readonly signal: AbortSignal;
}

/** Its answer, which whoever looks on reads here: a `Response` gives its body back as a stream only. */
export interface Answer {
  /** 0: the connection is closed without an answer. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export type Answering = (arrival: Arrival) => Promise<Answer>;
/** Undefined where it does not take the request, of which it must not have asked for the body then. */
export type AnsweringSome = (arrival: Arrival) => Promise<Answer> | undefined;

/** For fetch, and for `serve`, which asks in the plain way where a request is of the plain kind. */
export interface PlainFetch {
  (request: Request): Promise<Response>;
  readonly answering: Answering;
}

export const toFetch = (answering: Answering): PlainFetch =>
  Object.assign(async (request: Request) => toResponse(await answering(fromRequest(request))), { answering });

export const toResponse = ({ status, headers, text }: Answer): Response =>
  status === 0 ? Response.error() : new Response(text === '' ? null : text, { status, headers });

const fromRequest = (request: Request): Arrival => ({
  method: request.method,
  url: withoutFragment(request.url),
  headers: Object.fromEntries(request.headers),
  body: hasNone(request.method) ? nothing : readBody(request),
  // Asked for only by those who wait: to make one costs more than to look at the rest.
  get signal() {
    return request.signal;
  },
});

/** Whatever is sent with these means nothing. */
export const hasNone = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

export const nothing: Promise<ReadBody> = Promise.resolve({ body: noBody });

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
