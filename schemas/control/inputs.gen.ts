// Generated from schemas/**/*.json by `npm run types`. Do not edit.

import type { BillingDetails, DeliveryDetails, MerchantSignature } from '../shapes/types.gen.ts';

/** What each operation of the control API takes beside the parameters of its path. */
export interface ControlInputs {
  'GET /journal': {
    /** Only entries after this number. */
    readonly after?: number;
  };
  'GET /state': {};
  'POST /locations': {
    readonly merchantTaxId: string;
    readonly integrationProfileId?: string;
    /** shop: an integration that is no POS. */
    readonly kind?: 'pos' | 'shop';
  };
  'DELETE /locations/{integrationProfileId}': {};
  'POST /locations/{integrationProfileId}/pins': {
    readonly lifetimeMs?: number;
  };
  'GET /locations/{integrationProfileId}/credentials': {};
  'POST /locations/{integrationProfileId}/credentials': {};
  'PUT /locations/{integrationProfileId}/activation': {
    readonly allowed: boolean;
  };
  'PUT /locations/{integrationProfileId}/availability': {
    readonly open: boolean;
    /** ISO 8601. */
    readonly effectiveAt?: string;
  };
  'PUT /locations/{integrationProfileId}/orderTypes': {
    readonly orderType: 'STATION' | 'PICKUP' | 'DELIVERY';
    readonly state: 'ACCEPTING' | 'PAUSED';
    /** ISO 8601. */
    readonly effectiveUntil?: string;
  };
  'POST /tipRecipients/{id}/confirm': {
    readonly identityVerified?: boolean;
  };
  'GET /locations/{integrationProfileId}/queue': {};
  'POST /locations/{integrationProfileId}/commands': {
    readonly messageKind: string;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly messageId?: string;
    readonly idempotencyKey?: string;
    readonly groupId?: string;
    /** Send although the location is closed, paused or silent. */
    readonly force?: boolean;
    /** Send an unknown kind or an invalid payload on purpose. */
    readonly unchecked?: boolean;
  };
  'GET /locations/{integrationProfileId}/commands/{messageId}': {};
  'POST /locations/{integrationProfileId}/commands/{messageId}/resend': {};
  'POST /locations/{integrationProfileId}/commands/{messageId}/redeliver': {};
  'POST /locations/{integrationProfileId}/commands/{messageId}/duplicate': {
    /** How many times; default 1. */
    readonly times?: number;
  };
  'POST /locations/{integrationProfileId}/commands/{messageId}/answers': {
    /** Each { "status": 200 to 599 }, "silence" (nothing until the caller gives up) or "drop". */
    readonly answers: readonly ({ readonly status: number } | 'silence' | 'drop')[];
  };
  'POST /events/{messageKind}/answers': {
    /** Each { "status": 200 to 599 }, "silence" (nothing until the caller gives up) or "drop". */
    readonly answers: readonly ({ readonly status: number } | 'silence' | 'drop')[];
  };
  'POST /health/answers': {
    /** Each { "status": 200 to 599 }, "silence" (nothing until the caller gives up) or "drop". */
    readonly answers: readonly ({ readonly status: number } | 'silence' | 'drop')[];
  };
  'GET /samples/{messageKind}': {
    /** Whose till: tables, listings and bills it told of are used. */
    readonly integrationProfileId?: string;
    /** Default 0. */
    readonly seed?: number;
  };
  'GET /shapes/{shape}': {};
  'POST /validations/{shape}': {
    readonly value: unknown;
  };
  'GET /certification': {};
  'POST /certification/doctor': {
    readonly suite: 'merchant' | 'pos' | 'platform';
    /** Which of pos.tills, where there are several. */
    readonly till?: string;
  };
  'POST /certification/runs': {
    readonly suite: 'merchant' | 'pos' | 'platform';
    /** Which of pos.tills, where there are several. */
    readonly till?: string;
    /** Requirements, areas or scenarios. */
    readonly only?: readonly string[];
    readonly effort?: 'quick' | 'standard' | 'thorough';
    readonly seed?: number;
  };
  'GET /certification/runs/{id}': {};
  'DELETE /certification/runs/{id}': {};
  'GET /certification/runs/{id}/row': {
    readonly requirement: string;
  };
  'GET /certification/runs/{id}/comparison': {
    /** The run to compare with. */
    readonly older: string;
  };
  'GET /certification/runs/{id}/exchanges': {
    /** Only what is new or has changed since `last` of an answer. */
    readonly after?: number;
    /** Only those with this in a body. */
    readonly text?: string;
  };
  'GET /certification/runs/{id}/exchanges/{n}': {};
  'POST /certification/runs/{id}/exchanges/archive': {
    /** Their numbers. */
    readonly exchanges: readonly number[];
  };
  'POST /certification/runs/{id}/exchanges/walks': {
    /** Their numbers. */
    readonly exchanges: readonly number[];
  };
  'POST /certification/runs/{id}/turn': {
    readonly done: true;
    /** What was asked to be typed, such as the id of the basket just made. */
    readonly answer?: string;
  };
  'GET /exchanges': {
    /** Only exchanges after this number. */
    readonly after?: number;
    /** How many; default 1000. */
    readonly limit?: number;
    /** Only those with this in a body. */
    readonly text?: string;
  };
  'GET /exchanges/{id}': {};
  'POST /exchanges/archive': {
    /** Their numbers. */
    readonly exchanges: readonly number[];
  };
  'POST /exchanges/walks': {
    /** Their numbers. */
    readonly exchanges: readonly number[];
  };
  'GET /faults': {};
  'POST /faults': {
    readonly kind: 'error' | 'drop-before' | 'drop-after' | 'delay';
    readonly error?: 'InternalFailure' | 'ServiceUnavailable' | 'RequestThrottled';
    readonly delayMs?: number;
    /** Name of the queue; absent: any. */
    readonly queue?: string;
    /** Such as ReceiveMessage; absent: any. */
    readonly action?: string;
    /** How many calls; default 1. */
    readonly times?: number;
  };
  'DELETE /faults': {};
  'GET /apiFaults': {};
  'POST /apiFaults': {
    readonly kind: 'status-before' | 'status-after' | 'drop-before' | 'drop-after' | 'delay';
    readonly status?: number;
    readonly delayMs?: number;
    /** Only calls whose path starts with it; absent: any. */
    readonly path?: string;
    /** Only calls with the API key of this location; absent: any. */
    readonly integrationProfileId?: string;
    /** How many calls; default 1. */
    readonly times?: number;
  };
  'DELETE /apiFaults': {};
  'GET /shops': {};
  'PUT /shops/{name}': {
    readonly basketUrl?: string;
    readonly recalculateUrl?: string;
    readonly orderUrl?: string;
    readonly catalogueUrl?: string;
    /** Sent with every call, such as Authorization. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Signs every call; as merchant.signature in the configuration, without modules. */
    readonly signature?: MerchantSignature;
    /** Replaces the fifteen. */
    readonly deliveryOptionKeys?: readonly string[];
    /** by-hand: see /payments. */
    readonly payments?: 'at-once' | 'by-hand';
    /** Products per catalogue page; default 100. */
    readonly pageLimit?: number;
    /** Ids of baskets there are to scan, which the console offers. */
    readonly baskets?: readonly string[];
  };
  'POST /shops/{name}/payments': {
    readonly accepted: boolean;
    readonly reason?: string;
  };
  'POST /shops/{name}/syncs': {
    /** A full refresh, which delists what is absent. */
    readonly full?: boolean;
  };
  'PUT /shops/{name}/schedule': {
    readonly everyMs?: number;
    readonly fullEveryMs?: number;
  };
  'GET /shops/{name}/catalogue': {};
  'POST /shops/{name}/checkouts': {
    readonly basketId: string;
    readonly lock?: boolean;
  };
  'GET /shops/{name}/checkouts': {};
  'GET /shops/{name}/checkouts/{oaOrderId}': {};
  'POST /shops/{name}/checkouts/{oaOrderId}/change': {
    /** By product id. */
    readonly quantities?: Readonly<Record<string, number>>;
    readonly discountCodes?: readonly string[];
  };
  'POST /shops/{name}/checkouts/{oaOrderId}/confirm': {
    readonly revision?: number;
    readonly deliveryOption?: string;
    readonly deliveryDetails?: DeliveryDetails;
    readonly billingDetails?: BillingDetails;
  };
  'POST /shops/{name}/checkouts/{oaOrderId}/lock': {
    readonly revision?: number;
  };
  'POST /shops/{name}/checkouts/{oaOrderId}/cancel': {};
  'POST /shops/{name}/checkouts/{oaOrderId}/repeat': {
    /** Without waiting any longer for the answer. */
    readonly hangUpAfterMs?: number;
  };
  'POST /baskets/{basketId}/loaded': {};
  'POST /basketChange/rejectNext': {
    readonly error: 'InvalidBasketException' | 'MissingDeliveryOptionsException' | 'BasketExpiredException';
  };
  'GET /clock': {};
  'POST /clock/advance': {
    readonly ms: number;
  };
}
