import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { AnsweringSome } from './arrival.ts';
import { largeInTurn } from './large-in-turn.ts';
import { plainListener } from './plain-listener.ts';

/** A mock listening on a socket. */
export interface Served extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes every connection, in use or not. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** `Response.error()` is a network error: the connection is closed without an answer. */
export interface Fetch {
  (request: Request): Response | Promise<Response>;
  /** The same without the objects of fetch, which is faster. */
  readonly answering?: AnsweringSome | undefined;
}

/** How long a peer may take to send, in milliseconds; it then gets 408 and its connection is closed. */
export interface PeerLimits {
  /** The head of a request, counted from the connection or the end of the request before. */
  readonly headMs: number;
  /** The whole request. Waiting for its answer, as a long poll does, is not limited. */
  readonly requestMs: number;
  /** How often that is looked at. */
  readonly checkMs: number;
}

// Node's own are 60, 300 and 30 s: a peer that sends nothing holds a connection for up to 5.5 minutes.
const patient: PeerLimits = { headMs: 15_000, requestMs: 60_000, checkMs: 5000 };

// Node's own 5 s makes clients that pool connections meet a reset now and then; 65 s outlives their idle time.
const keepAliveTimeout = 65_000;

/** Puts an app on a socket: loopback and a free port unless told otherwise. */
export const serve = async (
  fetch: Fetch,
  options: { readonly hostname?: string; readonly port?: number; readonly limits?: PeerLimits } = {},
): Promise<Served> => {
  const hostname = options.hostname ?? '127.0.0.1';
  const { headMs, requestMs, checkMs } = options.limits ?? patient;
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      // A Host header may be anything, and whoever looks at the address must not have to expect that it is none.
      if (!URL.canParse(request.url)) return new Response('The Host header names no host.', { status: 400 });
      const response = await fetch(request);
      // Only a network error has this status. To ask for its type would make a full response of the adapter's light one,
      // which costs a third of everything that is done for a small call.
      if (response.status !== 0) return response;
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    },
    { hostname },
  );
  const general: RequestListener = (incoming, outgoing) => void listener(incoming, outgoing);
  const listen = largeInTurn(fetch.answering === undefined ? general : plainListener(fetch.answering, general));
  const server = createServer(
    {
      keepAliveTimeout,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      // As fetch has them.
      joinDuplicateHeaders: true,
    },
    (incoming, outgoing) => {
      // HTTP/1.0 need not say which host it asks, and what is answered may be an address of this one.
      incoming.headers.host ??= authorityOf(incoming.socket);
      listen(incoming, outgoing);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, hostname, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has a port');
  return {
    url: `http://${bracketed(hostname)}:${address.port}`,
    port: address.port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Where a client has connected to. */
const authorityOf = ({ localAddress = '127.0.0.1', localPort = 80 }: Socket): string =>
  `${bracketed(localAddress.replace(/^::ffff:(?=\d+\.)/u, ''))}:${localPort}`;

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The requests of answers that are read. */
const asked = new WeakMap<ReadableStream, Request>();

/**
 * `fetch` for a request with a signal of its own. Node hears that signal through the request only, which nobody holds while
 * its answer is awaited and read: once it was collected as garbage no limit ended the call any more (Node 24).
 */
export const fetchRequest = async (request: Request): Promise<Response> => {
  const response = await fetch(request);
  if (response.body) asked.set(response.body, request);
  return response;
};
