import type {
  AssumptionId,
  CheckOutcome,
  Effort,
  MerchantFixtures,
  MerchantRequirementId,
  OrderPlacement,
  ReducedBasket,
  ReplayPlan,
  RequirementId,
} from '#schemas';

/** Time, as a port: real against real targets, warped in our own tests. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `milliseconds`, or rejects with the signal's reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/**
 * What came of one call to the target. The schema of every answer is judged by the harness, for its own requirements;
 * a scenario reads bodies tolerantly (`reading.ts`) and only judges behaviour.
 */
export type Answer =
  /** 2xx with a JSON body. `valid`: no schema violation in it. */
  | (OfResponse & { readonly kind: 'answered'; readonly body: unknown; readonly valid: boolean })
  /** Any status outside 2xx. */
  | (OfResponse & { readonly kind: 'refused'; readonly text: string })
  /** 2xx whose body cannot be read as JSON: HTML, truncated, not UTF-8, too large, undeclared compression. */
  | (OfResponse & { readonly kind: 'unreadable'; readonly reason: string })
  /** No response: connection refused or reset, time-out, or we hung up on purpose. */
  | { readonly kind: 'silent'; readonly reason: string; readonly exchange: number; readonly durationMs: number }
  /** The safety budget is used up, so nothing was sent. Whatever depended on it is not exercised. */
  | { readonly kind: 'unsent'; readonly reason: string; readonly unlock: string };

interface OfResponse {
  readonly status: number;
  readonly exchange: number;
  readonly durationMs: number;
}

export interface CallOptions {
  /**
   * `success` (default): anything but a 2xx JSON object is charged to the call's own requirement (`recalculation/answers`
   * …). `any`: the scenario asks for something that may be refused, and judges a refusal itself.
   */
  readonly expect?: 'success' | 'any';
  /** The requirement a refusal is charged to instead of the call's own one, where the call is about just that. */
  readonly chargeTo?: MerchantRequirementId;
  /** Hang up this long after the request was sent, unless the whole answer has come by then. */
  readonly hangUpAfterMs?: number;
  /** Hang up as soon as the response's head arrives. */
  readonly hangUpOnHead?: boolean;
  /** Gets the body of a 2xx answer before it is judged, so that what comes next can be asked for meanwhile. */
  readonly onRead?: (body: unknown) => void;
}

/** The five calls of the specification to a merchant. */
export interface MerchantPort {
  retrieve(basketId: string, options?: CallOptions): Promise<Answer>;
  recalculate(request: ReducedBasket, options?: CallOptions): Promise<Answer>;
  lock(request: ReducedBasket, options?: CallOptions): Promise<Answer>;
  order(request: OrderPlacement, options?: CallOptions): Promise<Answer>;
  /** `checkpoint` goes out URL-encoded; absent on a full synchronisation. */
  catalogue(query: { readonly checkpoint?: string; readonly limit: number }, options?: CallOptions): Promise<Answer>;
  /** Makes calls that are to be under way at the same moment, and no others of ours; of as many as are allowed. */
  atOnce<Value>(calls: readonly ((merchant: MerchantPort) => Promise<Value>)[]): Promise<readonly Value[]>;
}

/** A line of a basket to be made. */
export interface Line {
  readonly variantId: string;
  readonly quantity: number;
}

export interface MerchantTriggerInputs {
  readonly createBasket: {
    readonly lines: readonly Line[];
    readonly discountCodes?: readonly string[];
    readonly loggedUser?: string;
  };
  readonly createShortLivedBasket: { readonly seconds: number };
  readonly pushBasketChange: { readonly basketId: string; readonly platformUrl: string };
  readonly changeProduct: { readonly productId: string };
  readonly removeProduct: { readonly productId: string };
  readonly cancelOrder: { readonly shopOrderId: string; readonly oaOrderId: string };
}

/** `unavailable`: not configured, or it did not work; the reason and the key say which. Never the target's violation. */
export type Triggered =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly unlock: string };

export interface TriggerPort<Inputs> {
  /** Whether it can be fired; with a variable, whether what was configured takes it. */
  has<Name extends keyof Inputs & string>(name: Name, variable?: keyof Inputs[Name] & string): boolean;
  /**
   * `seen` resolves with something once what was asked for has been seen to happen; it is only called where a person was
   * asked, who then need not confirm it.
   */
  fire<Name extends keyof Inputs & string>(
    name: Name,
    input: Inputs[Name],
    seen?: (withinMs: number) => Promise<unknown>,
  ): Promise<Triggered>;
}

/** A basket to work with. Leased for ordering it is never handed out again, since an ordered basket is used up. */
export type BasketLease =
  | { readonly kind: 'leased'; readonly basketId: string; readonly origin: 'fixture' | 'trigger' }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly unlock: string };

export interface BasketPool {
  /**
   * `toOrder`: the basket will be ordered; with `lines` it is one made by the createBasket trigger for just these, and for
   * `loggedUser`.
   * `fresh`: nobody has touched it (createBasket, or a fixture not handed out yet).
   */
  lease(wish: {
    readonly toOrder?: boolean;
    readonly fresh?: boolean;
    readonly lines?: readonly Line[];
    readonly discountCodes?: readonly string[];
    readonly loggedUser?: string | undefined;
  }): Promise<BasketLease>;
}

