import { createApiFaults } from './api-faults.ts';
import { type BasketChangeError, createBasketChanges } from './api/basket-change.ts';
import { createApp } from './app.ts';
import { createAuthenticate } from './authentication.ts';
import { createControl, type Control } from './control/control.ts';
import { createControlApp } from './control/app.ts';
import { createDirectedAnswers } from './directed-answers.ts';
import { createEventStream, type PlatformEvent } from './event.ts';
import { fromFifoQueue } from './queue/backend.ts';
import { createQueueFaults } from './queue/faults.ts';
import { createQueueGateway } from './queue/gateway.ts';
import { isSqsRequest } from './queue/wire/call.ts';
import { type PlatformOptions, toSettings } from './settings.ts';
import { createState } from './state.ts';

/** A stand-in for the service: stateful, strict, volatile. Not for production. */
export interface Platform {
  /** The API and the queue, as merchants and POS systems reach them. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The control API, to be served on a port of its own. */
  readonly controlFetch: (request: Request) => Promise<Response>;
  /** What the control API does, without HTTP. */
  readonly control: Control;
  readonly basketChanges: {
    readonly loaded: (basketId: string) => void;
    readonly rejectNext: (error: BasketChangeError) => void;
  };
  /** The answer unsubscribes. */
  readonly subscribe: (listener: (event: PlatformEvent) => void) => () => void;
  /** Ends every timer and every waiting poll. */
  readonly close: () => void;
}

export const createPlatform = (options: PlatformOptions): Platform => {
  const { clock, wallNow = () => Date.now() } = options;
  const settings = toSettings(options);
  const state = createState();
  const events = createEventStream(() => clock.now());
  const basketChanges = createBasketChanges();
  const faults = createQueueFaults();
  const apiFaults = createApiFaults({ clock, events });
  const directedAnswers = createDirectedAnswers({ clock });
  const authenticate = createAuthenticate({ state, settings, events, wallNow });
  const app = createApp({ state, settings, events, clock, authenticate, basketChanges, directedAnswers });
  const gateway = createQueueGateway({
    clock,
    wallNow,
    faults,
    region: settings.queue.region,
    allowChangeVisibility: settings.queue.allowChangeVisibility ?? false,
    directory: {
      secretOf: (accessKeyId) => state.queueCredentials.get(accessKeyId)?.secretAccessKey,
      queueOf(accessKeyId) {
        const location = state.queueCredentials.get(accessKeyId)?.location;
        return location && { name: location.queueName, backend: fromFifoQueue(location.queue) };
      },
    },
    record: (call) => events.emit({ kind: 'queue-call', call }),
  });
  const control = createControl({
    state,
    settings,
    events,
    clock,
    faults,
    apiFaults,
    directedAnswers,
    basketChanges,
  });
  const controlApp = createControlApp({ control, events });

  const api = apiFaults.around(async (request) => app.fetch(request));

  return {
    fetch: async (request) => (isSqsRequest(request) ? gateway(request) : api(request)),
    controlFetch: async (request) => controlApp.fetch(request),
    control,
    basketChanges: { loaded: basketChanges.loaded, rejectNext: basketChanges.rejectNext },
    subscribe: events.subscribe,
    close() {
      for (const { queue, capability } of state.locations.values()) {
        queue.close();
        capability.close();
      }
    },
  };
};
