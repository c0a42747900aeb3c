import type { Fetch } from '#mocks/hosting';
import { toScheme } from '#mocks/platform';
import type { Clock } from '#mocks/time';
import { type Decision, delayMs, type Editor } from './editor.ts';

/** Messages whose sender only needs to hear that they arrived. */
const isOneWay = (operation: string): boolean =>
  !['ActivatePos', 'test-call', 'tip-list', 'tip-get', 'tip-put', 'ReceiveMessage', 'DeleteMessage'].includes(
    operation,
  );

/** Sooner than a till gives its call up: whoever does so before the answer is there does not know that it was taken. */
const patienceMs = 4_000;

/** Stands before the platform and changes what is sent to it. What is changed is signed anew, as its sender would have. */
export const requestsThrough = (
  platform: Fetch,
  operationOf: (request: Request) => Promise<string | undefined>,
  editor: Editor,
  clock: Clock,
): Fetch => {
  const secrets = new Map<string, string>();
  const scheme = toScheme();
  /** Lets go a message that is held. */
  let release: (() => void) | undefined;

  const passed = async (request: Request, operation: string | undefined): Promise<Response> => {
    const response = await platform(request);
    if (operation === 'ActivatePos') {
      const { apiConfiguration } = Object(
        await response
          .clone()
          .json()
          .catch(() => undefined),
      ) as {
        readonly apiConfiguration?: { readonly apiKey: string; readonly secret: string };
      };
      if (apiConfiguration) secrets.set(apiConfiguration.apiKey, apiConfiguration.secret);
    }
    return response;
  };

  const rewritten = async (request: Request, body: string, path = new URL(request.url).pathname): Promise<Request> => {
    const url = new URL(request.url);
    url.pathname = path;
    const headers = new Headers(request.headers);
    headers.delete('content-length');
    const apiKey = headers.get('x-api-key') ?? '';
    const secret = secrets.get(apiKey);
    const { method } = request;
    const message = { method, url: url.href, headers, body: new TextEncoder().encode(body) };
    // Signatures carry the real time.
    if (secret !== undefined)
      for (const [name, value] of Object.entries(await scheme.sign(message, { apiKey, secret }, Date.now())))
        headers.set(name, value);
    return new Request(url, { method, headers, ...(method !== 'GET' && { body }) });
  };

  const held = async (request: Request, operation: string): Promise<Response> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    const cancel = clock.after(isOneWay(operation) ? patienceMs : delayMs, resolve);
    await promise;
    cancel();
    release = undefined;
    return await passed(request, operation);
  };

  const dealt = async (request: Request, operation: string, decision: Decision | undefined): Promise<Response> => {
    if (decision === undefined) return await passed(request, operation);
    switch (decision.do) {
      case 'lose':
        return isOneWay(operation) ? new Response(null, { status: 204 }) : Response.error();
      case 'delay':
        await clock.sleep(isOneWay(operation) ? patienceMs : delayMs);
        return await passed(request, operation);
      case 'repeat':
        await passed(request.clone(), operation);
        return await passed(request, operation);
      case 'hold':
        return release === undefined ? await held(request, operation) : await passed(request, operation);
      case 'fail': {
        const body = await request.clone().text();
        return await platform(await rewritten(request, body, `${new URL(request.url).pathname}x`));
      }
      case 'send':
        return await passed(await rewritten(request, decision.text), operation);
      default:
        return decision satisfies never;
    }
  };

  return async (request) => {
    const operation = await operationOf(request);
    if (operation === undefined) return await platform(request);
    const decision = editor.decide(operation, await request.clone().text(), true);
    const before = operation === editor.operation ? release : undefined;
    const response = await dealt(request, operation, decision);
    before?.();
    return response;
  };
};
