import type { Exchange } from '#schemas';
import type { Reporter } from './reporter.ts';

/** exchanges.har: every exchange, as HTTP Archive 1.2, a page per scenario. */
export const har: Reporter = ({ result, exchanges }) => {
  const all = [...exchanges.values()].sort((a, b) => a.n - b.n);
  const log = {
    version: '1.2',
    creator: { name: result.tool.name, version: result.tool.version },
    pages: [...Map.groupBy(all, (exchange) => exchange.scenario)].map(([scenario, [first]]) => ({
      startedDateTime: first?.at ?? result.startedAt,
      id: scenario,
      title: scenario,
      pageTimings: {},
    })),
    entries: all.map(entry),
  };
  return [{ path: 'exchanges.har', content: `${JSON.stringify({ log }, null, 1)}\n` }];
};

// HAR says -1 where a size or a time is unknown, and status 0 where no response came.
const unknown = -1;

const entry = (exchange: Exchange): object => {
  const { request, response, failure } = exchange;
  return {
    pageref: exchange.scenario,
    startedDateTime: exchange.at,
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(request.headers)),
      queryString: pairs(queryOf(request.url)),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: typeOf(request.headers), text: request.body, ...cut(request.truncated) } }),
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
        ...(response?.encoding === 'base64' ? { encoding: 'base64' } : {}),
        ...cut(response?.truncated),
      },
      redirectURL: headerOf(response?.headers ?? {}, 'location') ?? '',
      headersSize: unknown,
      bodySize: unknown,
    },
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    ...(failure === undefined ? {} : { comment: failure.message, _failure: failure }),
    _number: exchange.n,
    _operation: exchange.operation,
    _sender: exchange.sender,
  };
};

const pairs = (entries: readonly (readonly [string, string])[]): readonly { name: string; value: string }[] =>
  entries.map(([name, value]) => ({ name, value }));

const queryOf = (url: string): readonly (readonly [string, string])[] =>
  URL.canParse(url) ? [...new URL(url).searchParams] : [];

const headerOf = (headers: Readonly<Record<string, string>>, wanted: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

const typeOf = (headers: Readonly<Record<string, string>>): string => headerOf(headers, 'content-type') ?? 'x-unknown';

const byteLength = (body: string | undefined): number => Buffer.byteLength(body ?? '');

const cut = (truncated: boolean | undefined): object =>
  truncated === true ? { comment: 'cut off by the recorder' } : {};
