import { BlockList, isIP } from 'node:net';
import { Dispatcher } from 'undici';
import { UsageError } from '../config/usage-error.ts';
import { type Proxy, proxyFailure, throughProxy } from './failure.ts';
import { forwarding } from './forwarding.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy of the environment that calls to this address go through. `host:port` is read as curl and Go read it. */
export const proxyFor = (address: URL, env: Environment): Proxy | undefined => {
  for (const name of address.protocol === 'https:' ? ['HTTPS_PROXY', 'HTTP_PROXY'] : ['HTTP_PROXY'])
    for (const variable of [name.toLowerCase(), name]) {
      const value = env[variable]?.trim() ?? '';
      if (value !== '')
        return isExcepted(address, env['no_proxy'] || env['NO_PROXY'] || '') ? undefined : read(value, variable);
    }
  return undefined;
};

const read = (value: string, variable: string): Proxy => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(value) ? value : `http://${value}`);
  const isUsable =
    url !== null &&
    /^(?:https?|socks5?):$/u.test(url.protocol) &&
    !/%(?![\da-f]{2})/iu.test(url.username + url.password);
  if (!isUsable || url.hostname === '')
    throw new UsageError(
      `The environment variable ${variable} is not the address of a proxy. Give it as http://host:port, or unset it.`,
      variable,
    );
  [url.pathname, url.search, url.hash] = ['/', '', ''];
  return { url: url.href, name: `the proxy ${url.protocol}//${url.host} (${variable})` };
};

/** NO_PROXY: names with all below them, `*`, addresses and ranges of them (10.0.0.0/8), each with a port or without. */
const isExcepted = ({ hostname, port, protocol }: URL, entries: string): boolean => {
  const host = hostname.replace(/^\[|\]$|\.$/gu, '');
  const here = port || (protocol === 'https:' ? '443' : '80');
  return entries.split(/[,\s]+/u).some((entry) => {
    const [, bracketed, name = bracketed ?? entry, only = here] =
      /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/u.exec(entry) ?? [];
    if (only !== here || name === '') return false;
    const [network = '', bits] = name.split('/');
    if (bits !== undefined) return isWithin(host, network, Number(bits));
    const apex = name.toLowerCase().replace(/^\*?\.|\.$/gu, '');
    return apex === '*' || (host === apex && !name.startsWith('*')) || host.endsWith(`.${apex}`);
  });
};

const isWithin = (host: string, network: string, bits: number): boolean => {
  const family = isIP(host);
  if (family === 0 || isIP(network) !== family || !(bits >= 0 && bits <= (family === 4 ? 32 : 128))) return false;
  const range = new BlockList();
  range.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6');
  return range.check(host, family === 4 ? 'ipv4' : 'ipv6');
};

interface Route {
  readonly to: URL;
  readonly proxy: Proxy | undefined;
  readonly agent: Dispatcher;
}

/** Sends each call straight or through its proxy. What the proxy does of its own accord is then a failure of the proxy. */
export class Routed extends Dispatcher {
  readonly #agents = new Map<string | undefined, Dispatcher>();
  readonly #routes = new Map<string, Route>();
  readonly #env: Environment;
  readonly #agent: (proxy: string | undefined) => Dispatcher;

  constructor(env: Environment, agent: (proxy: string | undefined) => Dispatcher) {
    super();
    this.#env = env;
    this.#agent = agent;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { to, proxy, agent } = this.#routeTo(String(options.origin));
    return agent.dispatch(options, proxy === undefined ? handler : blaming(handler, proxy, to));
  }

  /** Taking an address and the environment apart costs more than all else here, and a run has few origins. */
  #routeTo(origin: string): Route {
    const known = this.#routes.get(origin);
    if (known !== undefined) return known;
    const to = new URL(origin);
    const proxy = proxyFor(to, this.#env);
    const agent = this.#agents.get(proxy?.url) ?? this.#agent(proxy?.url);
    const route = { to, proxy, agent };
    this.#agents.set(proxy?.url, agent);
    this.#routes.set(origin, route);
    return route;
  }

  override async destroy(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }
}

const blaming = (handler: Dispatcher.DispatchHandler, proxy: Proxy, to: URL): Dispatcher.DispatchHandler => {
  const all = forwarding(handler);
  let isBegun = false;
  return {
    ...all,
    onResponseStart(controller, status, headers, message) {
      // Of a tunnel the proxy sees nothing but its two ends.
      const sign = to.protocol === 'https:' ? undefined : signOfProxy(status, headers, to);
      if (sign !== undefined) return controller.abort(proxyFailure(proxy, `answered ${status} itself (${sign})`));
      isBegun = true;
      all.onResponseStart(controller, status, headers, message);
    },
    onResponseError: (controller, error) =>
      all.onResponseError(controller, isBegun ? error : throughProxy(error, proxy, to.protocol === 'http:')),
  };
};

/** What only a proxy answers, or what it may as well have made as the target: a page of its own, or the way to its log-in. */
const signOfProxy = (
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  to: URL,
): string | undefined => {
  const told = (name: string): string => String(headers[name] ?? '');
  if (status === 407 || status === 511) return 'it wants to know who calls';
  for (const [name, own] of [
    ['x-squid-error', /./u],
    ['proxy-status', /error=/iu],
  ] as const)
    if (own.test(told(name))) return `${name}: ${told(name).slice(0, 80)}`;
  if (status >= 400 && /squid|zscaler|blue ?coat|forti|tinyproxy|privoxy/iu.test(told('server')))
    return `server: ${told('server')}`;
  if (/html/iu.test(told('content-type'))) return 'or it passed on a web page: nobody can tell';
  const next = status >= 300 && status < 400 ? URL.parse(told('location'), to.href) : null;
  return next === null || next.host === to.host
    ? undefined
    : `or it passed on a redirect to ${next.host}: nobody can tell`;
};
