import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** A mock listening on a socket. */
export interface Served extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes every connection, in use or not. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** `Response.error()` is a network error: the connection is closed without an answer. */
export type Fetch = (request: Request) => Response | Promise<Response>;

// Node's own 5 s makes clients that pool connections meet a reset now and then; 65 s outlives their idle time.
const keepAliveTimeout = 65_000;

/** Puts an app on a socket: loopback and a free port unless told otherwise. */
export const serve = async (
  fetch: Fetch,
  options: { readonly hostname?: string; readonly port?: number } = {},
): Promise<Served> => {
  const hostname = options.hostname ?? '127.0.0.1';
  const server = createServer(
    { keepAliveTimeout },
    getRequestListener(
      async (request, { outgoing }) => {
        const response = await fetch(request);
        // Only a network error has this status. To ask for its type would make a full response of the adapter's light one,
        // which costs a third of everything that is done for a small call.
        if (response.status !== 0) return response;
        outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      },
      { hostname },
    ),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, hostname, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has a port');
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
