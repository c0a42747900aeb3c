import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { isToHttp2, passedOn } from './passed-on.ts';

/** A call that went through, with copies of its bodies: plain values that another thread can be given. */
export interface ProxiedCall {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly answeredAt: number;
  readonly request: ProxiedMessage & { readonly method: string; readonly url: string };
  readonly response?: ProxiedMessage & { readonly status: number };
  readonly failure?: { readonly code: string; readonly message: string; readonly blame: 'target' | 'ours' };
}

export interface ProxiedMessage {
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
  const connectionOf = createConnections(client);
  const copies = createBodyCopies(options.mostBody);
  const prefix = target.pathname.replace(/\/$/, '');

  const call = (incoming: IncomingMessage): ClientRequest =>
    client.request({
      protocol: target.protocol,
      hostname: target.hostname.replaceAll(/^\[|\]$/g, ''),
      port: target.port,
      method: incoming.method,
      path: `${prefix}${incoming.url}`,
      headers: passedOn(incoming, options.changeHost === true ? target.host : undefined),
      setHost: false,
      servername: target.hostname,
      agent: connectionOf(incoming.socket),
    });

  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    // The target has closed this connection already, and so did we: straight, this call would not have arrived either.
    if (incoming.socket.writableEnded) return void incoming.socket.destroy();
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
    // A connection that the target was about to close is nobody's fault, and the caller is told as it would be straight.
    outgoing.once('error', (error) => fail(error, outgoing.reusedSocket && !answer.headersSent ? 'ours' : 'target'));
    outgoing.on('continue', () => answer.writeContinue());
    outgoing.on('information', ({ statusCode, headers }) => hint(answer, statusCode, headers));
    answer.once('close', () => {
      if (!answer.writableFinished) fail(Object.assign(new Error('the caller went away'), { code: 'HUNG_UP' }), 'ours');
    });
    outgoing.once('response', (incomingAnswer) => {
      const { statusCode: status = 0, statusMessage = '', rawHeaders, headers } = incomingAnswer;
      const answered = copies.open();
      // Nothing of our own.
      answer.sendDate = false;
      answer.removeHeader('connection');
      answer.writeHead(status, statusMessage, rawHeaders);
      // Before the first byte of a body that may be long in coming.
      answer.flushHeaders();
      incomingAnswer.once('end', () => answer.addTrailers(pairs(incomingAnswer.rawTrailers)));
      copying(incomingAnswer, answered).pipe(answer);
      incomingAnswer.once('error', (error) => fail(error, 'target'));
      incomingAnswer.once('end', () =>
        tell({ response: { status, headers: joined(headers), body: answered.close() } }),
      );
    });
    incoming.once('end', () => outgoing.addTrailers(pairs(incoming.rawTrailers)));
    copying(incoming, asked).pipe(outgoing);
  };

  const server = http.createServer(
    {
      // As long as the target keeps its own.
      keepAliveTimeout: 0,
      requestTimeout: 0,
      maxHeaderSize: 64 * 1024,
      // Some clients offer HTTP/2 with every call, and are answered in HTTP/1.1 nearly always.
      shouldUpgradeCallback: (incoming) => !isToHttp2(incoming),
    },
    pass,
  );
  server.on('checkContinue', pass);
  server.on('checkExpectation', pass);
  server.on('upgrade', (incoming, socket, head) => tunnel(call(incoming), socket, head));
  return server;
};

const hint = (answer: ServerResponse, status: number, headers: http.IncomingHttpHeaders): void => {
  const { link } = headers;
  if (status === 102) answer.writeProcessing();
  if (status === 103 && link !== undefined) answer.writeEarlyHints({ link });
};

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? '']] : []));

const copying = (stream: IncomingMessage, copy: BodyCopy): IncomingMessage =>
  stream.on('data', (chunk: Buffer) => copy.add(chunk));

export const joined = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name.toLowerCase(), [value].flat().join(', ')]),
  );

/** A body as far as it was kept. */
interface CopiedBody {
  /** In a buffer of their own. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly truncated: boolean;
}

interface BodyCopy {
  readonly add: (chunk: Uint8Array) => void;
  readonly close: () => CopiedBody;
}

/** Of one body. A catalogue page of the largest limit is a few hundred kilobytes. */
const mostOfOne = 8 * 1024 * 1024;
/** Of all that are under way. */
const mostOfAll = 64 * 1024 * 1024;

/** Keeps what passes by as long as there is room; what has no room is not kept, and never held up. */
const createBodyCopies = (most: number = mostOfOne): { readonly open: () => BodyCopy } => {
  let kept = 0;
  return {
    open() {
      let chunks: Uint8Array[] = [];
      let size = 0;
      let truncated = false;
      const drop = (): void => {
        kept -= size;
        size = 0;
        chunks = [];
      };
      return {
        add(chunk) {
          if (truncated) return;
          truncated = size + chunk.length > most || kept + chunk.length > mostOfAll;
          if (truncated) return drop();
          chunks.push(chunk);
          size += chunk.length;
          kept += chunk.length;
        },
        close() {
          const bytes = new Uint8Array(Buffer.concat(chunks));
          drop();
          return { bytes, truncated };
        },
      };
    },
  };
};

/** What is no HTTP any more goes through unseen, and so does the answer of a target that stays with HTTP. */
const tunnel = (outgoing: ClientRequest, socket: Duplex, head: Buffer): void => {
  const end = (): void => void socket.destroy();
  outgoing.once('error', end);
  socket.once('error', () => outgoing.destroy());
  outgoing.once('response', (answer) => {
    socket.write(`${headOf(answer, (name) => !ofItsConnection.has(name))}Connection: close\r\n\r\n`, 'latin1');
    answer.once('error', end).pipe(socket);
  });
  outgoing.once('upgrade', (answer, other, rest) => {
    socket.write(`${headOf(answer, () => true)}\r\n`, 'latin1');
    socket.write(rest);
    other.write(head);
    socket.on('error', () => other.destroy()).pipe(other);
    other.on('error', end).pipe(socket);
  });
  outgoing.end();
};

/** This one ends with the answer, whose pieces have been put together. */
const ofItsConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const headOf = (answer: IncomingMessage, isPassed: (name: string) => boolean): string => {
  const { statusCode, statusMessage, rawHeaders } = answer;
  const lines = rawHeaders.flatMap((name, place) =>
    place % 2 === 0 && isPassed(name.toLowerCase()) ? [`${name}: ${rawHeaders[place + 1]}\r\n`] : [],
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}`;
};

/**
 * A connection to the target for each of its callers': either ends with the other. So whoever calls just when the target closes
 * an idle connection finds its own closed, as it would straight, and asks again; a common pool would have to fail the call.
 */
const createConnections = (client: typeof http | typeof https): ((caller: Duplex) => http.Agent) => {
  const agents = new WeakMap<Duplex, http.Agent>();
  return (caller) => {
    const known = agents.get(caller);
    if (known !== undefined) return known;
    const agent = new client.Agent({ keepAlive: true, maxSockets: 1 });
    agents.set(caller, agent);
    caller.once('close', () => agent.destroy());
    const followed = new WeakSet<Duplex>();
    agent.on('free', (socket: Duplex) => {
      if (followed.has(socket)) return;
      followed.add(socket);
      socket.once('close', () => caller.end());
    });
    return agent;
  };
};
