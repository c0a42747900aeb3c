import type { TipRecipient } from '../shapes/types.gen.ts';
import type {
  Certifications,
  RunComparison,
  RunExchange,
  RunRow,
  RunSummary,
  RunWish,
  SetUpCheck,
} from './certification.ts';
import type { ExchangeDetail, ExchangeSummary, HttpArchive } from './exchanges.ts';
import type { ApiFault, DirectedAnswer, QueueFault } from './faults.ts';
import type { BasketWish, Checkout, Choice, KnownCatalogue, ShopSettings, ShopSummary, SyncReport } from './shops.ts';
import type {
  CommandRecord,
  CommandRequest,
  LocationCredentials,
  LocationKind,
  OrderType,
  OrderTypeState,
  PlatformState,
  QueueState,
} from './state.ts';
import type { BasketChangeError, StreamEntry } from './stream.ts';
import type { CatalogueWalks } from './walks.ts';

/**
 * The control API: each operation by its method and path, what it takes beside the parameters in its path (after the
 * question mark of a GET, else as a JSON body), and what it answers; undefined is 204. Server and page both derive from it.
 */
export interface ControlApi {
  'GET /state': Answers<PlatformState>;
  'GET /journal': Takes<{ readonly after?: number }, { readonly entries: readonly StreamEntry[] }>;

  'POST /locations': Takes<
    { readonly merchantTaxId: string; readonly integrationProfileId?: string; readonly kind?: LocationKind },
    { readonly integrationProfileId: string; readonly merchantId: string }
  >;
  'POST /locations/{integrationProfileId}/pins': Takes<
    { readonly lifetimeMs?: number },
    { readonly pinCode: string; readonly expiresAt: string }
  >;
  'DELETE /locations/{integrationProfileId}': Answers<undefined>;
  'GET /locations/{integrationProfileId}/credentials': Answers<LocationCredentials>;
  'POST /locations/{integrationProfileId}/credentials': Answers<{ readonly apiKey: string; readonly secret: string }>;
  'PUT /locations/{integrationProfileId}/activation': Takes<{ readonly allowed: boolean }>;
  'PUT /locations/{integrationProfileId}/availability': Takes<{
    readonly open: boolean;
    readonly effectiveAt?: string;
  }>;
  'PUT /locations/{integrationProfileId}/orderTypes': Takes<{
    readonly orderType: OrderType;
    readonly state: OrderTypeState;
    readonly effectiveUntil?: string;
  }>;
  'GET /locations/{integrationProfileId}/queue': Answers<QueueState>;
  'POST /tipRecipients/{id}/confirm': Takes<{ readonly identityVerified?: boolean }, TipRecipient>;

  'POST /locations/{integrationProfileId}/commands': Takes<
    CommandRequest,
    { readonly ok: true; readonly messageId: string; readonly sqsMessageId: string }
  >;
  'GET /locations/{integrationProfileId}/commands/{messageId}': Answers<CommandRecord>;
  'POST /locations/{integrationProfileId}/commands/{messageId}/resend': Answers<{ readonly sqsMessageId: string }>;
  'POST /locations/{integrationProfileId}/commands/{messageId}/redeliver': Answers<{ readonly redelivered: number }>;
  'POST /locations/{integrationProfileId}/commands/{messageId}/duplicate': Takes<
    { readonly times?: number },
    { readonly duplicated: number }
  >;
  'POST /locations/{integrationProfileId}/commands/{messageId}/answers': Takes<{
    readonly answers: readonly DirectedAnswer[];
  }>;
  'POST /events/{messageKind}/answers': Takes<{ readonly answers: readonly DirectedAnswer[] }>;
  'POST /health/answers': Takes<{ readonly answers: readonly DirectedAnswer[] }>;

  'GET /samples/{messageKind}': Takes<
    { readonly integrationProfileId?: string; readonly seed?: number },
    { readonly payload: object }
  >;
  'GET /shapes/{shape}': Answers<Readonly<Record<string, unknown>>>;
  'POST /validations/{shape}': Takes<
    { readonly value: unknown },
    {
      readonly violations: readonly {
        readonly pointer: string;
        readonly message: string;
        readonly expected: string;
        readonly actual: string;
      }[];
    }
  >;

