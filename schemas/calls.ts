import type { Judged } from './commands.ts';
import type { AssumptionId } from './requirements/assumptions.ts';
import type { ShapeName } from './shapes/names.ts';

type PathKey = 'basketChange' | 'health' | 'events';

interface Answer {
  readonly description: string;
  readonly shape?: ShapeName;
}

interface QueryParameter {
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In the OpenAPI document. */
  readonly operationId: string;
  readonly description?: string;
  /** With the credentials of a POS. */
  readonly signed?: true;
  /** What the body is; `events` and `results` depend on the messageKind. */
  readonly request?: ShapeName | 'events' | 'results';
  /** By status. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The body the target writes: as what it is judged, and who is charged where there is none. `operationOf` knows all. */
  readonly judged?: Judged;
}

/** Key of the configuration, under merchant. */
export type MerchantAddress = (typeof merchantAddresses)[number];
export const merchantAddresses = ['basketUrl', 'recalculateUrl', 'orderUrl', 'catalogueUrl'] as const;

/** Called by the platform, at an address the merchant configures. */
interface MerchantHosted extends HttpCall {
  readonly host: 'merchant';
  readonly method: 'GET' | 'POST';
  readonly party: 'merchant';
  readonly address: MerchantAddress;
  /** What tells it from another call to the same address. */
  readonly marked?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly judged: Judged;
  /** Milliseconds it is to be answered in, where the specification says so. */
  readonly withinMs?: number;
  /** In a sentence, and what is to come back. */
  readonly noun: string;
  readonly awaited: string;
}

/** Called by a merchant or a POS, at the platform. */
interface PlatformHosted extends HttpCall {
  readonly host: 'platform';
  readonly party: 'merchant' | 'pos';
  readonly path: string;
  /** Where the specification does not show the path: the key under platform.paths, and the assumption. */
  readonly configured?: { readonly key: PathKey; readonly assumption: AssumptionId };
}

/** Called by a POS, at its queue. */
interface QueueHosted {
  readonly host: 'queue';
  readonly party: 'queue';
  readonly action: string;
}

const atMerchant = { host: 'merchant', party: 'merchant' } as const;
const signedByPos = { host: 'platform', party: 'pos', signed: true } as const;

