import { isLoopback } from '#mocks/platform';
import { type Config, merchantAddresses } from '#schemas';
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
  return (address) => hosts.some((allowed) => matches(allowed.toLowerCase(), address));
};

const matches = (allowed: string, address: URL): boolean => {
  const found = /:\d+$/.test(allowed) ? withPort(address) : address.hostname;
  return allowed.startsWith('*.') ? found.endsWith(allowed.slice(1)) : found === allowed;
};

const merchantHosts = ({ merchant = {} }: Config): readonly string[] =>
  merchantAddresses.flatMap((key) => {
    const url = URL.parse(merchant[key] ?? '');
    return url === null ? [] : [withPort(url)];
  });

/** Also where an address leaves out the port of its scheme: its other ports are other services. */
const withPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
