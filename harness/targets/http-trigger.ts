import { type Dispatcher, request } from 'undici';
import type { HttpTrigger } from '#schemas';
import { toBody } from '#traffic';
import { userAgent } from '../config/tool.ts';
import { fillJson, fillText, type Variables } from '../config/template.ts';
import { excerpt, type Fired, resultOf } from './trigger-answer.ts';

/** A trigger's answer is a basket id or a product; past this it is not an answer to us. */
const mostBytes = 4 * 1024 * 1024;

export interface HttpTriggerOptions {
  readonly result: string | undefined;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher | undefined;
}

export const fireHttp = async (
  trigger: HttpTrigger,
  variables: Variables,
  { result, signal, dispatcher }: HttpTriggerOptions,
): Promise<Fired> => {
  const { url, ...message } = outgoing(trigger, variables);
  const response = await request(url, { ...message, signal, ...(dispatcher && { dispatcher }) });
  const text = await textOf(response);
  if (response.statusCode < 200 || response.statusCode > 299) {
    return { kind: 'failed', why: `it answered ${response.statusCode}: ${excerpt(text) || '(no body)'}` };
  }
  return resultOf(text, result);
};

export const outgoing = (trigger: HttpTrigger, variables: Variables) => {
  const configured = Object.entries(trigger.headers ?? {}).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    fillText(value, variables),
  ]);
  const headers: Record<string, string> = { 'user-agent': userAgent(), ...Object.fromEntries(configured) };
  const hasBody = trigger.body !== undefined;
  const method = (trigger.method ?? (hasBody ? 'POST' : 'GET')).toUpperCase() as Dispatcher.HttpMethod;
  const type = headers['content-type'] ?? 'application/json';
  return {
    url: fillText(trigger.url, variables, encodeURIComponent),
    method,
    headers: hasBody ? { ...headers, 'content-type': type } : headers,
    body: hasBody ? bodyText(trigger.body, type, variables) : null,
  };
};

/** A text body of another media type goes out as it stands; in a form its variables are percent-encoded. */
const bodyText = (body: unknown, type: string, variables: Variables): string => {
  if (typeof body === 'string' && !/json/i.test(type)) {
    return fillText(body, variables, /form-urlencoded/i.test(type) ? encodeURIComponent : undefined);
  }
  return JSON.stringify(fillJson(body, variables) ?? null);
};

/** Some shops compress whatever the caller asked for. */
const textOf = async ({ body, headers }: Dispatcher.ResponseData): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`its answer is longer than ${mostBytes} bytes`);
  }
  const encoding = [headers['content-encoding'] ?? []].flat().join(',');
  return Buffer.from(toBody(Buffer.concat(chunks), { encoding }).plain).toString('utf8');
};