/** A basket change the merchant pushed, as the platform received it, and what the platform answered. */
export interface PushedChange {
  readonly body: unknown;
  readonly receivedAt: number;
  readonly status: number;
  readonly exchange: number;
}

/** The platform's side of a merchant run: where pushed basket changes arrive. */
export interface ReceivingPlatform {
  /** The address a merchant pushes to, without the path. */
  readonly url: string;
  /** The next push about which `matches` says yes; undefined once `withinMs` have passed without. */
  nextChange(matches: (change: PushedChange) => boolean, withinMs: number): Promise<PushedChange | undefined>;
  /** Answer the next push with a 400 of this name, whatever it says. */
  rejectNext(error: 'InvalidBasketException' | 'MissingDeliveryOptionsException' | 'BasketExpiredException'): void;
}

/** `attempt` failing is a counterexample; it is shrunk, with fresh ids per attempt, and stored with its plan. */
export interface Property<Plan> {
  /** Unique in its scenario; a replay names it. */
  readonly name: string;
  /** Runs at effort quick, standard and thorough. */
  readonly runs: { readonly quick: number; readonly standard: number; readonly thorough: number };
  /** How long a failure is narrowed down, where attempts take longer than usual. */
  readonly narrowingMs?: number;
  /** Told of the first failure before it is narrowed down, but for one beside others, which is tried again. */
  readonly found?: (failure: CheckOutcome) => void;
  /** So many attempts tell, where time has run out; default: half of those planned. */
  readonly enough?: number;
  /** Attempts take long: after so long, unless effort is thorough, no more are made than tell. */
  readonly unhurriedMs?: number;
  /** With so many whose precondition was unmet, and none that told, no more are made. */
  readonly mostUnmet?: number;
  /** The outcome after which no attempt would tell more. */
  readonly hopeless?: CheckOutcome;
  /** Attempts touch nothing in common, so that several may be under way at once. */
  readonly together?: boolean;
  attempt(plan: Plan): Promise<CheckOutcome>;
}

/** What every scenario may touch, whoever is under test. */
export interface World<Covers> {
  /** Id of the scenario this world was made for. */
  readonly scenario: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Notes what was seen about a point the specification leaves open. */
  observe(id: AssumptionId, observation: string): void;
  check(id: Covers, outcome: CheckOutcome): void;
  /** Why there was no occasion for what it provokes. Who knows of one all the same says more. */
  unprovoked(id: RequirementId, outcome: CheckOutcome): void;
  /** Says what a long step is doing, for the live progress line. */
  progress(text: string): void;
  /** What the target has less of now, and what to do before the next run. */
  leaves?(what: string): void;
}

/** What a scenario that draws its inputs may touch besides. */
export interface DrawingWorld<Covers> extends World<Covers> {
  /** Seed of the run; derive generators from it and the scenario's id, so that one scenario alone behaves the same. */
  readonly seed: number;
  readonly effort: Effort;
  /** Set while replaying: only this property of this scenario runs, once, with this plan. */
  readonly replay?: ReplayPlan;
  /** Others may be under way: where something is found all is tried again alone. */
  readonly isBeside?: boolean;
  /** What failed while they were: tried first, since what is drawn anew need not meet it. */
  readonly suspects?: readonly ReplayPlan[];
  /** How long the attempts of one property may take, where that is configured. */
  readonly attemptsWithinMs: number | undefined;
  /** From then on no more is attempted than it takes to tell, and a failure is narrowed down only a little. */
  readonly hurryFrom?: number;
  /** Whether the target takes so long over an answer that it is the same from the beginning. */
  readonly keepsWaiting?: () => boolean;
  /** Writes down how many of a property's planned attempts were made; of a covering plan, in how many ways so many levels came together. */
  attempted(property: string, made: number, planned: number, levels?: number): void;
  /** The attempt that is under way by itself, until it is over: what a law tells meanwhile is told with its plan. */
  attempting?(attempt: ReplayPlan | undefined): void;
  /** What the plan of the replay came to. */
  replayed?(property: string, outcome: CheckOutcome): void;
  /** The value in force for an assumption: the configured one, or undefined for the default. */
  assumed(id: AssumptionId): unknown;
}

/** All a merchant scenario may touch. */
export interface MerchantWorld<Covers extends MerchantRequirementId = MerchantRequirementId>
  extends DrawingWorld<Covers> {
  /** Waits for the target to do something by itself; whoever is not disturbed by this scenario may go on meanwhile. */
  idle(milliseconds: number): Promise<void>;
  /** For `meanwhile`: resolves when all others have come to their end, at the latest after so long. */
  othersOver(withinMs: number): Promise<void>;
  readonly merchant: MerchantPort;
  readonly baskets: BasketPool;
  readonly triggers: TriggerPort<MerchantTriggerInputs>;
  readonly fixtures: MerchantFixtures;
  readonly platform: ReceivingPlatform;
  readonly claims: {
    readonly lock: boolean;
    readonly catalogue: boolean;
    readonly basketChange: boolean;
    readonly invoice: boolean;
    readonly orders: boolean;
    readonly limitedStock: boolean;
  };
  /** The keys a basket may offer: the fifteen, or the configured ones. */
  readonly deliveryOptionKeys: readonly string[];
  readonly concurrency: number;
}
