import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { largestBody, type ReadBody, toBody } from '#traffic';
import { type Answer, type AnsweringSome, type Arrival, hasNone, nothing } from './arrival.ts';

/** Answers requests of the plain kind without the objects of fetch, and hands all others on. */
export const plainListener = (answering: AnsweringSome, others: RequestListener): RequestListener => {
  // A client says the same in every request.
  let knownHost: string | undefined;
  const isOfPlainHost = ({ headers: { host = '' } }: IncomingMessage): boolean => {
    if (host === knownHost) return true;
    const isKnown = plainHost.test(host);
    if (isKnown) knownHost = host;
    return isKnown;
  };
  return (incoming, outgoing) => {
    const isTaken = isPlain(incoming) && isOfPlainHost(incoming);
    const answer = isTaken ? answering(new PlainArrival(incoming, outgoing)) : undefined;
    if (answer === undefined) others(incoming, outgoing);
    else void respond(answer, outgoing);
  };
};

const methods: ReadonlySet<string | undefined> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Such an address is in its normal form, whatever it is made of. */
const plainTarget = /^\/[\w!$&'()*+,\-./:;=?@[\]~]*$/;
const dotSegment = /\/\.\.?(?:[/?]|$)/;
/** One that ends in a number is an address, and what is written in Punycode may be none: both may be no host at all. */
const plainHost = /^(?!.*xn--)(?:127\.0\.0\.1|(?:[a-z\d_-]+\.)*[a-z][a-z\d_-]*)(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** An address in its normal form, and a body of a known length that may be kept whole. */
const isPlain = ({ method, url = '', headers }: IncomingMessage): boolean =>
  methods.has(method) &&
  plainTarget.test(url) &&
  !dotSegment.test(url) &&
  headers['transfer-encoding'] === undefined &&
  headers['set-cookie'] === undefined &&
  Number(headers['content-length'] ?? 0) <= largestBody;

const respond = async (answer: Promise<Answer>, outgoing: ServerResponse): Promise<void> => {
  try {
    write(await answer, outgoing);
  } catch {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  }
};

const write = ({ status, headers, text }: Answer, outgoing: ServerResponse): void => {
  if (status === 0) outgoing.destroy();
  else if (bodiless.has(status)) outgoing.writeHead(status, headers).end();
  else {
    const length = Buffer.byteLength(text);
    // Of ASCII both encodings are the same, and to write the one costs less.
    outgoing
      .writeHead(status, { ...headers, 'content-length': length })
      .end(text, length === text.length ? 'latin1' : 'utf8');
  }
};

const bodiless: ReadonlySet<number> = new Set([204, 304]);

class PlainArrival implements Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: Arrival['headers'];
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #body: Promise<ReadBody> | undefined;
  #leaving: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method = '', url = '', headers } = incoming;
    this.method = method;
    this.url = `http://${headers.host}${url}`;
    // Each is one text: those that come as a list are no plain kind.
    this.headers = headers as Arrival['headers'];
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get body(): Promise<ReadBody> {
    this.#body ??= hasNone(this.method) ? nothing : read(this.#incoming);
    return this.#body;
  }

  get signal(): AbortSignal {
    if (this.#leaving !== undefined) return this.#leaving.signal;
    const leaving = new AbortController();
    this.#leaving = leaving;
    const outgoing = this.#outgoing;
    const leave = (): void => {
      if (!outgoing.writableFinished) leaving.abort(new Error('The client hung up.'));
    };
    if (outgoing.closed) leave();
    else outgoing.once('close', leave);
    return leaving.signal;
  }
}

/** A connection that stays keeps its last message: nothing of that may hold the body. */
const read = (incoming: IncomingMessage): Promise<ReadBody> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    const take = (chunk: Buffer): void => void chunks.push(chunk);
    const end = (incomplete?: true): void => {
      incoming.off('data', take).off('end', whole).off('error', broken).off('close', broken).on('error', ignored);
      const [only = Buffer.alloc(0)] = chunks;
      const bytes = chunks.length > 1 ? Buffer.concat(chunks) : only;
      chunks = [];
      const body = toBody(bytes, { encoding: incoming.headers['content-encoding'] });
      resolve({ body, ...(incomplete && { incomplete }) });
    };
    const whole = (): void => end();
    // The sender hung up half-way.
    const broken = (): void => end(true);
    incoming.on('data', take).on('end', whole).on('error', broken).on('close', broken);
  });

/** The sender hung up too late to matter. */
const ignored = (): void => undefined;
