import type { MerchantAddress, MerchantCall, PlatformRequirementId, QueueConfiguration } from '#schemas';
import type { World } from './merchant.ts';

/** What a POS or a web shop signs its calls with. */
export interface ApiKeys {
  readonly apiKey: string;
  readonly secret: string;
}

/** What a POS receives and deletes with. */
export type QueueAccess = Readonly<QueueConfiguration>;

/**
 * `forged`: with another secret. `stale`: right, but older than the clock skew. `tampered`: right for another body.
 * `unknown-key`: with a key nobody issued.
 */
export type SignatureFlaw = 'forged' | 'stale' | 'tampered' | 'unknown-key';

export interface PlatformCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  /** Absent: not signed at all. */
  readonly keys?: ApiKeys;
  readonly flaw?: SignatureFlaw;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the platform answered. A silent one has status 0 and says why in `text`. */
export interface PlatformAnswer {
  readonly status: number;
  /** As JSON; undefined when there is none. */
  readonly body: unknown;
  readonly text: string;
  readonly exchange: number;
}

/** The platform's HTTP API, as a POS or a merchant calls it. */
export interface PlatformApiPort {
  /** The paths the specification does not show, as configured. */
  readonly paths: { readonly basketChange: string; readonly health: string; event(messageKind: string): string };
  /** An event's body and headers with its message identifier in the place that is configured (assume/event-paths). */
  identified(messageId: string, body: object): Pick<PlatformCall, 'body' | 'headers'>;
  call(call: PlatformCall): Promise<PlatformAnswer>;
}

/** One call of the AWS protocol. */
export interface QueueAnswer extends PlatformAnswer {
  /** The error's code, without its namespace. */
  readonly error: string | undefined;
}

export interface QueuePort {
  call(action: string, input: Readonly<Record<string, unknown>>, access: QueueAccess): Promise<QueueAnswer>;
}

/** A command for a POS; what is left out the platform chooses. */
export interface CommandWish {
  readonly messageKind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly groupId?: string;
}

/** `sent: false`: the platform does not send it now. */
export type CommandOutcome =
  | { readonly sent: true; readonly messageId: string }
  | { readonly sent: false; readonly reason: string };

/** A web shop as the platform's engines are told about it. */
export interface ShopAddresses extends Readonly<Record<MerchantAddress, string>> {
  readonly headers: Readonly<Record<string, string>>;
}

export type CheckoutState = 'loading' | 'open' | 'paying' | 'ordering' | 'confirmed' | 'rolled-back' | 'ended';

export interface CheckoutView {
  readonly oaOrderId: string;
  readonly state: CheckoutState;
  /** Epoch ms, while a basket is shown. */
  readonly expiresAt?: number;
  /** Once rolled back: whether what was paid was given back. */
  readonly refunded?: boolean;
}

/** What the platform knows of a product. */
export interface KnownProduct {
  readonly id: string;
  readonly status: string;
  readonly updatedAt: string;
}

/**
 * What a platform does by itself or on behalf of its users and operators, behind the protocol: the control driver. A
 * driver that cannot do one of these throws Unmet.
 */
export interface PlatformControlPort {
  addLocation(wish: { readonly merchantTaxId: string; readonly kind?: 'pos' | 'shop' }): Promise<string>;
  issuePin(location: string, lifetimeMs?: number): Promise<string>;
  issueCredentials(location: string): Promise<ApiKeys>;
  allowActivation(location: string, allowed: boolean): Promise<void>;
  send(location: string, wish: CommandWish): Promise<CommandOutcome>;
  /** The result the platform has accepted for a command. */
  result(location: string, messageId: string): Promise<{ readonly answered: boolean; readonly result: unknown }>;
  /** A staff member confirms the link; false when the platform says no. */
  confirmTip(id: string, identityVerified: boolean): Promise<boolean>;
  /** A user is shown this basket, so that its merchant may push changes of it. */
  basketLoaded(basketId: string): Promise<void>;
  /** The platform's time, epoch ms. */
  now(): Promise<number>;
  advance(milliseconds: number): Promise<void>;
  addShop(
    addresses: ShopAddresses,
    options: { readonly payments?: 'by-hand'; readonly pageLimit?: number },
  ): Promise<string>;
  startCheckout(shop: string, basketId: string, lock: boolean): Promise<string>;
  checkout(shop: string, oaOrderId: string): Promise<CheckoutView>;
  /** False when the platform says no. */
  confirmCheckout(shop: string, oaOrderId: string): Promise<boolean>;
  /** Says that the oldest waiting payment went through. */
  acceptPayment(shop: string): Promise<void>;
  /** Undefined when all went well, else why not. */
  sync(shop: string, full: boolean): Promise<string | undefined>;
  /** Synchronise every so often from now on. */
  scheduleSync(shop: string, everyMs: number): Promise<void>;
  products(shop: string): Promise<readonly KnownProduct[]>;
}

export type ShopOperation = MerchantCall;

/** A call of the platform to the shop we play. */
export interface ShopCall {
  readonly n: number;
  readonly operation: ShopOperation;
  /** Epoch ms of the platform's time. */
  readonly at: number;
  /** As sent, decoded; of a catalogue call. */
  readonly checkpoint: string | undefined;
  /** Of an order. */
  readonly oaOrderId: string | undefined;
  /** What we answered; undefined when we closed the connection. */
  readonly answer: unknown;
}

/** A conformant web shop that we play, for the platform to call. */
export interface StandInShop {
  readonly addresses: ShopAddresses;
  /** A basket that can be bought. */
  createBasket(): Promise<string>;
  /** All calls so far. */
  calls(operation: ShopOperation): readonly ShopCall[];
  /** Answers the next calls with this status, or closes the connection; until told otherwise with `times` absent. */
  misbehave(operation: ShopOperation, how: number | 'drop', times?: number): void;
  behave(): void;
  /** The ids of all products there are. */
  productIds(): Promise<readonly string[]>;
  changeProduct(id: string): Promise<void>;
  /** It is gone from the catalogue. */
  removeProduct(id: string): Promise<void>;
}

/** All a platform scenario may touch. */
export interface PlatformWorld<Covers extends PlatformRequirementId = PlatformRequirementId> extends World<Covers> {
  readonly api: PlatformApiPort;
  readonly queue: QueuePort;
  readonly control: PlatformControlPort;
  /** Opens a shop for the platform to call; it is there until the run ends. A removed product is gone from `catalogue`. */
  openShop(purpose: 'checkout' | 'catalogue'): Promise<StandInShop>;
  readonly timing: { readonly healthTimeoutMs: number; readonly clockSkewMs: number };
  readonly signatures: 'off' | 'warn' | 'enforce';
  /** A text nobody used before in this run, such as a tax id. */
  fresh(what: string): string;
}
