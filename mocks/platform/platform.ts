import { Hono } from 'hono';
import { type BasketChangeError, basketChangeRefusal, createBasketChanges } from './api/basket-change.ts';
import { createEventStream, type PlatformEvent } from './event.ts';
import { parseJson, readBody } from './json-body.ts';
import { problem } from './problem.ts';

export interface PlatformOptions {
  readonly clock: { now(): number };
  /** Paths the specification does not show (assume/basket-change-path). */
  readonly paths?: { readonly basketChange?: string };
}

/** A stand-in for the service: stateful, strict, volatile. Not for production. */
export interface Platform {
  fetch(request: Request): Promise<Response>;
  readonly basketChanges: { loaded(basketId: string): void; rejectNext(error: BasketChangeError): void };
  /** The answer unsubscribes. */
  subscribe(listener: (event: PlatformEvent) => void): () => void;
}

export const createPlatform = (options: PlatformOptions): Platform => {
  const { clock } = options;
  const events = createEventStream(() => clock.now());
  const basketChanges = createBasketChanges();
  const app = new Hono();

  app.post(options.paths?.basketChange ?? '/merchant/v1/baskets/change', async (context) => {
    const body = await readBody(context.req.raw);
    if (!body.ok) return body.response;
    const json = parseJson(body.bytes);
    const value = json.ok ? json.value : undefined;
    const error = basketChanges.judge(value, clock.now());
    const status = error === undefined ? 204 : 400;
    events.emit({ kind: 'basket-change', body: value, status, ...(error !== undefined && { error }) });
    return error === undefined ? new Response(null, { status }) : basketChangeRefusal(error);
  });
  app.notFound((context) => {
    const { method, path } = context.req;
    events.emit({ kind: 'unknown-path', method, path });
    return problem(404, 'NotFound', `The platform serves nothing at ${method} ${path}.`);
  });
  app.onError((error, context) => {
    const { method, path } = context.req;
    events.emit({ kind: 'broken', method, path, reason: error.message });
    return problem(500, 'PlatformBroken', 'The mock platform has a bug; its journal says more.');
  });

  return { fetch: async (request) => app.fetch(request), basketChanges, subscribe: events.subscribe };
};
