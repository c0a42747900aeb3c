import { createHash, timingSafeEqual } from 'node:crypto';
import { type Answer, type AnsweringSome, type Arrival, toResponse } from '#mocks/hosting';
import { refusal, problem } from '../calls/answer.ts';

export interface Controlling {
  (request: Request): Promise<Response>;
  /** The same without the objects of fetch, for what it takes. */
  readonly answering?: AnsweringSome | undefined;
}

export interface Guard {
  readonly token?: string | undefined;
  /** Names by which a forwarder serves it: a host, or `.example.com` for all below it. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/**
 * Lets only those at the control API who may act there. On loopback that is anybody on this machine, but no page of
 * another origin and nobody who comes by a name that merely resolves to here; elsewhere whoever knows the token.
 */
export const guardControl = (controlling: Controlling, { token, allowedHosts = [] }: Guard = {}): Controlling => {
  const isAllowed = (host: string): boolean =>
    allowedHosts.some((allowed) => host === allowed || (allowed.startsWith('.') && host.endsWith(allowed)));
  return token === undefined ? local(controlling, isAllowed) : known(controlling, token, isAllowed);
};

type IsAllowed = (hostname: string) => boolean;

const local = (controlling: Controlling, isAllowed: IsAllowed): Controlling => {
  const refused = (url: string, header: Header): Answer | undefined => {
    const { hostname, host } = new URL(url);
    if (!isLoopback(hostname) && !isAllowed(hostname))
      return refusal(
        403,
        'ForeignHost',
        `This is served on loopback only, and not by the name ${hostname}. ${allow(hostname)}`,
      );
    return foreign(header, host, isAllowed);
  };
  const { answering } = controlling;
  return Object.assign(
    async (request: Request) => {
      const answer = refused(request.url, headerIn(request));
      return answer === undefined ? controlling(request) : toResponse(answer);
    },
    {
      answering:
        answering &&
        ((arrival: Arrival) => {
          const answer = refused(arrival.url, (name) => arrival.headers[name]);
          return answer === undefined ? answering(arrival) : Promise.resolve(answer);
        }),
    },
  );
};

type Header = (name: string) => string | undefined;
const headerIn =
  ({ headers }: Request): Header =>
  (name) =>
    headers.get(name) ?? undefined;

const known =
  (fetch: Controlling, token: string, isAllowed: IsAllowed): Controlling =>
  async (request) => {
    const url = new URL(request.url);
    const cookie = `console-${digest(token).toString('hex').slice(0, 12)}`;
    const given = url.searchParams.get('token');
    if (given !== null && request.method === 'GET' && isSame(given, token)) {
      url.searchParams.delete('token');
      // The address with the token in it must not stay in the history.
      return new Response(null, {
        status: 303,
        headers: {
          // Two slashes at its front would lead to another host.
          location: `/${url.pathname.replace(/^[/\\]+/, '')}${url.search}`,
          'set-cookie': `${cookie}=${token}; Path=/; HttpOnly; SameSite=Strict`,
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        },
      });
    }
    const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    // No browser sends this by itself, whatever page it shows.
    if (bearer !== undefined && isSame(bearer, token)) return fetch(request);
    if (!isSame(cookieIn(request, cookie) ?? '', token)) return unknown(request);
    const answer = foreign(headerIn(request), url.host, isAllowed);
    return answer === undefined ? fetch(request) : toResponse(answer);
  };

export const isLoopback = (hostname: string): boolean =>
  /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);

/** A browser says from which page a call comes; one that no page makes has no origin. A forwarder may write another host into it. */
const foreign = (header: Header, host: string, isAllowed: IsAllowed): Answer | undefined => {
  const origin = header('origin');
  const page = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  const isOwn =
    origin === undefined
      ? header('sec-fetch-site') !== 'cross-site'
      : page !== undefined && (page.host === host || isAllowed(page.hostname));
  if (isOwn) return undefined;
  const how = page === undefined ? '' : ` ${allow(page.hostname)}`;
  return refusal(403, 'ForeignOrigin', `Pages of another origin may not act here.${how}`);
};

const allow = (hostname: string): string => `Behind a forwarder, add ${hostname} to platform.allowedHosts.`;

const unknown = (request: Request): Response => {
  const text = 'Open the address with ?token=… that the platform printed, or send Authorization: Bearer TOKEN.';
  if (!(request.headers.get('accept') ?? '').includes('text/html')) return problem(401, 'TokenMissing', text);
  return new Response(`<!doctype html><meta charset="utf-8"><title>Token needed</title><p>${text}</p>`, {
    status: 401,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
  });
};

const cookieIn = (request: Request, name: string): string | undefined =>
  (request.headers.get('cookie') ?? '')
    .split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
