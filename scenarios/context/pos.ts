import type { PosFixtures, PosRequirementId } from '#schemas';
import type { SignatureSeen, TillTraffic, TillTrafficKind, TrafficOf } from '#traffic';
import type { DrawingWorld, TriggerPort } from './merchant.ts';

/** A command of the platform to the till; ids and group are made up where absent. */
export interface CommandToSend {
  readonly messageKind: string;
  readonly payload: unknown;
  /** The same id again is the same message again. */
  readonly messageId?: string;
  /** The same key under another messageId is a retry of the same business operation. */
  readonly idempotencyKey?: string;
  /** FIFO within a group; default: a group of its own. */
  readonly groupId?: string;
}

export interface SentCommand extends Required<Omit<CommandToSend, 'payload'>> {
  readonly sentAt: number;
}

/** One that was sent in this run, with what it asks for. */
export type RecordedCommand = SentCommand & Pick<CommandToSend, 'payload'>;

/** What the platform answers to a callback instead of judging it. `silence`: nothing until the client gives up. */
export type CallbackAnswer = { readonly status: number } | 'silence' | 'drop';

/** One misbehaviour of the queue service towards this till, for a stated number of its calls. */
export interface QueueMisbehaviour {
  readonly kind: 'error' | 'throttle' | 'drop-before' | 'drop-after' | 'delay';
  readonly action?: 'ReceiveMessage' | 'DeleteMessage';
  readonly delayMs?: number;
  readonly times: number;
}

export type { TillTraffic, TillTrafficKind, TrafficOf, SignatureSeen };

/** The till under test, from the platform's side. */
export interface TillPort {
  readonly platformUrl: string;
  readonly merchantTaxId: string;
  /** A PIN that activates this till's location. */
  issuePin(): string;
  /** A PIN that will be refused for this reason. */
  issueRefusedPin(reason: 'INVALID_OR_EXPIRED_PIN' | 'ACTIVATION_NOT_ALLOWED'): string;
  /** All traffic so far. */
  traffic(): readonly TillTraffic[];
  /** The first traffic of this kind, from `from` on (default: from now), about which `matches` says yes; undefined once `withinMs` have passed. */
  next<Kind extends TillTrafficKind>(
    kind: Kind,
    options: {
      readonly matches?: (seen: TrafficOf<Kind>) => boolean;
      readonly from?: number;
      readonly withinMs: number;
    },
  ): Promise<TrafficOf<Kind> | undefined>;
  /** Until the till has done something about a message, or it is time to look again: the longer nothing came, the seldomer that is. */
  act(): Promise<void>;
  /** Number the next traffic will get; hand it to `next` as `from`. */
  mark(): number;
  /** Puts a command into the till's queue. Our own payloads are schema-checked: a bad one is our bug. */
  send(command: CommandToSend): Promise<SentCommand>;
  /** Everything that was put there so far, oldest first. */
  sent(): readonly RecordedCommand[];
  /** Delivers the message once more although it was handled and deleted: delivery is at-least-once. */
  deliverAgain(messageId: string): void;
  /** Makes a received, undeleted message visible at once, as after the 30 seconds. */
  expireVisibility(messageId: string): void;
  /** Takes a message out of the queue, as when its 14 days are over. */
  withdraw(messageId: string): void;
  /** The next callbacks about this message get these answers, one each; afterwards it is judged as always. */
  answerCallbacks(messageId: string, answers: readonly CallbackAnswer[]): void;
  misbehave(misbehaviour: QueueMisbehaviour): void;
  /** Calls off what is left of the misbehaviours. */
  behave(): void;
  /** The next events of this kind the till pushes get these answers, one each; afterwards they are judged as always. */
  answerEvents(messageKind: string, answers: readonly CallbackAnswer[]): void;
  /** The next health reports get these answers, one each; afterwards they are taken as always. */
  answerHealth(answers: readonly CallbackAnswer[]): void;
  /**
   * The staff member confirms the link of this externalTipRecipientId: PENDING becomes ACTIVE. Answers the id that the platform
   * gave; undefined where this till's merchant has no such record, or it is not PENDING.
   */
  confirmTipRecipient(externalTipRecipientId: string): string | undefined;
}

/** What of a listing is changed, and nothing else of it. */
export type ListingChange = 'price' | 'stock' | 'availability' | 'name';

export interface PosTriggerInputs {
  readonly activatePos: { readonly platformUrl: string; readonly merchantTaxId: string; readonly pinCode: string };
  readonly restartTill: Readonly<Record<never, never>>;
  readonly testRoundTrip: Readonly<Record<never, never>>;
  readonly setLocation: { readonly open: boolean; readonly reasonCode?: string; readonly effectiveAt?: string };
  readonly setOrderType: {
    readonly orderType: 'STATION' | 'PICKUP' | 'DELIVERY';
    readonly state: 'ACCEPTING' | 'PAUSED';
    readonly reasonCode?: string;
    readonly effectiveUntil?: string;
  };
  /** `availability`: taken off the menu for now, or put back. */
  readonly changeListing: { readonly listingId: string; readonly change: ListingChange };
  readonly changeTable: { readonly tableId: string; readonly changeType: string };
  readonly putTipRecipient: { readonly id: string; readonly phoneNumber: string; readonly displayName: string };
  readonly listTipRecipients: Readonly<Record<never, never>>;
  readonly getTipRecipient: { readonly id: string };
}

/** Tables at which nobody else does anything until they are left, or the scenario is over. */
export interface TableShare {
  /** One of these that it has already, or the first that is free; waits, without any table, while there is none. */
  take(tables: readonly string[]): Promise<string>;
  /** The first of these that is free, beside those it has; waits for it. Of two scenarios that do so each might wait for the other. */
  takeBeside(tables: readonly string[]): Promise<string>;
  /** The same, if there is one at this moment. */
  takeAnother(tables: readonly string[]): string | undefined;
  leave(table: string): void;
  /** For a part of the scenario that is under way beside others of it: no two of them sit at one table, and what it took is left once it is over. */
  apart(): TableShare & Disposable;
}

/** All a POS scenario may touch. */
export interface PosWorld<Covers extends PosRequirementId = PosRequirementId> extends DrawingWorld<Covers> {
  readonly till: TillPort;
  readonly triggers: TriggerPort<PosTriggerInputs>;
  readonly fixtures: PosFixtures;
  readonly tables: TableShare;
  readonly claims: Readonly<
    Record<
      'STATION' | 'KIOSK' | 'PICKUP' | 'DELIVERY' | 'prepaid' | 'postpaid' | 'listings' | 'events' | 'tips',
      boolean
    >
  >;
  /** How long a prompt till may take to answer a command before we stop waiting. */
  readonly patienceMs: number;
  readonly healthIntervalMs: number;
  /** Why nothing more is asked of this till, once that is so. */
  readonly outOfTime?: () => string | undefined;
}
