import { isLoopback } from '#mocks/platform';
import type { Config } from '#schemas';
import { platformAddress } from './platform-address.ts';

/**
 * Whom the engines of a platform may call. Whoever reaches the control API makes them call, with a body of his choice, from
 * where the platform stands: off loopback only the shops that were configured.
 */
export const mayCallIn = (
  config: Config,
  controlHost: string | undefined = platformAddress(config.platform).controlListen.hostname,
): ((address: URL) => boolean) => {
  const isLocal = controlHost === undefined || isLoopback(controlHost);
  const hosts = config.platform?.shopHosts ?? (isLocal ? undefined : merchantHosts(config));
  if (hosts === undefined) return () => true;
  return ({ host, hostname }) => hosts.some((allowed) => matches(allowed.toLowerCase(), host, hostname));
};

const matches = (allowed: string, host: string, hostname: string): boolean => {
  const found = /:\d+$/.test(allowed) ? host : hostname;
  return allowed.startsWith('*.') ? found.endsWith(allowed.slice(1)) : found === allowed;
};

const merchantHosts = ({ merchant = {} }: Config): readonly string[] =>
  [merchant.basketUrl, merchant.recalculateUrl, merchant.orderUrl, merchant.catalogueUrl].flatMap((address) => {
    const url = URL.parse(address ?? '');
    if (url === null) return [];
    return [url.port === '' ? url.hostname : url.host];
  });
