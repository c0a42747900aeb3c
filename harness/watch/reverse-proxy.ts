import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { type BodyCopy, createBodyCopies, type CopiedBody } from './body-copies.ts';

/** A call that went through, with copies of its bodies: plain values that another thread can be given. */
export interface ProxiedCall {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly answeredAt: number;
  readonly request: ProxiedMessage & { readonly method: string; readonly url: string };
  readonly response?: ProxiedMessage & { readonly status: number };
  readonly failure?: { readonly code: string; readonly message: string; readonly blame: 'target' | 'ours' };
}

interface ProxiedMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CopiedBody;
}

export interface ReverseProxyOptions {
  readonly target: URL;
  readonly now: () => number;
  /** Gets every call when it is over. What it throws is nobody's concern: the traffic goes on. */
  readonly onCall: (call: ProxiedCall) => void;
  /** The target is told its own host instead of the one that was called. */
  readonly changeHost?: boolean;
  /** Of one body, in bytes; more of it goes through and is not kept. */
  readonly mostBody?: number;
}

/** Passes every call on as it came, header for header and byte for byte as they arrive, and keeps copies beside. */
export const createReverseProxy = (options: ReverseProxyOptions): http.Server => {
  const { target } = options;
  const client = target.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const copies = createBodyCopies(options.mostBody);
  const prefix = target.pathname.replace(/\/$/, '');

  const call = (incoming: IncomingMessage): ClientRequest =>
    client.request({
      protocol: target.protocol,
      hostname: target.hostname.replaceAll(/^\[|\]$/g, ''),
      port: target.port,
      method: incoming.method,
      path: `${prefix}${incoming.url}`,
      headers: passedOn(incoming.rawHeaders, options.changeHost === true ? target.host : undefined),
      setHost: false,
      servername: target.hostname,
      agent,
    });

  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const at = options.now();
    const asked = copies.open();
    const outgoing = call(incoming);
    let isTold = false;
    const tell = (rest: Pick<ProxiedCall, 'response' | 'failure'>): void => {
      if (isTold) return;
      isTold = true;
      try {
        options.onCall({
          at,
          answeredAt: options.now(),
          request: {
            method: incoming.method ?? '',
            url: new URL(`${prefix}${incoming.url}`, target).href,
            headers: joined(incoming.headers),
            body: asked.close(),
          },
          ...rest,
        });
      } catch {
        // Whoever watches has to cope with it; whoever calls is not to notice.
      }
    };
    const fail = (error: NodeJS.ErrnoException, blame: 'target' | 'ours'): void => {
      tell({ failure: { code: error.code ?? 'FAILED', message: error.message, blame } });
      outgoing.destroy();
      if (answer.headersSent || blame === 'ours') answer.destroy();
      else answer.writeHead(502, { 'content-type': 'text/plain' }).end('The target did not answer.\n');
    };
    outgoing.once('error', (error) => fail(error, 'target'));
    answer.once('close', () => {
      if (!answer.writableFinished) fail(Object.assign(new Error('the caller went away'), { code: 'HUNG_UP' }), 'ours');
    });
    outgoing.once('response', (incomingAnswer) => {
      const { statusCode: status = 0, statusMessage = '', rawHeaders, headers } = incomingAnswer;
      const answered = copies.open();
      answer.writeHead(status, statusMessage, rawHeaders);
      // Before the first byte of a body that may be long in coming.
      answer.flushHeaders();
      copying(incomingAnswer, answered).pipe(answer);
      incomingAnswer.once('error', (error) => fail(error, 'target'));
      incomingAnswer.once('end', () =>
        tell({ response: { status, headers: joined(headers), body: answered.close() } }),
      );
    });
    copying(incoming, asked).pipe(outgoing);
  };

  const server = http.createServer({ keepAliveTimeout: 75_000, requestTimeout: 0, maxHeaderSize: 64 * 1024 }, pass);
  server.on('upgrade', (incoming, socket, head) => tunnel(call(incoming), socket, head));
  server.on('close', () => agent.destroy());
  return server;
};

/** Everything as it was sent, in its order and spelling. */
const passedOn = (rawHeaders: readonly string[], host: string | undefined): string[] =>
  host === undefined
    ? [...rawHeaders]
    : rawHeaders.map((text, place) =>
        rawHeaders[place - 1]?.toLowerCase() === 'host' && place % 2 === 1 ? host : text,
      );

const copying = (stream: IncomingMessage, copy: BodyCopy): IncomingMessage =>
  stream.on('data', (chunk: Buffer) => copy.add(chunk));

const joined = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );

/** What is no HTTP any more goes through unseen. */
const tunnel = (outgoing: ClientRequest, socket: Duplex, head: Buffer): void => {
  const end = (): void => void socket.destroy();
  outgoing.once('error', end);
  outgoing.once('response', ({ statusCode, statusMessage }) => {
    socket.end(`HTTP/1.1 ${statusCode} ${statusMessage}\r\nconnection: close\r\n\r\n`);
  });
  outgoing.once('upgrade', (answer, other, rest) => {
    const lines = answer.rawHeaders.map((text, place) => (place % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
    socket.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${lines}\r\n`);
    socket.write(rest);
    other.write(head);
    socket.on('error', () => other.destroy()).pipe(other);
    other.on('error', end).pipe(socket);
  });
  outgoing.end();
};
