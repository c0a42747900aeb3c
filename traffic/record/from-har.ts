import type { Exchange as Recorded } from '#schemas';
import { calls } from '#schemas';
import type { Classifier } from '../naming/classify.ts';
import type { Exchange } from '../exchange.ts';
import { isObject, type JsonObject } from '../json.ts';
import { cutComment } from './har.ts';
import { fromRecorded, notCaptured } from './recorded.ts';

/**
 * An entry of an HTTP Archive, whoever wrote it; undefined where it is none. Bodies that were not captured, or not whole, are
 * absent or truncated.
 */
export const fromHar = (entry: unknown, n: number, classify: Classifier): Exchange | undefined => {
  const { request, response, startedDateTime, time, timings, comment, _failure, _number, _sender } = Object(
    entry,
  ) as JsonObject;
  if (!isObject(request) || typeof request['url'] !== 'string' || typeof request['method'] !== 'string')
    return undefined;
  const at = Date.parse(String(startedDateTime));
  const status = Number(isObject(response) ? response['status'] : 0);
  const exchange = fromRecorded(
    {
      n: typeof _number === 'number' ? _number : n,
      scenario: '',
      at: new Date(Number.isNaN(at) ? 0 : at).toISOString(),
      durationMs: lasted(time, timings),
      sender: _sender === 'target' ? 'target' : 'harness',
      operation: '',
      request: {
        method: request['method'],
        url: request['url'],
        headers: headersIn(request['headers']),
        ...bodyIn(request['postData'], request['bodySize']),
      },
      ...(isObject(response) &&
        status > 0 && {
          response: {
            status,
            headers: headersIn(response['headers']),
            ...bodyIn(response['content'], Object(response['content']).size),
          },
        }),
      ...(isFailure(_failure)
        ? { failure: _failure }
        : status > 0
          ? {}
          : {
              failure: {
                code: notCaptured,
                message: typeof comment === 'string' ? comment : 'no response was captured',
              },
            }),
    },
    classify,
  );
  const { name } = exchange.call;
  const isToMerchant = name in calls && calls[name as keyof typeof calls].host === 'merchant';
  return _sender === undefined ? { ...exchange, sender: isToMerchant ? 'harness' : 'target' } : exchange;
};

/** What a browser waited for a connection of its own is nobody's answering time. */
const lasted = (time: unknown, timings: unknown): number =>
  Math.max(0, (Number(time) || 0) - Math.max(0, Number(Object(timings).blocked) || 0));

const isFailure = (failure: unknown): failure is NonNullable<Recorded['failure']> =>
  isObject(failure) && typeof failure['code'] === 'string' && typeof failure['message'] === 'string';

/** Names as they are sent; HTTP/2 has some that begin with a colon, which are no headers. */
const headersIn = (pairs: unknown): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const { name, value } of (Array.isArray(pairs) ? pairs : []).map(Object)) {
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
};

const bodyIn = (content: unknown, size: unknown): Partial<NonNullable<Recorded['response']>> => {
  const bodyBytes = Math.max(0, Number(size) || 0);
  const { text, encoding, comment, params } = Object(content) as JsonObject;
  const body = typeof text === 'string' && text !== '' ? text : formOf(params);
  if (body === undefined) return bodyBytes > 0 ? { truncated: true } : {};
  return {
    body,
    bodyBytes,
    ...(encoding === 'base64' && { encoding }),
    ...(comment === cutComment && { truncated: true }),
  };
};

/** Some captures keep a form as its fields alone. */
const formOf = (params: unknown): string | undefined => {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const form = new URLSearchParams();
  for (const { name, value = '' } of params.map(Object)) form.append(String(name), String(value));
  return form.toString();
};