/** Every call of the protocol. Endpoints › Merchant-hosted, Platform-hosted, Queue delivery */
export const calls = {
  retrieval: {
    ...atMerchant,
    method: 'GET',
    address: 'basketUrl',
    query: {
      basketId: {
        required: true,
        schema: { type: 'string' },
        description: 'The value of data-basket in the shop frontend.',
      },
    },
    operationId: 'retrieveBasket',
    answers: { '2XX': { description: 'The basket.', shape: 'basket' } },
    judged: { as: 'retrieval', owner: 'basket/retrieval-answers' },
    noun: 'The basket retrieval',
    awaited: 'a basket',
  },
  recalculation: {
    ...atMerchant,
    method: 'POST',
    address: 'recalculateUrl',
    query: {
      lock: {
        required: false,
        schema: { type: 'boolean' },
        description: 'true locks the basket until its expiresAt.',
      },
    },
    operationId: 'recalculateBasket',
    request: 'reduced-basket',
    answers: { '2XX': { description: 'The basket, or its available part with error codes.', shape: 'basket' } },
    judged: { as: 'recalculation', owner: 'recalculation/answers' },
    noun: 'The recalculation',
    awaited: 'a basket',
  },
  lock: {
    ...atMerchant,
    method: 'POST',
    address: 'recalculateUrl',
    marked: { lock: 'true' },
    operationId: 'lockBasket',
    request: 'reduced-basket',
    answers: { '2XX': { description: 'The basket, or its available part with error codes.', shape: 'basket' } },
    judged: { as: 'lock', owner: 'lock/answers' },
    noun: 'The lock',
    awaited: 'a basket',
  },
  order: {
    ...atMerchant,
    method: 'POST',
    address: 'orderUrl',
    operationId: 'placeOrder',
    description: 'Idempotent on oaOrderId; answered within 8 seconds.',
    request: 'order-placement',
    answers: { '2XX': { description: 'The confirmation.', shape: 'order-confirmation' } },
    judged: { as: 'order', owner: 'order/confirmed' },
    withinMs: 8000,
    noun: 'The order placement',
    awaited: 'a confirmation',
  },
  catalogue: {
    ...atMerchant,
    method: 'GET',
    address: 'catalogueUrl',
    query: {
      checkpoint: {
        required: false,
        schema: { type: 'string' },
        description: 'Absent on a full synchronisation.',
      },
      limit: {
        required: true,
        schema: { type: 'integer', minimum: 1 },
        description: 'Maximum number of products per page.',
      },
    },
    operationId: 'readCatalogue',
    answers: { '2XX': { description: 'A page.', shape: 'catalogue-page' } },
    judged: { as: 'catalogue', owner: 'catalogue/page' },
    noun: 'The catalogue request',
    awaited: 'a page',
  },
  basketChange: {
    host: 'platform',
    party: 'merchant',
    method: 'POST',
    path: '/merchant/v1/baskets/change',
    configured: { key: 'basketChange', assumption: 'assume/basket-change-path' },
    operationId: 'changeBasket',
    request: 'basket',
    answers: {
      '2XX': { description: 'Confirmed.' },
      '400': { description: 'InvalidBasketException, MissingDeliveryOptionsException or BasketExpiredException.' },
    },
    judged: { as: 'basketChange', owner: 'basket-change/body' },
  },
  activation: {
    host: 'platform',
    party: 'pos',
    method: 'POST',
    path: '/merchant/v1/pos/activate',
    operationId: 'activatePos',
    request: 'activate-pos',
    answers: { '200': { description: 'Success or failure, told in the body.', shape: 'pos-activation-response' } },
    judged: { as: 'ActivatePos', owner: 'activation/body' },
  },
  health: {
    ...signedByPos,
    method: 'POST',
    path: '/merchant/v1/pos/health',
    configured: { key: 'health', assumption: 'assume/health-path-and-interval' },
    operationId: 'reportPosHealth',
    request: 'report-pos-health',
    answers: { '204': { description: 'Noted.' } },
    judged: { as: 'ReportPosHealth', owner: 'health/body' },
  },
  event: {
    ...signedByPos,
    method: 'POST',
    path: '/merchant/v1/pos/events/{messageKind}',
    configured: { key: 'events', assumption: 'assume/event-paths' },
    operationId: 'pushEvent',
    request: 'events',
    answers: { '2XX': { description: 'Accepted.' } },
  },
  callback: {
    ...signedByPos,
    method: 'POST',
    path: '/merchant/v1/async/{messageKind}/{messageId}',
    operationId: 'sendResult',
    request: 'results',
    answers: {
      '204': { description: 'Accepted, now or before.' },
      '400': { description: 'Invalid for this kind; the message stays open.' },
      '404': { description: 'No such message here, or another kind.' },
    },
  },
  testCall: {
    ...signedByPos,
    method: 'POST',
    path: '/merchant/v1/async/test',
    operationId: 'startTest',
    answers: {
      '200': { description: 'A Test message is on its way.', shape: 'test-call-response' },
      '403': { description: 'Credentials of a non-POS integration.' },
    },
  },
  listTipRecipients: {
    ...signedByPos,
    method: 'GET',
    path: '/merchant/v1/tipRecipients',
    operationId: 'listTipRecipients',
    answers: { '200': { description: 'All of them.', shape: 'tip-recipient-list' } },
  },
  getTipRecipient: {
    ...signedByPos,
    method: 'GET',
    path: '/merchant/v1/tipRecipients/{id}',
    operationId: 'getTipRecipient',
    answers: {
      '200': { description: 'The tip recipient.', shape: 'tip-recipient' },
      '404': { description: 'No such tip recipient.' },
    },
  },
  putTipRecipient: {
    ...signedByPos,
    method: 'PUT',
    path: '/merchant/v1/tipRecipients/{id}',
    operationId: 'putTipRecipient',
    request: 'put-tip-recipient-request',
    answers: { '2XX': { description: 'The tip recipient as it is now.', shape: 'link-tip-recipient-response' } },
    judged: { as: 'PutTipRecipientRequest', owner: 'tips/put-body' },
  },
  receiveMessage: { host: 'queue', party: 'queue', action: 'ReceiveMessage' },
  deleteMessage: { host: 'queue', party: 'queue', action: 'DeleteMessage' },
  deleteMessageBatch: { host: 'queue', party: 'queue', action: 'DeleteMessageBatch' },
} as const satisfies Readonly<Record<string, MerchantHosted | PlatformHosted | QueueHosted>>;

