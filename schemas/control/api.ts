import type { TipRecipient } from '../shapes/types.gen.ts';
import type { ShapeViolation } from '../validation/violation.ts';
import type { Certifications, RunComparison, RunExchange, RunRow, RunSummary, SetUpCheck } from './certification.ts';
import type { ExchangeDetail, ExchangeSummary, HttpArchive } from './exchanges.ts';
import type { ApiFault, QueueFault } from './faults.ts';
import type { ControlInputs } from './inputs.gen.ts';
import type { Checkout, KnownCatalogue, ShopSummary, SyncReport } from './shops.ts';
import type { CommandRecord, LocationCredentials, PlatformState, QueueState } from './state.ts';
import type { StreamEntry } from './stream.ts';

/** What each operation of the control API answers, by its method and path; undefined is 204. Server and page both derive from it. */
export interface ControlAnswers {
  'GET /state': PlatformState;
  'GET /journal': { readonly entries: readonly StreamEntry[] };

  'POST /locations': { readonly integrationProfileId: string; readonly merchantId: string };
  'POST /locations/{integrationProfileId}/pins': { readonly pinCode: string; readonly expiresAt: string };
  'DELETE /locations/{integrationProfileId}': undefined;
  'GET /locations/{integrationProfileId}/credentials': LocationCredentials;
  'POST /locations/{integrationProfileId}/credentials': { readonly apiKey: string; readonly secret: string };
  'PUT /locations/{integrationProfileId}/activation': undefined;
  'PUT /locations/{integrationProfileId}/availability': undefined;
  'PUT /locations/{integrationProfileId}/orderTypes': undefined;
  'GET /locations/{integrationProfileId}/queue': QueueState;
  'POST /tipRecipients/{id}/confirm': TipRecipient;

  'POST /locations/{integrationProfileId}/commands': {
    readonly ok: true;
    readonly messageId: string;
    readonly sqsMessageId: string;
  };
  'GET /locations/{integrationProfileId}/commands/{messageId}': CommandRecord;
  'POST /locations/{integrationProfileId}/commands/{messageId}/resend': { readonly sqsMessageId: string };
  'POST /locations/{integrationProfileId}/commands/{messageId}/redeliver': { readonly redelivered: number };
  'POST /locations/{integrationProfileId}/commands/{messageId}/duplicate': { readonly duplicated: number };
  'POST /locations/{integrationProfileId}/commands/{messageId}/answers': undefined;
  'POST /events/{messageKind}/answers': undefined;
  'POST /health/answers': undefined;

  'GET /samples/{messageKind}': { readonly payload: object };
  'GET /shapes/{shape}': Readonly<Record<string, unknown>>;
  'POST /validations/{shape}': {
    readonly violations: readonly Pick<ShapeViolation, 'pointer' | 'message' | 'expected' | 'actual'>[];
  };

  'GET /certification': Certifications;
  'POST /certification/doctor': { readonly checks: readonly SetUpCheck[] };
  'POST /certification/runs': RunSummary;
  'GET /certification/runs/{id}': RunSummary;
  'DELETE /certification/runs/{id}': RunSummary;
  'GET /certification/runs/{id}/row': RunRow;
  'GET /certification/runs/{id}/comparison': RunComparison;
  'GET /certification/runs/{id}/exchanges': { readonly exchanges: readonly RunExchange[]; readonly last: number };
  'GET /certification/runs/{id}/exchanges/{n}': ExchangeDetail;
  'POST /certification/runs/{id}/exchanges/archive': HttpArchive;
  'POST /certification/runs/{id}/exchanges/walks': CatalogueWalks;
  'POST /certification/runs/{id}/turn': RunSummary;

  'GET /exchanges': { readonly exchanges: readonly ExchangeSummary[] };
  'GET /exchanges/{id}': ExchangeDetail;
  'POST /exchanges/archive': HttpArchive;
  'POST /exchanges/walks': CatalogueWalks;

  'GET /faults': { readonly faults: readonly QueueFault[] };
  'POST /faults': undefined;
  'DELETE /faults': undefined;
  'GET /apiFaults': { readonly faults: readonly ApiFault[] };
  'POST /apiFaults': undefined;
  'DELETE /apiFaults': undefined;

  'GET /shops': { readonly shops: readonly ShopSummary[] };
  'PUT /shops/{name}': undefined;
  'POST /shops/{name}/checkouts': Checkout;
  'GET /shops/{name}/checkouts': { readonly checkouts: readonly Checkout[] };
  'GET /shops/{name}/checkouts/{oaOrderId}': Checkout;
  'POST /shops/{name}/checkouts/{oaOrderId}/change': Checkout;
  'POST /shops/{name}/checkouts/{oaOrderId}/confirm': Checkout;
  'POST /shops/{name}/checkouts/{oaOrderId}/lock': Checkout;
  'POST /shops/{name}/checkouts/{oaOrderId}/cancel': Checkout;
  'POST /shops/{name}/checkouts/{oaOrderId}/repeat': Checkout;
  'POST /shops/{name}/payments': undefined;
  'POST /shops/{name}/syncs': SyncReport;
  'PUT /shops/{name}/schedule': undefined;
  'GET /shops/{name}/catalogue': KnownCatalogue;

  'POST /baskets/{basketId}/loaded': undefined;
  'POST /basketChange/rejectNext': undefined;
  'GET /clock': { readonly now: number };
  'POST /clock/advance': { readonly now: number };
}

export type ControlCall = keyof ControlAnswers;
export type ControlAnswer<Call extends ControlCall> = ControlAnswers[Call];
/** What it takes beside the parameters in its path: after the question mark of a GET, else as a JSON body. */
export type ControlInput<Call extends ControlCall> = ControlInputs[Call];
/** The names in braces. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** A page of a walk through a catalogue, as far as it was kept. */
export interface WalkPage {
  readonly exchange: number;
  /** In the order they were listed. */
  readonly products: readonly WalkProduct[];
  /** More of them were listed than were kept. */
  readonly isCut: boolean;
}

export interface WalkProduct {
  readonly id: string;
  readonly updatedAt: string;
  readonly epochMs: number;
  /** It does not come after the one before it. */
  readonly breaks?: true;
  /** Not seen itself: where the next page was asked to go on. */
  readonly fromCheckpoint?: true;
}

/** Pages put together by their checkpoints, in the order the walks began. */
export interface CatalogueWalks {
  readonly walks: readonly (readonly WalkPage[])[];
}
