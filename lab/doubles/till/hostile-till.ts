import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { serve } from '#mocks/hosting';
import { createReferenceTill, type PosVariant, posVariants } from '#mocks/pos';
import { type Clock, systemClock } from '#mocks/time';
import type { Config } from '#schemas';

type Send = (request: Request) => Promise<Response>;

/** What a hostile till knows of itself, once it is active. */
interface Self {
  readonly clock: Clock;
  /** Of the real thing: floods and bodies are so much smaller. */
  readonly share: number;
  /** A signed call of its own, beside what the till does. */
  readonly call: (
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  /** Requests after this get no answer, and neither do those to its back office. */
  readonly die: () => void;
  readonly revive: () => void;
}

/** How every request leaves; `next` sends it as it is. */
type Misbehaviour = (self: Self) => (request: Request, next: Send) => Promise<Response>;

const isCallback = (request: Request): boolean => /\/async\/[^/]+\/[^/]+$/.test(new URL(request.url).pathname);
const isActivation = (request: Request): boolean => request.url.endsWith('/pos/activate');
const isQueue = (request: Request): boolean => request.headers.get('authorization')?.startsWith('AWS4') === true;

/** Does something else with the callbacks from the n-th on. */
const callbacksFrom =
  (from: number, other: (self: Self, request: Request, next: Send, nth: number) => Promise<Response>): Misbehaviour =>
  (self) => {
    let seen = 0;
    return async (request, next) => {
      if (!isCallback(request)) return await next(request);
      seen++;
      return seen < from ? await next(request) : await other(self, request, next, seen);
    };
  };

const many = async (count: number, width: number, work: (n: number) => Promise<unknown>): Promise<void> => {
  let n = 0;
  const worker = async (): Promise<void> => {
    while (n < count) await work(n++).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: width }, worker));
};

const garbageOf = (share: number): readonly { readonly body: string; readonly type?: string }[] => [
  { body: 'no JSON at all' },
  { body: `"${'x'.repeat(10 * 1024 * 1024 * share)}"` },
  { body: '<html>busy</html>', type: 'text/html' },
  { body: '['.repeat(100_000 * share) + ']'.repeat(100_000 * share) },
  { body: `${'{"success":'.repeat(50_000 * share)}1${'}'.repeat(50_000 * share)}` },
  { body: '' },
  { body: '\u0000\ufffd' },
  { body: 'null' },
];

/** Sends ever more of a body, until the other side has enough of it. */
const upload = async ({ hostname, port, pathname }: URL): Promise<void> => {
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => {
    socket.on('error', resolve).on('close', resolve);
  });
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const chunk = `100000\r\n${' '.repeat(0x10_00_00)}\r\n`;
  const more = (): void => void socket.write(chunk, (error) => error ?? more());
  more();
  await closed;
};

