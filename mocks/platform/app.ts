import { type Context, Hono } from 'hono';
import type { Basket } from '#schemas';
import { activatePos } from './api/activate-pos.ts';
import { type BasketChanges, basketChangeRefusal } from './api/basket-change.ts';
import { acceptCallback } from './api/callbacks.ts';
import { acceptPosEvent } from './api/pos-events.ts';
import { startQueueTest } from './api/queue-test.ts';
import { reportHealth } from './api/report-health.ts';
import { getTipRecipient, listTipRecipients, putTipRecipientCall } from './api/tip-recipients.ts';
import type { Authenticate, Handle } from './authentication.ts';
import type { DirectedAnswers } from './directed-answers.ts';
import type { EventStream } from './event.ts';
import { eventIdOf } from './event-id.ts';
import { parseJson, readBody } from './json-body.ts';
import { problem } from './problem.ts';
import type { Settings } from './settings.ts';
import type { State } from './state.ts';

export interface AppDeps {
  readonly state: State;
  readonly settings: Settings;
  readonly events: EventStream;
  readonly clock: { now(): number };
  readonly authenticate: Authenticate;
  readonly basketChanges: BasketChanges;
  readonly directedAnswers: DirectedAnswers;
  /** A basket change that was accepted. */
  readonly pushed: (basket: Basket) => void;
}

/** The platform's own endpoints, one line each. */
export const createApp = (deps: AppDeps): Hono => {
  const { settings, events, clock, authenticate, directedAnswers } = deps;
  const { paths } = settings;
  const tips = { events, clock, linkLifetimeMs: settings.timing.tipLinkLifetimeMs, ...settings.tipRecipients };
  const signed = (context: Context, handle: Handle) =>
    authenticate(context.req.raw, (call) => directedAnswers.insteadOf(context.req.raw) ?? handle(call));
  const id = (context: Context, name: string) => context.req.param(name) ?? '';
  const app = new Hono();

  app.post(paths.basketChange, (context) => changeBasket(context.req.raw, deps));
  app.post('/merchant/v1/pos/activate', (context) => activatePos(context.req.raw, deps));
  app.post(paths.health, (context) => signed(context, (call) => reportHealth(call, events)));
  app.post('/merchant/v1/async/test', (context) => signed(context, (call) => startQueueTest(call, deps)));
  app.post('/merchant/v1/async/:messageKind/:messageId', (context) => {
    const address = { messageKind: id(context, 'messageKind'), messageId: id(context, 'messageId') };
    return signed(context, (call) => acceptCallback(call, address, deps));
  });
  app.get('/merchant/v1/tipRecipients', (context) => signed(context, (call) => listTipRecipients(call, tips)));
  app.get('/merchant/v1/tipRecipients/:id', (context) =>
    signed(context, (call) => getTipRecipient(call, id(context, 'id'), tips)),
  );
  app.put('/merchant/v1/tipRecipients/:id', (context) =>
    signed(context, (call) => putTipRecipientCall(call, id(context, 'id'), tips)),
  );
  app.post(paths.events.replace('{messageKind}', ':messageKind'), (context) => {
    const { headers } = context.req.raw;
    return signed(context, (call) => {
      const messageId = eventIdOf({ headers, bytes: call.bytes }, settings.eventId);
      return acceptPosEvent(call, { messageKind: id(context, 'messageKind'), messageId }, deps);
    });
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
  return app;
};

const changeBasket = async (request: Request, { basketChanges, pushed, clock, events }: AppDeps): Promise<Response> => {
  const read = await readBody(request);
  if (!read.ok) return read.response;
  const json = parseJson(read.bytes);
  const body = json.ok ? json.value : undefined;
  const error = basketChanges.judge(body, clock.now());
  const status = error === undefined ? 204 : 400;
  events.emit({ kind: 'basket-change', body, status, ...(error !== undefined && { error }) });
  if (error !== undefined) return basketChangeRefusal(error);
  pushed(body as Basket);
  return new Response(null, { status });
};
