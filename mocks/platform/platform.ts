import { decoratedBy } from '#mocks/faults';
import { fetchRequest, type PlainFetch, toFetch } from '#mocks/hosting';
import { merchantAddresses, type BasketChangeError } from '#schemas';
import { createClassifier, type Secrets } from '#traffic';
import { createApiFaults } from './api/api-faults.ts';
import { createBasketChanges } from './api/basket-change.ts';
import { createApp } from './api/app.ts';
import { callerIn, createAuthenticate } from './api/authentication.ts';
import { type Control, createControl } from './control/control.ts';
import { createControlApp } from './control/app.ts';
import type { Controlling } from './control/guard.ts';
import { createDirectedAnswers } from './api/directed-answers.ts';
import { createEventStream, type PlatformEvent } from './calls/event.ts';
import { type PlatformFaultId, platformFaults } from './faults/index.ts';
import type { PlatformFault } from './faults/platform-fault.ts';
import type { Handle } from './calls/call.ts';
import { createFront } from './calls/front.ts';
import { createQueueFaults } from './queue/faults.ts';
import { createQueueGateway, type QueueDirectory } from './queue/gateway.ts';
import { createHandedOver } from './queue/handed-over.ts';
import { type PlatformOptions, toSettings } from './state/settings.ts';
import { createShops, type Shops } from './engines/shops/shops.ts';
import { createState, type State } from './state/state.ts';

/** A stand-in for the service: stateful, strict, and volatile unless given a store. Not for production. */
export interface Platform {
  /** The API and the queue, as merchants and POS systems reach them. */
  readonly fetch: PlainFetch;
  /** The control API, to be served on a port of its own. */
  readonly controlFetch: Controlling;
  /** What the control API does, without HTTP. */
  readonly control: Control;
  readonly basketChanges: {
    readonly loaded: (basketId: string) => void;
    readonly rejectNext: (error: BasketChangeError) => void;
  };
  /** Whatever must not be shown: keys that were issued, and the headers and keys of shops. */
  readonly secrets: () => Secrets;
  /** The answer unsubscribes. */
  readonly subscribe: (listener: (event: PlatformEvent) => void) => () => void;
  /** Ends every timer, every waiting poll and every call to a merchant. */
  readonly close: () => void;
}

/** `faults`: what this platform does wrong on purpose. */
export const createPlatform = (
  given: PlatformOptions & { readonly faults?: readonly (PlatformFaultId | PlatformFault)[] },
): Platform => {
  const decorated = decoratedBy<PlatformFault>(
    (given.faults ?? []).map((fault) => (typeof fault === 'string' ? platformFaults[fault] : fault)),
  );
  const options = decorated('options', given);
  const { clock, wallNow = () => Date.now(), mayCall = () => true } = options;
  const settings = toSettings(options);
  const events = createEventStream(() => clock.now());
  const { store } = settings;
  const handedOver = createHandedOver(clock);
  const state = createState({
    clock,
    settings,
    events,
    handedOver,
    store,
    decorateQueue: (queue, commands) => decorated('queue', queue, commands),
  });
  const kit = { clock, state };
  const basketChanges = createBasketChanges(state.baskets, settings.shapes);
  const { tap, ports: { exchanges } = {} } = options;
  exchanges?.follow((id, kind) => events.emit({ kind, id }));
  const shops = createShops({
    clock,
    signing: { now: wallNow, skewMs: settings.timing.clockSkewMs },
    events,
    store,
    retention: settings.retention,
    send: allowed(options.send ?? fetchRequest, mayCall),
    tap,
    loaded: basketChanges.loaded,
    decorateCalls: (calls) => decorated('calls', calls),
    decorateProducts: (products) => decorated('products', products),
  });
  const faults = createQueueFaults();
  const apiFaults = createApiFaults({ clock, callerOf: callerIn(state) });
  const directedAnswers = createDirectedAnswers({ clock });
  const authenticate = createAuthenticate({ state, settings, wallNow });
  const { pushed } = shops;
  const app = createApp({ state, settings, clock, authenticate, basketChanges, directedAnswers, pushed });
  const directory: QueueDirectory = {
    secretOf: (accessKeyId) => state.queueCredentials.get(accessKeyId)?.secretAccessKey,
    queueOf(accessKeyId) {
      const location = state.queueCredentials.get(accessKeyId)?.location;
      if (location === undefined) return undefined;
      const { queueName: name, backend, integrationProfileId } = location;
      return { name, backend, integrationProfileId };
    },
  };
  const gateway = createQueueGateway({
    clock,
    wallNow,
    faults,
    region: settings.queue.region,
    allowChangeVisibility: settings.queue.allowChangeVisibility ?? false,
    directory,
    handedOver,
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
    shops,
    mayCall,
    exchanges,
    ports: options.ports ?? {},
  });
  const secrets = () => secretsOf(state, shops, options.hidden ?? []);
  const controlApp = createControlApp({ control, events, exchanges, secrets, page: options.ports?.page });

  const api = apiFaults.around(decorated('front', app, kit));
  const queue = decorated('gateway', gateway, kit);
  const handle: Handle = (call) => (call.named.party === 'queue' ? queue(call) : api(call));

  return {
    fetch: toFetch(createFront(handle, { clock, events, classify: createClassifier(settings), tap })),
    controlFetch: decorated('control', Object.assign(controlApp.fetch, { answering: controlApp.answering }), kit),
    control,
    basketChanges: { loaded: basketChanges.loaded, rejectNext: basketChanges.rejectNext },
    secrets,
    subscribe: events.subscribe,
    close() {
      shops.close();
      for (const location of state.locations.values()) location.close();
    },
  };
};

/** A shop that was named before, when more was allowed, is not called either. */
const allowed =
  (send: NonNullable<PlatformOptions['send']>, mayCall: (address: URL) => boolean): typeof send =>
  async (request) => {
    const { host } = new URL(request.url);
    if (!mayCall(new URL(request.url))) throw new Error(`platform.shopHosts does not allow calls to ${host}`);
    return await send(request);
  };

/** Keys and PINs that were issued, what goes with the calls to shops, and what the host has said. */
const secretsOf = (
  { apiCredentials, queueCredentials, pins, retired }: State,
  shops: Shops,
  hidden: readonly string[],
): Secrets => {
  const settings = Array.from(shops.entries(), ([, shop]) => shop.settings);
  const values = [
    ...Array.from(apiCredentials.values(), ({ apiKey, secret }) => [apiKey, secret]),
    ...Array.from(queueCredentials.values(), ({ accessKeyId, secretAccessKey }) => [accessKeyId, secretAccessKey]),
    // A PIN that was used opens nothing.
    [...pins.entries()].flatMap(([pinCode, { consumed }]) => (consumed ? [] : [pinCode])),
    hidden,
    retired,
    ...settings.map(({ signature: { apiKey, secret } = {} }) => [apiKey, secret]),
    ...settings.map((shop) => merchantAddresses.flatMap((key) => keysInQuery(shop[key]))),
  ];
  return {
    values: values.flat().filter((value) => value !== undefined),
    headers: settings.map(({ headers = {} }) => headers),
  };
};

/** What may be a key in a configured address: hiding an ordinary word everywhere would destroy the text around it. */
const keysInQuery = (url: string | undefined): readonly string[] =>
  url === undefined || !URL.canParse(url)
    ? []
    : [...new URL(url).searchParams.values()].filter((value) => value.length >= 8 && /\d/.test(value));
