import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { toFailure } from '../client/failure.ts';

export interface ReachOptions {
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Connects to an address, with its TLS handshake, and hangs up: nothing is sent, so that the order address can be
 * tried without placing an order. Resolves with why it cannot be reached, or undefined.
 */
export const unreachable = (address: URL, { tls, limitMs, signal }: ReachOptions): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const secure = address.protocol === 'https:';
    // An IPv6 literal stands in brackets in a URL and without them everywhere else.
    const host = address.hostname.replace(/^\[|\]$/g, '');
    const port = Number(address.port || (secure ? 443 : 80));
    const isName = !/^[\d.]+$|:/.test(host);
    const socket = secure
      ? connectTls({ host, port, ...(isName && { servername: host }), ALPNProtocols: ['http/1.1'], ...tls })
      : connectTcp({ host, port });
    const end = (why: string | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(why);
    };
    const stop = (): void => {
      end(undefined);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => end(`no ${secure ? 'TLS ' : ''}connection could be made within ${limitMs / 1000} s`),
      limitMs,
    );
    signal.addEventListener('abort', stop, { once: true });
    socket.once(secure ? 'secureConnect' : 'connect', () => end(undefined));
    socket.once('error', (error: NodeJS.ErrnoException) => end(toFailure(error).message));
    socket.once('close', () => end('the connection was closed at once'));
  });
