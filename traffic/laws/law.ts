import type { Judgement, PathSettings, RequirementId } from '#schemas';
import type { Exchange } from '../exchange.ts';
import type { ByteBudget } from '../retention/byte-budget.ts';
import type { ShopLedgers, ShopSettings } from '../ledgers/shop/ledgers.ts';
import type { TillTraffic } from '../till-traffic.ts';
import type { TillLedgers } from '../ledgers/till/ledgers.ts';
import type { Lifecycles } from '../ledgers/till/messages.ts';

/** What can be told by watching. Pure: a law knows what it has seen, and nothing else. */
export interface Law<Seen, Covers extends RequirementId = RequirementId> {
  /** Named after its file: `order/idempotent`. */
  readonly id: string;
  readonly covers: readonly Covers[];
  readonly start: (context: LawContext) => LawRun<Seen>;
}

export interface LawRun<Seen> {
  /** Everything in the order it was complete. Says what it knows as soon as it knows it. */
  readonly see: (seen: Seen) => readonly Judgement[];
  /** Time has passed, in epoch milliseconds, and nothing came: for what is due by a moment. */
  readonly at?: (now: number) => readonly Judgement[];
  /** Before what comes next: it may have come long before it was seen. */
  readonly stalled?: (stall: Stall) => void;
  /** The stream is over; what is open now stays open. */
  readonly end: (now: number) => readonly Judgement[];
}

/** A time in which our own process read nothing, or the one judged was killed and started, in epoch milliseconds. */
export interface Stall {
  readonly from: number;
  readonly to: number;
  readonly restart?: boolean;
}

export type MerchantLaw = Law<Exchange>;
export type PosLaw = Law<TillTraffic>;

/** The settings in force, as far as a law reads them. */
export interface LawSettings extends ShopSettings {
  readonly healthIntervalMs: number;
  readonly visibilityMs: number;
  /** Whether signatures are looked at. */
  readonly signatures: boolean;
  /** Paths the specification does not show, where others than the assumed ones are in force. */
  readonly paths?: PathSettings | undefined;
  /** What streams share that are watched side by side; without it this one has its own. */
  readonly budget?: ByteBudget | undefined;
}

/** What all laws over one stream have in common. */
export interface LawContext extends LawSettings {
  readonly budget: ByteBudget;
  readonly lifecycles: Lifecycles;
  readonly shop: ShopLedgers;
  readonly till: TillLedgers;
}
