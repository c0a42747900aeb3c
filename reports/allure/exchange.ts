import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
  ALLURE_HTTP_REDACTED_VALUE,
  type HttpExchange,
  type HttpExchangeBody,
  type HttpExchangeNameValue,
} from 'allure-js-commons/http';
import type { Attachment } from 'allure-js-commons';
import type { Exchange, RunResult } from '#schemas';
import { headerOf } from '#traffic';
import type { ReportFile } from '../report.ts';
import { shortened } from '../wording/printable.ts';
import { uuidOf } from './uuid.ts';

// The single-file report carries every attachment inside; a catalogue of megabyte pages would make it unreadable.
const bodyLimit = 64 * 1024;

type Run = Pick<RunResult, 'target' | 'startedAt' | 'seed'>;

/** Of this run alone: folders of several targets are copied into one. */
const sourceOf = ({ target, startedAt, seed }: Run, { n }: Exchange): string =>
  `exchange-${n}-${uuidOf(`${target.name} ${startedAt} ${seed}`).slice(0, 8)}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`;

/** How a step refers to an exchange. One file serves all results that refer to it. */
export const exchangeAttachment = (run: Run, exchange: Exchange): Attachment => ({
  name: `#${exchange.n} ${exchange.operation}`,
  type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  source: sourceOf(run, exchange),
});

/** The file itself, in Allure's own format for HTTP exchanges. */
export const exchangeFile = (run: Run, exchange: Exchange): ReportFile => ({
  path: `allure-results/${sourceOf(run, exchange)}`,
  content: JSON.stringify(toHttpExchange(exchange), null, 1),
});

const toHttpExchange = ({ request, response, failure, at, durationMs }: Exchange): HttpExchange => {
  const start = Date.parse(at);
  return {
    schemaVersion: ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
    request: {
      method: request.method,
      url: request.url,
      headers: pairs(request.headers),
      ...bodyOf(request, request.headers),
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            headers: pairs(response.headers),
            ...bodyOf(response, response.headers),
          },
        }),
    ...(failure === undefined ? {} : { error: { name: failure.code, message: failure.message } }),
    start,
    stop: start + Math.round(durationMs),
  };
};

const pairs = (headers: Readonly<Record<string, string>>): HttpExchangeNameValue[] =>
  Object.entries(headers).map(([name, value]) => ({
    name,
    value: value.includes('«redacted') ? ALLURE_HTTP_REDACTED_VALUE : value,
  }));

interface Carried {
  readonly body?: string;
  readonly bodyBytes?: number;
  readonly truncated?: boolean;
  readonly encoding?: 'utf-8' | 'base64';
}

const bodyOf = (
  { body, bodyBytes, truncated, encoding }: Carried,
  headers: Readonly<Record<string, string>>,
): { body?: HttpExchangeBody } => {
  if (body === undefined) return {};
  const contentType = headerOf(headers, 'content-type');
  return {
    body: {
      ...(contentType === undefined ? {} : { contentType }),
      encoding: encoding === 'base64' ? 'base64' : 'utf8',
      value: encoding === 'base64' ? body.slice(0, bodyLimit) : shortened(body, bodyLimit),
      size: bodyBytes ?? Buffer.byteLength(body),
      truncated: truncated === true || body.length > bodyLimit,
    },
  };
};
