import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { type ProxiedCall, joined, type ProxiedMessage } from './reverse-proxy.ts';
import { type MirroredPair, validate } from '#schemas';
import { jsonOf } from '#traffic';

export interface MirrorOptions extends PairOptions {
  readonly onCall: (call: ProxiedCall) => void;
  readonly onRefused: (why: string) => void;
  /** What is said at /metrics, besides what was refused. */
  readonly metrics: () => Metrics;
}

/** The counters of Prometheus: each with what it counts, and its value, or one for each value of a label. */
export type Metrics = Readonly<
  Record<
    string,
    { readonly help: string; readonly label?: string; readonly counts: number | ReadonlyMap<string, number> }
  >
>;

/** Of all lines that are under way. */
const mostOfAll = 64 * 1024 * 1024;
/** What a piece takes besides its bytes: a line may come byte by byte. */
const ofAPiece = 256;
/** What the answer to a tap explains. */
const mostReasons = 20;

/**
 * Takes pairs that a proxy mirrors, an object to a line, and stands in nobody's way: a tap that is answered late or not at all
 * loses a copy. Whatever comes is counted; no line can stop it, and all together hold no more than there is room for.
 */
export const createMirror = (options: MirrorOptions): http.Server => {
  const refused = new Map<Refusal, number>([
    ['too long', 0],
    ['no JSON', 0],
    ['no pair', 0],
  ]);
  // JSON writes a character in up to six, and there are two bodies.
  const mostLine = Math.min(mostOfAll / 2, 12 * options.mostBody + 256 * 1024);
  let kept = 0;

  const take = async (incoming: IncomingMessage): Promise<object> => {
    const reasons: { readonly line: number; readonly why: string }[] = [];
    let [taken, missed, number] = [0, 0, 0];
    let chunks: Buffer[] = [];
    let size = 0;
    let isTooLong = false;
    const refuse = (reason: Refusal, why: string): void => {
      missed++;
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
      if (reasons.length < mostReasons) reasons.push({ line: number, why });
      options.onRefused(why);
    };
    const drop = (): void => {
      kept -= size;
      [chunks, size] = [[], 0];
    };
    const add = (piece: Buffer): void => {
      if (isTooLong) return;
      const room = piece.length + ofAPiece;
      isTooLong = size + room > mostLine || kept + room > mostOfAll;
      if (isTooLong) return drop();
      chunks.push(piece);
      size += room;
      kept += room;
    };
    const end = (): void => {
      number++;
      const line = Buffer.concat(chunks).toString('utf8').trim();
      drop();
      const pair = isTooLong
        ? ({ refused: 'too long', why: 'it is too long' } as const)
        : line === ''
          ? undefined
          : pairIn(line, options);
      isTooLong = false;
      if (pair === undefined) return;
      if ('refused' in pair) return refuse(pair.refused, pair.why);
      taken++;
      options.onCall(pair);
    };
    try {
      for await (const chunk of incoming as AsyncIterable<Buffer>) {
        let from = 0;
        for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
          add(chunk.subarray(from, to));
          end();
          from = to + 1;
        }
        add(chunk.subarray(from));
      }
      end();
    } finally {
      // Also of a tap that went away in the middle of a line.
      drop();
    }
    return { taken, refused: missed, ...(missed > 0 && { reasons }) };
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const say = (status: number, type: string, text: string): void =>
      void outgoing.writeHead(status, { 'content-type': type }).end(text);
    // A page in a browser of this machine is no proxy.
    if (incoming.headers.origin !== undefined || incoming.headers['sec-fetch-site'] !== undefined)
      return say(403, 'text/plain', 'Not for browsers.\n');
    if (incoming.method === 'GET' && incoming.url === '/metrics') {
      const help = 'Lines of the mirror that are no pair.';
      const all = { ...options.metrics(), mirror_refused: { help, label: 'reason', counts: refused } };
      return say(200, 'text/plain; version=0.0.4; charset=utf-8', metricsText(all));
    }
    if (incoming.method !== 'POST') return say(405, 'text/plain', 'POST pairs, or GET /metrics.\n');
    say(200, 'application/json', `${JSON.stringify(await take(incoming))}\n`);
  };

  return http.createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      outgoing.destroy();
      // Unless the tap went away it is a fault of ours, and to be told.
      if (incoming.errored === null) throw error;
    });
  });
};

/** Prometheus's text format, 0.0.4. */
const metricsText = (metrics: Metrics): string =>
  Object.entries(metrics)
    .flatMap(([name, { help, label, counts }]) => {
      const full = `conformance_${name}_total`;
      const samples =
        typeof counts === 'number'
          ? [`${full} ${counts}`]
          : [...counts].map(([of, count]) => `${full}{${label}="${of}"} ${count}`);
      return [`# HELP ${full} ${help}`, `# TYPE ${full} counter`, ...samples];
    })
    .map((line) => `${line}\n`)
    .join('');

export type Refusal = 'too long' | 'no JSON' | 'no pair';

export interface PairOptions {
  readonly now: () => number;
  /** Of one body, in bytes; what is longer is not judged. */
  readonly mostBody: number;
}

export const pairIn = (
  line: string,
  { now, mostBody }: PairOptions,
): ProxiedCall | { readonly refused: Refusal; readonly why: string } => {
  const value = jsonOf(line);
  if (value === undefined) return { refused: 'no JSON', why: 'it is no JSON' };
  const [wrong] = validate('mirrored-pair', value);
  if (wrong !== undefined) return { refused: 'no pair', why: `${wrong.pointer || '/'}: ${wrong.message}` };
  // Just validated.
  const { at, durationMs = 0, request, response } = value as MirroredPair;
  const began = typeof at === 'number' ? at * 1000 : at === undefined ? now() - durationMs : Date.parse(at);
  const ago = now() - began;
  // Laws go by these times: one line that is years ahead would age all that come after it.
  if (!(ago < dayMs && durationMs - ago < dayMs / 24))
    return { refused: 'no pair', why: '/at: not of the last day; conformance judge takes what is older' };
  const message = ({ headers = {}, body, encoding = 'utf-8' }: Message): ProxiedMessage => {
    const bytes = new Uint8Array(Buffer.from(body ?? '', encoding));
    const truncated = body === undefined || bytes.length > mostBody;
    return { headers: joined(headers), body: { bytes: truncated ? new Uint8Array() : bytes, truncated } };
  };
  return {
    at: began,
    answeredAt: began + durationMs,
    request: { ...message(request), method: request.method, url: request.url },
    response: { ...message(response), status: response.status },
  };
};

type Message = Pick<MirroredPair['response'], 'headers' | 'body' | 'encoding'>;

const dayMs = 24 * 60 * 60 * 1000;
