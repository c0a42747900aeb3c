import type { Judgement } from '#schemas';
import { type Body, type Exchange, toBody } from '#traffic';

/** An exchange whose bytes lie in a buffer with those of others. */
export interface Kept extends Pick<Exchange, 'at' | 'answeredAt' | 'sender' | 'call' | 'facts'> {
  readonly failure: Exchange['failure'] | undefined;
  readonly status: number | undefined;
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
  judgements: readonly Judgement[] | undefined;
  followed: readonly Judgement[];
}

/** Header values are bytes, of which each is one character. */
export const textOf = (headers: Readonly<Record<string, string>>): string => {
  let text = '';
  for (const name in headers) text += `\n${name}:${headers[name]}`;
  return text;
};

interface Head {
  /** What stands before the headers. */
  readonly first: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

const readHead = (buffer: Buffer, from: number, to: number, size: number): Head => {
  const lines = buffer.toString('latin1', from, to).split('\n');
  const headers: Record<string, string> = {};
  for (let index = size; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const colon = line.indexOf(':', 1);
    if (colon > 0) headers[line.slice(0, colon)] = line.slice(colon + 1);
  }
  return { first: lines.slice(0, size), headers };
};

/** Everything is read out of the bytes when it is asked for: who follows the stream asks for little of most. */
export const toExchange = (n: number, kept: Kept): Exchange => {
  const { at, answeredAt, sender, call, facts, status, failure } = kept;
  return {
    n,
    at,
    answeredAt,
    sender,
    call,
    request: requestOf(kept),
    ...(status !== undefined && { response: responseOf(kept, status) }),
    ...(failure !== undefined && { failure }),
    facts,
  };
};

const requestOf = (kept: Kept): Exchange['request'] => {
  const { buffer, start, body: bodyStart, response: end, isBodyCut: truncated } = kept;
  let known: Head | undefined;
  let body: Body | undefined;
  const head = () => (known ??= readHead(buffer, start, bodyStart, 2));
  return {
    get method() {
      return head().first[0] ?? '';
    },
    get url() {
      return head().first[1] ?? '';
    },
    get headers() {
      return head().headers;
    },
    get body() {
      const encoding = head().headers['content-encoding'];
      return (body ??= toBody(buffer.subarray(bodyStart, end), { truncated, encoding }));
    },
  };
};

const responseOf = (kept: Kept, status: number): NonNullable<Exchange['response']> => {
  const { buffer, response: start, answer, end, isAnswerCut: truncated } = kept;
  let known: Head | undefined;
  let body: Body | undefined;
  return {
    status,
    get headers() {
      return (known ??= readHead(buffer, start, answer, 0)).headers;
    },
    get body() {
      return (body ??= toBody(buffer.subarray(answer, end), { truncated }));
    },
  };
};
