import { readFileSync } from 'node:fs';

/**
 * Why a call came to nothing. `target`: it, or the way to it, is silent. `ours`: we hung up on purpose. `proxy`: the
 * proxy in the environment refused, so nothing can be said about the target.
 */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  readonly blame: 'target' | 'ours' | 'proxy';
}

/**
 * Plain sentences for what undici, TLS and sockets report; errors of the machine the harness runs on or of our own calls, which
 * are never the target's; and those by which a proxy was not reached.
 */
const { sentences, ours, unreached } = JSON.parse(readFileSync(new URL('failures.json', import.meta.url), 'utf8')) as {
  readonly sentences: Readonly<Record<string, string>>;
  readonly ours: readonly string[];
  readonly unreached: readonly string[];
};

/** The failure behind an error of undici's; an error that is no news of the target is thrown on. */
export const toFailure = (error: unknown): CallFailure => {
  const cause = rootOf(error);
  const code = codeOf(cause);
  const isOurs = code !== undefined && ours.includes(code) && !isOtherFamily(cause);
  if (isOurs || (code === undefined && (!(cause instanceof Error) || cause instanceof TypeError))) throw error;
  const { message } = cause as Error;
  if (code === proxyCode) return { code, message, blame: 'proxy' };
  if (code?.startsWith('HPE_') === true || code === undefined) {
    return {
      code: code ?? 'HTTP_PARSE',
      message: `the response does not match the HTTP/1.1 protocol: ${message}`,
      blame: 'target',
    };
  }
  // How large a head may be is stated nowhere.
  const blame = code === 'UND_ERR_HEADERS_OVERFLOW' ? 'ours' : 'target';
  return { code, message: sentences[code] ?? `${message} (${code})`, blame };
};

export interface Proxy {
  readonly url: string;
  /** With the variable that names it, and without its password. */
  readonly name: string;
}

const proxyCode = 'PROXY';

export const proxyFailure = ({ name }: Proxy, did: string): Error =>
  Object.assign(new Error(`${name} ${did}. NO_PROXY names hosts that need no proxy`), {
    code: proxyCode,
  });

/** What went wrong on the way to a proxy, or at it; `isForwarding`: all that is heard comes from it, and not through a tunnel. */
export const throughProxy = (error: Error, proxy: Proxy, isForwarding: boolean): Error => {
  const cause = rootOf(error) as Error;
  const code = codeOf(cause) ?? '';
  const [status] = /(?<=^Proxy .*)\b[1-5]\d\d\b/u.exec(cause.message) ?? [];
  if (status === '407')
    return proxyFailure(proxy, 'asks for a password: 407. Give it as http://user:password@host:port');
  if (status !== undefined) return proxyFailure(proxy, `did not let the call through: ${status}`);
  const isOnTheWay = unreached.includes(code) || code.startsWith('UND_ERR_PRX') || (isForwarding && code in sentences);
  return isOnTheWay ? proxyFailure(proxy, `cannot be used: ${sentences[code] ?? cause.message}`) : error;
};

/** Of a name with several addresses each is tried: what a machine without IPv6 says of one tells less than the other. */
const rootOf = (error: unknown): unknown =>
  error instanceof AggregateError && error.errors.length > 0
    ? (error.errors.find((one) => !isOtherFamily(one)) ?? (error.errors[0] as unknown))
    : error;

const isOtherFamily = (error: unknown): boolean =>
  /^(?:EAFNOSUPPORT|EADDRNOTAVAIL|ENETUNREACH)$/u.test(codeOf(error) ?? '') &&
  String((error as { address?: unknown }).address).includes(':');

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};
