import { type Exchange as Recorded, calls } from '#schemas';
import type { Classifier } from '../naming/classify.ts';
import type { Exchange } from '../exchange.ts';
import { isObject, type JsonObject } from '../json.ts';
import { isJsonMediaType } from '../headers.ts';
import { asFarAsKept, bodyInHar } from './har-body.ts';
import { fromRecorded, notCaptured } from './recorded.ts';
import { receiverFactsIn } from './receiver-facts.ts';

/**
 * An entry of an HTTP Archive, whoever wrote it; undefined where it is none. Bodies that were not captured, or not whole, are
 * absent or truncated.
 */
export const fromHar = (entry: unknown, n: number, classify: Classifier): Exchange | undefined => {
  const { request, response, startedDateTime, time, timings, comment, ...own } = Object(entry) as JsonObject;
  const { _failure, _number, _sender, _operation, _beside, _told } = own;
  if (!isObject(request) || typeof request['url'] !== 'string' || typeof request['method'] !== 'string')
    return undefined;
  const at = Date.parse(String(startedDateTime));
  const status = Number(isObject(response) ? response['status'] : 0);
  const content = Object(isObject(response) ? response['content'] : undefined) as JsonObject;
  const sent = headersIn(request['headers'], Object(request['postData']).mimeType);
  const came = headersIn(isObject(response) ? response['headers'] : [], content['mimeType']);
  const exchange = fromRecorded(
    {
      n: typeof _number === 'number' ? _number : n,
      scenario: '',
      at: new Date(Number.isNaN(at) ? 0 : at).toISOString(),
      durationMs: _sender === undefined ? lasted(time, timings) : Number(time) || 0,
      sender: _sender === 'target' ? 'target' : 'harness',
      operation: typeof _operation === 'string' ? _operation : '',
      ...(Array.isArray(_beside) && { beside: _beside.filter((other) => typeof other === 'number') }),
      ...(isObject(_told) && { told: receiverFactsIn(_told) }),
      request: {
        method: request['method'].toUpperCase(),
        url: request['url'],
        headers: sent,
        ...bodyInHar(request['postData'], {
          size: request['bodySize'],
          headers: sent,
          isBare: bare.has(request['method']),
        }),
      },
      ...(isObject(response) &&
        status > 0 && {
          response: {
            status,
            headers: came,
            ...bodyInHar(content, {
              size: sizeOf(content, response['bodySize']),
              headers: came,
              isBare: status === 204 || status === 304,
            }),
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
  return _sender === undefined ? asFarAsKept({ ...exchange, sender: isToMerchant ? 'harness' : 'target' }) : exchange;
};

/** Requests that have no body by themselves. */
const bare: ReadonlySet<unknown> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/**
 * From the call to its answer: what it took to get a connection is nobody's answering time, and some count it twice. Beginnings are
 * cut to a millisecond and parts are often rounded to one; an answer that seems later than the call that followed it accuses
 * whoever waited for it.
 */
const lasted = (time: unknown, timings: unknown): number => {
  const { blocked, send, wait, receive } = Object(timings) as JsonObject;
  const parts = [send, wait, receive].filter((part) => typeof part === 'number').filter((part) => part > 0);
  const whole = Math.max(0, (Number(time) || 0) - Math.max(0, Number(blocked) || 0));
  const spent = parts.length === 0 ? whole : parts.reduce((sum, part) => sum + part, 0);
  return Math.max(0, spent - cutMs - (parts.every(Number.isInteger) ? parts.length : 0));
};

const cutMs = 1;

const isFailure = (failure: unknown): failure is NonNullable<Recorded['failure']> =>
  isObject(failure) && typeof failure['code'] === 'string' && typeof failure['message'] === 'string';

/** Names as they are sent; HTTP/2 has some that begin with a colon, which are no headers. */
const headersIn = (pairs: unknown, mimeType?: unknown): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const { name, value } of (Array.isArray(pairs) ? pairs : []).map(Object)) {
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    const key = name.toLowerCase();
    const before = headers[key];
    // Browsers tell of headers twice, and some captures keep both.
    if (before !== value) headers[key] = before === undefined ? value : `${before}, ${value}`;
  }
  if (headers['content-type'] !== undefined || typeof mimeType !== 'string') return headers;
  // Some keep no headers, and some those of another answer, such as of the redirect before.
  const isTold = Object.keys(headers).length === 0 ? mimeType.includes('/') : isJsonMediaType(mimeType);
  return isTold ? { ...headers, 'content-type': mimeType } : headers;
};

/** Browsers lose bodies, and then write 0 beside what came over the wire. */
const sizeOf = ({ size, text }: JsonObject, onTheWire: unknown): unknown =>
  size === 0 && text === undefined && Number(onTheWire) > 0 ? onTheWire : size;
