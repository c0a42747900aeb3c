import { readFileSync } from 'node:fs';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { MerchantTarget } from '#schemas';
import { Connections, telling } from './connections.ts';
import { type Environment, proxyFor, Routed } from './proxies.ts';

/** The fewer are kept for long, the fewer are found closed. */
const idleMs = 1000;

export const createDispatcher = (
  target: Pick<MerchantTarget, 'tls' | 'budget'>,
  env: Environment = process.env,
): Dispatcher => {
  const options = {
    // One protocol for everybody: HTTP/1.1, which every merchant speaks.
    allowH2: false,
    connections: target.budget?.concurrency ?? 4,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // One deadline for the whole call is kept by `outbound.ts`.
    maxHeaderSize: 64 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const tls = readTls(target);
  // A variable that is no address of a proxy is refused before the first call.
  for (const address of ['http://host', 'https://host']) proxyFor(new URL(address), env);
  const agent = (pipelining: 0 | 1): Dispatcher =>
    new Routed(env, (uri) =>
      uri === undefined
        ? new Agent({ ...options, pipelining, connect: telling(tls) })
        : new ProxyAgent({ ...options, uri, pipelining, connect: tls, requestTls: tls }),
    );
  // With 0 none is kept.
  return new Connections(agent(1), agent(0));
};

export const readTls = ({ tls }: Pick<MerchantTarget, 'tls'>): { ca?: string; cert?: string; key?: string } => ({
  ...(tls?.ca !== undefined && { ca: readFileSync(tls.ca, 'utf8') }),
  ...(tls?.cert !== undefined && { cert: readFileSync(tls.cert, 'utf8') }),
  ...(tls?.key !== undefined && { key: readFileSync(tls.key, 'utf8') }),
});
