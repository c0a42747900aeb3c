import { createHash, timingSafeEqual } from 'node:crypto';
import { problem } from '../calls/problem.ts';

type Fetch = (request: Request) => Promise<Response>;

/**
 * Lets only those at the control API who may act there. On loopback that is anybody on this machine, but no page of
 * another origin and nobody who comes by a name that merely resolves to here; elsewhere whoever knows the token.
 */
export const guardControl = (fetch: Fetch, token?: string): Fetch =>
  token === undefined ? local(fetch) : known(fetch, token);

const local =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const { hostname, host } = new URL(request.url);
    if (!isLoopback(hostname))
      return problem(403, 'ForeignHost', `This is served on loopback only, and not by the name ${hostname}.`);
    return isForeign(request, host) ? foreign() : fetch(request);
  };

const known =
  (fetch: Fetch, token: string): Fetch =>
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
    if (![bearer, cookieIn(request, cookie)].some((each) => each !== undefined && isSame(each, token)))
      return unknown(request);
    return isForeign(request, url.host) ? foreign() : fetch(request);
  };

export const isLoopback = (hostname: string): boolean =>
  /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);

/** A browser says from which page a call comes; one that no page makes has no origin. */
const isForeign = (request: Request, host: string): boolean => {
  const origin = request.headers.get('origin');
  if (origin === null) return request.headers.get('sec-fetch-site') === 'cross-site';
  return !URL.canParse(origin) || new URL(origin).host !== host;
};

const foreign = (): Response => problem(403, 'ForeignOrigin', 'Pages of another origin may not act here.');

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
