import { readFileSync } from 'node:fs';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { MerchantTarget } from '#schemas';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Connections to the target. Idle ones are kept for a second only: a server may close an idle connection just as we
 * write on it, and that reset would look like the target's silence.
 */
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
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const tls = readTls(target);
  const proxies = proxiesOf(env);
  if (proxies === undefined) return new Agent({ ...options, connect: tls });
  return new EnvHttpProxyAgent({ ...options, ...proxies, connect: tls, requestTls: tls });
};

export const readTls = ({ tls }: Pick<MerchantTarget, 'tls'>): { ca?: string; cert?: string; key?: string } => ({
  ...(tls?.ca !== undefined && { ca: readFileSync(tls.ca, 'utf8') }),
  ...(tls?.cert !== undefined && { cert: readFileSync(tls.cert, 'utf8') }),
  ...(tls?.key !== undefined && { key: readFileSync(tls.key, 'utf8') }),
});

const proxiesOf = (env: Environment): { httpProxy?: string; httpsProxy?: string; noProxy?: string } | undefined => {
  const read = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const httpProxy = read('HTTP_PROXY');
  const httpsProxy = read('HTTPS_PROXY');
  if (httpProxy === undefined && httpsProxy === undefined) return undefined;
  const noProxy = read('NO_PROXY');
  return {
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    ...(noProxy !== undefined && { noProxy }),
  };
};
