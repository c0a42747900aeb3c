import type { Judgements, MerchantCall, Recorded, RecordedBody } from './recorded.ts';

/** An exchange on its way into the log. */
export interface Seen {
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
  /** 0: there was no response. */
  readonly status: number;
  /** Its headers are asked for later where it has no body: while it is under way that would cost its sender. */
  readonly response: Pick<Response, 'headers'> | undefined;
  readonly answer: Uint8Array | undefined;
  readonly failure: string | undefined;
  readonly call: MerchantCall | undefined;
}

/** The last exchanges, by ascending numbers from 1; older ones are forgotten, so that memory stays flat. */
export interface ExchangeLog {
  readonly add: (seen: Seen) => void;
  readonly get: (id: number) => Recorded | undefined;
  /** Of the oldest that is kept, and of the newest. */
  readonly range: () => readonly [oldest: number, newest: number];
  /** What the register says about an exchange: found out when first asked, and remembered. */
  readonly judged: (id: number) => Judgements;
}

export interface ExchangeLogOptions {
  readonly most: number;
  readonly judge: (recorded: Recorded) => Judgements;
  readonly onAdded: (id: number) => void;
}

/** What a reader is shown of a body, in bytes. */
export const shownBytes = 64 * 1024;
/** More than any secret is long: a body is redacted before it is cut, so that no half of a secret stays. */
const keptBytes = shownBytes + 4 * 1024;

/**
 * The bytes of exchanges lie in large buffers, since the collector copies the objects that stay: to keep ten thousand pairs
 * of headers cost 2.6 us a call, and to write them into a buffer 1.0.
 */
const bufferBytes = 256 * 1024;
/** 64 MiB together, whatever the bodies are. */
const mostBuffers = 256;

interface Kept extends Pick<Seen, 'at' | 'durationMs' | 'status' | 'failure' | 'call'> {
  readonly buffer: Buffer;
  readonly bufferNumber: number;
  /** Where the parts begin: request, its body, response, its body, and the end. */
  readonly start: number;
  readonly body: number;
  readonly response: number;
  readonly answer: number;
  readonly end: number;
  readonly isBodyCut: boolean;
  readonly isAnswerCut: boolean;
  /** Of an answer without a body. */
  readonly message: Pick<Response, 'headers'> | undefined;
  judgements: Judgements | undefined;
}

export const createExchangeLog = ({ most, judge, onAdded }: ExchangeLogOptions): ExchangeLog => {
  const slots: Kept[] = [];
  let buffer = Buffer.alloc(0);
  let bufferNumber = 0;
  let used = 0;
  let oldest = 1;
  let newest = 0;

  const at = (id: number): Kept | undefined => (id >= oldest && id <= newest ? slots[(id - 1) % most] : undefined);

  const keep = (seen: Seen): Kept => {
    const head = `${seen.method}\n${seen.url}${textOf(seen.headers)}`;
    const { answer } = seen;
    const answerHead = answer === undefined || seen.response === undefined ? '' : textOf(seen.response.headers);
    const bodyLength = Math.min(seen.body?.byteLength ?? 0, keptBytes);
    const answerLength = Math.min(answer?.byteLength ?? 0, keptBytes);
    const length = head.length + bodyLength + answerHead.length + answerLength;
    if (used + length > buffer.byteLength) {
      buffer = Buffer.allocUnsafeSlow(Math.max(bufferBytes, length));
      bufferNumber += 1;
      used = 0;
    }
    const start = used;
    const body = start + head.length;
    const response = body + bodyLength;
    const answerStart = response + answerHead.length;
    const end = answerStart + answerLength;
    buffer.write(head, start, 'latin1');
    copy(seen.body, bodyLength, body);
    if (answerHead !== '') buffer.write(answerHead, response, 'latin1');
    copy(answer, answerLength, answerStart);
    used = end;
    return {
      at: seen.at,
      durationMs: seen.durationMs,
      status: seen.status,
      failure: seen.failure,
      call: seen.call,
      buffer,
      bufferNumber,
      start,
      body,
      response,
      answer: answerStart,
      end,
      isBodyCut: bodyLength < (seen.body?.byteLength ?? 0),
      isAnswerCut: answerLength < (answer?.byteLength ?? 0),
      message: answer === undefined ? seen.response : undefined,
      judgements: undefined,
    };
  };

  const copy = (from: Uint8Array | undefined, length: number, to: number): void => {
    if (from === undefined || length === 0) return;
    buffer.set(length < from.byteLength ? from.subarray(0, length) : from, to);
  };

  return {
    add(seen) {
      const kept = keep(seen);
      // It can be judged only while it is whole.
      if (kept.isBodyCut || kept.isAnswerCut) kept.judgements = judge(wholeOf(seen));
      newest += 1;
      slots[(newest - 1) % most] = kept;
      if (newest - oldest >= most) oldest += 1;
      while (bufferNumber - (at(oldest)?.bufferNumber ?? bufferNumber) >= mostBuffers) oldest += 1;
      onAdded(newest);
    },
    get(id) {
      const kept = at(id);
      return kept && toRecorded(kept);
    },
    range: () => [oldest, newest],
    judged(id) {
      const kept = at(id);
      if (kept === undefined) return [];
      kept.judgements ??= judge(toRecorded(kept));
      return kept.judgements;
    },
  };
};

/** Header values are bytes, of which each is one character. */
const textOf = (headers: Headers): string => {
  let text = '';
  headers.forEach((value, name) => {
    text += `\n${name}:${value}`;
  });
  return text;
};

const toHeaders = (lines: readonly string[]): Headers => {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1));
  }
  return headers;
};

const toRecorded = (kept: Kept): Recorded => {
  const { at, durationMs, status, failure, call, buffer } = kept;
  const [method = '', url = '', ...lines] = buffer.toString('latin1', kept.start, kept.body).split('\n');
  return {
    at,
    durationMs,
    request: { method, url, headers: toHeaders(lines), body: part(buffer, kept.body, kept.response, kept.isBodyCut) },
    ...(status !== 0 && {
      response: {
        status,
        headers: kept.message?.headers ?? toHeaders(buffer.toString('latin1', kept.response, kept.answer).split('\n')),
        body: part(buffer, kept.answer, kept.end, kept.isAnswerCut),
      },
    }),
    ...(failure !== undefined && { failure }),
    ...(call !== undefined && { call }),
  };
};

const part = (buffer: Buffer, from: number, to: number, truncated: boolean): RecordedBody => ({
  bytes: buffer.subarray(from, to),
  truncated,
});

const wholeOf = ({ at, durationMs, method, url, headers, body, status, response, answer, call }: Seen): Recorded => ({
  at,
  durationMs,
  request: { method, url, headers, body: { bytes: body ?? new Uint8Array(), truncated: false } },
  ...(response !== undefined && {
    response: { status, headers: response.headers, body: { bytes: answer ?? new Uint8Array(), truncated: false } },
  }),
  ...(call !== undefined && { call }),
});