  'GET /certification': Answers<Certifications>;
  'POST /certification/doctor': Takes<Pick<RunWish, 'suite' | 'till'>, { readonly checks: readonly SetUpCheck[] }>;
  'POST /certification/runs': Takes<RunWish, RunSummary>;
  'GET /certification/runs/{id}': Answers<RunSummary>;
  'DELETE /certification/runs/{id}': Answers<RunSummary>;
  'GET /certification/runs/{id}/row': Takes<{ readonly requirement: string }, RunRow>;
  'GET /certification/runs/{id}/comparison': Takes<{ readonly older: string }, RunComparison>;
  'GET /certification/runs/{id}/exchanges': Takes<
    { readonly after?: number; readonly text?: string },
    { readonly exchanges: readonly RunExchange[]; readonly last: number }
  >;
  'GET /certification/runs/{id}/exchanges/{n}': Answers<ExchangeDetail>;
  'POST /certification/runs/{id}/exchanges/archive': Takes<{ readonly exchanges: readonly number[] }, HttpArchive>;
  'POST /certification/runs/{id}/exchanges/walks': Takes<{ readonly exchanges: readonly number[] }, CatalogueWalks>;
  'POST /certification/runs/{id}/turn': Takes<{ readonly done: true; readonly answer?: string }, RunSummary>;

  'GET /exchanges': Takes<
    { readonly after?: number; readonly limit?: number; readonly text?: string },
    { readonly exchanges: readonly ExchangeSummary[] }
  >;
  'GET /exchanges/{id}': Answers<ExchangeDetail>;
  'POST /exchanges/archive': Takes<{ readonly exchanges: readonly number[] }, HttpArchive>;
  'POST /exchanges/walks': Takes<{ readonly exchanges: readonly number[] }, CatalogueWalks>;

  'GET /faults': Answers<{ readonly faults: readonly QueueFault[] }>;
  'POST /faults': Takes<QueueFault>;
  'DELETE /faults': Answers<undefined>;
  'GET /apiFaults': Answers<{ readonly faults: readonly ApiFault[] }>;
  'POST /apiFaults': Takes<ApiFault>;
  'DELETE /apiFaults': Answers<undefined>;

  'GET /shops': Answers<{ readonly shops: readonly ShopSummary[] }>;
  'PUT /shops/{name}': Takes<ShopSettings>;
  'POST /shops/{name}/checkouts': Takes<{ readonly basketId: string; readonly lock?: boolean }, Checkout>;
  'GET /shops/{name}/checkouts': Answers<{ readonly checkouts: readonly Checkout[] }>;
  'GET /shops/{name}/checkouts/{oaOrderId}': Answers<Checkout>;
  'POST /shops/{name}/checkouts/{oaOrderId}/change': Takes<BasketWish, Checkout>;
  'POST /shops/{name}/checkouts/{oaOrderId}/confirm': Takes<
    Partial<Omit<Choice, 'consents'>> & { readonly revision?: number },
    Checkout
  >;
  'POST /shops/{name}/checkouts/{oaOrderId}/lock': Takes<{ readonly revision?: number }, Checkout>;
  'POST /shops/{name}/checkouts/{oaOrderId}/cancel': Answers<Checkout>;
  'POST /shops/{name}/checkouts/{oaOrderId}/repeat': Takes<{ readonly hangUpAfterMs?: number }, Checkout>;
  'POST /shops/{name}/payments': Takes<{ readonly accepted: boolean; readonly reason?: string }>;
  'POST /shops/{name}/syncs': Takes<{ readonly full?: boolean }, SyncReport>;
  'PUT /shops/{name}/schedule': Takes<{ readonly everyMs?: number; readonly fullEveryMs?: number }>;
  'GET /shops/{name}/catalogue': Answers<KnownCatalogue>;

  'POST /baskets/{basketId}/loaded': Answers<undefined>;
  'POST /basketChange/rejectNext': Takes<{ readonly error: BasketChangeError }>;
  'GET /clock': Answers<{ readonly now: number }>;
  'POST /clock/advance': Takes<{ readonly ms: number }, { readonly now: number }>;
}

interface Takes<Input, Answer = undefined> {
  readonly input: Input;
  readonly answer: Answer;
}
type Answers<Answer> = Takes<Nothing, Answer>;
type Nothing = {};

export type ControlCall = keyof ControlApi;
export type ControlAnswer<Call extends ControlCall> = ControlApi[Call]['answer'];
export type ControlInput<Call extends ControlCall> = ControlApi[Call]['input'];
/** The names in braces. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;
