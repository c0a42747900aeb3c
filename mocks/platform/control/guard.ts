import { createHash, timingSafeEqual } from 'node:crypto';
import { type Answer, type AnsweringSome, type Arrival, toResponse } from '#mocks/hosting';
import { refusal, problem } from '../calls/answer.ts';

export interface Controlling {
  (request: Request): Promise<Response>;
  /** The same without the objects of fetch, for what it takes. */
  readonly answering?: AnsweringSome | undefined;
}

/**
 * Lets only those at the control API who may act there. On loopback that is anybody on this machine, but no page of
 * another origin and nobody who comes by a name that merely resolves to here; elsewhere whoever knows the token.
 */
export const guardControl = (controlling: Controlling, token?: string): Controlling =>
  token === undefined ? local(controlling) : known(controlling, token);

const local = (controlling: Controlling): Controlling => {
  const refused = (url: string, header: Header): Answer | undefined => {
    const { hostname, host } = new URL(url);
    if (!isLoopback(hostname))
      return refusal(403, 'ForeignHost', `This is served on loopback only, and not by the name ${hostname}.`);
    return isForeign(header, host) ? foreign : undefined;
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
  (fetch: Controlling, token: string): Controlling =>
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
    return isForeign(headerIn(request), url.host) ? toResponse(foreign) : fetch(request);
  };

export const isLoopback = (hostname: string): boolean =>
  /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);

/** A browser says from which page a call comes; one that no page makes has no origin. */
const isForeign = (header: Header, host: string): boolean => {
  const origin = header('origin');
  if (origin === undefined) return header('sec-fetch-site') === 'cross-site';
  return !URL.canParse(origin) || new URL(origin).host !== host;
};

const foreign = refusal(403, 'ForeignOrigin', 'Pages of another origin may not act here.');

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