type Calls = typeof calls;
type HostedBy<Host> = { [Name in keyof Calls]: Calls[Name]['host'] extends Host ? Name : never }[keyof Calls];

/** What a request can turn out to be: a row, another call to the queue, or nothing of the protocol. */
export type CallName = keyof Calls | 'queue' | 'unknown';
export type MerchantCall = HostedBy<'merchant'>;
export type PlatformCall = HostedBy<'platform'>;

type JudgedAs<Row> = Row extends { readonly judged: { readonly as: infer Name } } ? Name : never;
export type CallOperation = JudgedAs<Calls[keyof Calls]>;

const callNames = Object.keys(calls) as readonly (keyof Calls)[];
export const isCall = (name: string): name is keyof Calls => Object.hasOwn(calls, name);
const isHostedBy =
  <const Host extends string>(host: Host) =>
  (name: keyof Calls): name is HostedBy<Host> =>
    calls[name].host === host;
export const merchantCallNames: readonly MerchantCall[] = callNames.filter(isHostedBy('merchant'));
export const platformCallNames: readonly PlatformCall[] = callNames.filter(isHostedBy('platform'));

/** Rows with the widened type, for code that treats all of them alike. */
export const merchantCall = (name: MerchantCall): MerchantHosted => calls[name];
export const platformCall = (name: PlatformCall): PlatformHosted => calls[name];

/** Paths the specification does not show, by their keys under platform.paths; that of events has {messageKind} in it. */
export type Paths = Readonly<Record<PathKey, string>>;
export type PathSettings = { readonly [Key in PathKey]?: string | undefined };

export const defaultPaths: Paths = {
  basketChange: calls.basketChange.path,
  health: calls.health.path,
  events: calls.event.path,
};

/** The paths in force: what is configured, and the assumed ones for the rest. */
export const pathsOf = (settings: PathSettings = {}): Paths => ({
  basketChange: settings.basketChange ?? defaultPaths.basketChange,
  health: settings.health ?? defaultPaths.health,
  events: settings.events ?? defaultPaths.events,
});

/** The path of a platform-hosted call, its {parameters} still in it. */
export const pathOf = (name: PlatformCall, settings: PathSettings = {}): string => {
  const { path, configured } = platformCall(name);
  return configured === undefined ? path : (settings[configured.key] ?? path);
};

/** The path of one such call, its parameters percent-encoded. */
export const pathTo = (
  name: PlatformCall,
  parameters: Readonly<Record<string, string>> = {},
  settings: PathSettings = {},
): string =>
  pathOf(name, settings).replaceAll(/\{(\w+)\}/gu, (_, key: string) => encodeURIComponent(parameters[key] ?? ''));

/** A platform-hosted call in words: POST /merchant/v1/async/test. */
export const endpointOf = (name: PlatformCall, settings: PathSettings = {}): string =>
  `${calls[name].method} ${pathOf(name, settings)}`;
