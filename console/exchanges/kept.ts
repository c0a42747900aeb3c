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

type Request = Exchange['request'];
type Response = NonNullable<Exchange['response']>;

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
    request: new KeptRequest(kept),
    ...(status !== undefined && { response: new KeptResponse(kept, status) }),
    ...(failure !== undefined && { failure }),
    facts,
  };
};

// Classes, since getters of its own cost each object more than what is read by them.
class KeptRequest implements Request {
  readonly #kept: Kept;
  #head: Head | undefined;
  #body: Body | undefined;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  get method(): string {
    return this.#read().first[0] ?? '';
  }

  get url(): string {
    return this.#read().first[1] ?? '';
  }

  get headers(): Request['headers'] {
    return this.#read().headers;
  }

  get body(): Body {
    const { buffer, body, response, isBodyCut: truncated } = this.#kept;
    const encoding = this.#read().headers['content-encoding'];
    this.#body ??= toBody(buffer.subarray(body, response), { truncated, encoding });
    return this.#body;
  }

  #read(): Head {
    const { buffer, start, body } = this.#kept;
    this.#head ??= readHead(buffer, start, body, 2);
    return this.#head;
  }
}

class KeptResponse implements Response {
  readonly status: number;
  readonly #kept: Kept;
  #head: Head | undefined;
  #body: Body | undefined;

  constructor(kept: Kept, status: number) {
    this.status = status;
    this.#kept = kept;
  }

  get headers(): Response['headers'] {
    const { buffer, response, answer } = this.#kept;
    this.#head ??= readHead(buffer, response, answer, 0);
    return this.#head.headers;
  }

  get body(): Body {
    const { buffer, answer, end, isAnswerCut: truncated } = this.#kept;
    this.#body ??= toBody(buffer.subarray(answer, end), { truncated });
    return this.#body;
  }
}