/** What a till may do to us, each as something around what a reference till sends. */
export const misbehaviours = {
  'dies mid-run': callbacksFrom(8, async (self, request, next) => {
    self.die();
    return await next(request);
  }),
  'never activates': () => async (request, next) =>
    isActivation(request) ? Response.json({ success: false, failureReason: 'nobody' }) : await next(request),
  'never polls': () => async (request, next) =>
    isQueue(request) ? await new Promise(() => undefined) : await next(request),
  'floods callbacks': callbacksFrom(3, async (self, request, next, nth) => {
    const { pathname } = new URL(request.url);
    const body = await request.clone().text();
    if (nth === 3) {
      await many(3000 * self.share, 20, () => self.call('POST', pathname, body));
      await many(3000 * self.share, 20, (n) =>
        self.call('POST', `${pathname.replace(/[^/]+$/, '')}unknown-${n}`, body),
      );
    }
    return await next(request);
  }),
  'answers garbage': callbacksFrom(3, async (self, request, _, nth) => {
    const garbage = garbageOf(self.share);
    const { body = '', type = 'application/json' } = garbage[nth % garbage.length] ?? {};
    return await self.call('POST', new URL(request.url).pathname, body, { 'content-type': type });
  }),
  'uploads without end': callbacksFrom(3, async (_, request, next, nth) => {
    if (nth === 3) await upload(new URL(request.url));
    return await next(request);
  }),
  'uses the API key of another location': () => async (request, next) => {
    if (isQueue(request) || isActivation(request)) return await next(request);
    const other = new Request(request);
    other.headers.set('X-Api-Key', 'key-of-another-location');
    return await next(other);
  },
  'uses the queue credentials of another location': () => async (request, next) => {
    if (!isQueue(request)) return await next(request);
    const other = new Request(request);
    const named = request.headers.get('authorization')?.replace(/Credential=[^/]+/, 'Credential=AKIAANOTHERLOCATION1');
    other.headers.set('authorization', named ?? '');
    return await next(other);
  },
  'floods events': callbacksFrom(3, async (self, request, next, nth) => {
    if (nth === 3)
      await many(10_000 * self.share, 20, (n) =>
        self.call('POST', '/merchant/v1/pos/events/PosLocationAvailabilityChanged', '{"open":true}', {
          'x-message-id': `flood-${n}`,
        }),
      );
    return await next(request);
  }),
  'hangs connections half-open': callbacksFrom(3, async (_, request, next, nth) => {
    const { hostname, port, pathname } = new URL(request.url);
    if (nth === 3)
      for (let count = 0; count < 200; count++) {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        const head = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"half`;
        socket.write(count % 2 === 0 ? head : 'POST /mer');
        socket.unref();
      }
    return await next(request);
  }),
  'restarts mid-run': callbacksFrom(8, async (self, request, next, nth) => {
    if (nth !== 8) return await next(request);
    self.die();
    self.clock.after(4000, self.revive);
    return Response.error();
  }),
} as const satisfies Readonly<Record<string, Misbehaviour>>;

export type MisbehaviourName = keyof typeof misbehaviours;
const misbehaviourNames = Object.keys(misbehaviours) as readonly MisbehaviourName[];

/** A reference till with a misbehaviour between it and the platform. */
export const hostileTill = (
  name: MisbehaviourName,
  { variant = 'copper', clock, share = 1 }: { variant?: PosVariant; clock: Clock; share?: number },
) => {
  let platform = '';
  let credentials = { apiKey: '', secret: '' };
  let dead = false;
  const network: Send = async (request) => {
    if (dead) return Response.error();
    const response = await fetch(request);
    if (isActivation(request)) {
      platform = new URL(request.url).origin;
      const { apiConfiguration } = Object(await response.clone().json());
      credentials = apiConfiguration ?? credentials;
    }
    return dead ? Response.error() : response;
  };
  const self: Self = {
    clock,
    share,
    call: async (method, path, body, headers = {}) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const hash = createHash('sha256').update(body).digest('hex');
      const text = [method, path, timestamp, hash].join('\n');
      const signature = createHmac('sha256', credentials.secret).update(text).digest('hex');
      return await fetch(`${platform}${path}`, {
        method,
        body,
        headers: {
          'content-type': 'application/json',
          'X-Api-Key': credentials.apiKey,
          'X-Timestamp': timestamp,
          'X-Signature': signature,
          ...headers,
        },
      });
    },
    die: () => {
      dead = true;
    },
    revive: () => {
      dead = false;
    },
  };
  const around = misbehaviours[name](self);
  const till = createReferenceTill({ variant, clock, send: async (request) => await around(request, network) });
  return {
    fetch: async (request: Request): Promise<Response> => (dead ? Response.error() : await till.fetch(request)),
    configuration: (baseUrl: string): Config => till.configuration(baseUrl),
    stop: till.stop,
  };
};

/** `node …/hostile-till.ts NAME VARIANT FILE`: the same as a process of its own, with its configuration in FILE. */
if (import.meta.main) {
  const [name, given, file = ''] = process.argv.slice(2);
  const misbehaviour = misbehaviourNames.find((known) => known === name);
  const variant = posVariants.find((known) => known === given);
  if (misbehaviour === undefined || variant === undefined)
    throw new Error(`no misbehaviour ${name} or variant ${given}`);
  const till = hostileTill(misbehaviour, { variant, clock: systemClock });
  const { url } = await serve(till.fetch);
  writeFileSync(file, JSON.stringify(till.configuration(url)));
  process.stderr.write(`listens on ${url}\n`);
}
