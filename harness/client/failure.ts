/**
 * Why a call came to nothing. `target`: it, or the way to it, is silent. `ours`: we hung up on purpose. `proxy`: the
 * proxy in the environment refused, so nothing can be said about the target.
 */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  readonly blame: 'target' | 'ours' | 'proxy';
}

/** Plain sentences for what undici, TLS and sockets report. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused: nothing listens at that address',
  ECONNRESET: 'the connection was reset before the response was complete',
  EPIPE: 'the connection was closed while the request was being sent',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name could not be looked up just now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the body is not as long as its Content-Length says',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are larger than 64 KiB, of which no more is read',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by a known authority (merchant.tls.ca adds one)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed (merchant.tls.ca adds an authority)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (merchant.tls.ca makes it trusted)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

/** Errors of the machine the harness runs on, or of our own calls: never the target's. */
const ours = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'EADDRNOTAVAIL',
  'ERR_INVALID_URL',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
  'UND_ERR_NOT_SUPPORTED',
]);

/** The failure behind an error of undici's; an error that is no news of the target is thrown on. */
export const toFailure = (error: unknown): CallFailure => {
  const cause = rootOf(error);
  const code = codeOf(cause);
  if (code === undefined ? !(cause instanceof Error) || cause instanceof TypeError : ours.has(code)) throw error;
  const { message } = cause as Error;
  if (code?.startsWith('UND_ERR_PRX') === true || /^proxy response/i.test(message)) {
    return { code: code ?? 'PROXY', message: `the proxy did not let the call through: ${message}`, blame: 'proxy' };
  }
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

/** A refused connection to a name with several addresses comes as an AggregateError. */
const rootOf = (error: unknown): unknown =>
  error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error;

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
};
