import type { Exchange } from '#schemas';
import { headerOf, type Headers } from '../headers.ts';

/** HTTP Archive 1.2, one exchange to a line, and a page per scenario. `target`: named with each, where several may be read together. */
export async function* toHar(
  creator: { readonly name: string; readonly version: string },
  exchanges: AsyncIterable<Exchange> | Iterable<Exchange>,
  target?: string,
): AsyncGenerator<string> {
  const { name, version } = creator;
  const pages = new Map<string, object>();
  let separator = '\n';
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"entries":[`;
  for await (const exchange of exchanges) {
    if (!pages.has(exchange.scenario)) pages.set(exchange.scenario, page(exchange, target));
    yield `${separator}${JSON.stringify(toHarEntry(exchange, target))}`;
    separator = ',\n';
  }
  // Only now are all scenarios known.
  yield `],\n"pages":${JSON.stringify([...pages.values()])}}}\n`;
}

/** A scenario, by its first exchange. */
const page = ({ scenario, at }: Exchange, target: string | undefined): object => ({
  startedDateTime: at,
  id: scenario,
  title: [target, scenario].filter(Boolean).join(' · '),
  pageTimings: {},
});

// HAR says -1 where a size or a time is unknown, and status 0 where no response came.
const unknown = -1;

export const toHarEntry = (exchange: Exchange, target?: string): object => {
  const { request, response, failure } = exchange;
  return {
    pageref: exchange.scenario,
    startedDateTime: exchange.at,
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: absolute(request),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(request.headers)),
      queryString: pairs(queryOf(request.url)),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: typeOf(request.headers), text: request.body, ...details(request) } }),
      headersSize: unknown,
      bodySize: request.bodyBytes ?? byteLength(request.body),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(response?.headers ?? {})),
      content: {
        size: response?.bodyBytes ?? byteLength(response?.body),
        mimeType: typeOf(response?.headers ?? {}),
        ...(response?.body === undefined ? {} : { text: response.body }),
        ...details(response ?? {}),
      },
      redirectURL: headerOf(response?.headers ?? {}, 'location') ?? '',
      headersSize: unknown,
      bodySize: unknown,
    },
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    comment: [target, exchange.operation, failure?.message].filter(Boolean).join(' · '),
    ...(failure !== undefined && { _failure: failure }),
    _number: exchange.n,
    _operation: exchange.operation,
    _sender: exchange.sender,
    ...(exchange.beside !== undefined && { _beside: exchange.beside }),
    ...(exchange.told !== undefined && { _told: exchange.told }),
  };
};

/** As HAR asks: what a target called at the platform is recorded by its path. */
const absolute = ({ url, headers }: Exchange['request']): string =>
  url.startsWith('/') ? `http://${headerOf(headers, 'host') ?? 'platform.invalid'}${url}` : url;

const pairs = (entries: readonly (readonly [string, string])[]): readonly { name: string; value: string }[] =>
  entries.map(([name, value]) => ({ name, value }));

const queryOf = (url: string): readonly (readonly [string, string])[] =>
  URL.canParse(url) ? [...new URL(url).searchParams] : [];

const typeOf = (headers: Headers): string => headerOf(headers, 'content-type') ?? 'x-unknown';

const byteLength = (body: string | undefined): number => Buffer.byteLength(body ?? '');

const details = ({ encoding, truncated }: { encoding?: string; truncated?: boolean }): object => ({
  ...(encoding === 'base64' ? { encoding } : {}),
  ...(truncated === true ? { comment: cutComment } : {}),
});

export const cutComment = 'cut off by the recorder';
