import type { ExchangeFindings, ExchangeSummary } from './exchanges.ts';
import type { ApiFault, QueueFault } from './faults.ts';
import type { CheckoutPhase, CheckoutStep, SyncReport } from './shops.ts';

/** One line of the journal and its live stream. */
export interface StreamEntry {
  /** Ascending from 1; anew when the platform starts. */
  readonly n: number;
  readonly event: StreamEvent;
}

interface OfLocation {
  readonly integrationProfileId: string;
}

interface OfMessage extends OfLocation {
  readonly messageKind: string;
  readonly body: unknown;
  readonly status: number;
  /** The result, or an event of this message id, was accepted before; this one is ignored. */
  readonly repeated: boolean;
}

/** What happened on the platform, as it happened; and what was exchanged meanwhile. */
export type StreamEvent =
  | PlatformEvent
  | ({ readonly kind: 'exchange' } & ExchangeSummary)
  /** What came later has shown something about an exchange that was told before. */
  | ({ readonly kind: 'verdict'; readonly at: number; readonly exchange: number } & ExchangeFindings);

export type PlatformEvent = { readonly at: number } & (
  | {
      readonly kind: 'basket-change';
      readonly body: unknown;
      readonly status: number;
      readonly error?: BasketChangeError;
    }
  | {
      readonly kind: 'activation';
      readonly body: unknown;
      readonly success: boolean;
      readonly failureReason?: string;
      readonly integrationProfileId?: string;
    }
  | ({ readonly kind: 'health'; readonly body: unknown; readonly status: number } & OfLocation)
  /** The POS capability of a location became available or unavailable. */
  | ({ readonly kind: 'capability'; readonly available: boolean } & OfLocation)
  | ({
      readonly kind: 'command';
      readonly messageKind: string;
      readonly messageId: string;
      /** By which the queue's own events name it. */
      readonly sqsMessageId: string;
      readonly again: boolean;
    } & OfLocation)
  | ({ readonly kind: 'callback'; readonly messageId: string } & OfMessage)
  | ({ readonly kind: 'test-call'; readonly status: number; readonly messageId?: string } & OfLocation)
  | ({ readonly kind: 'pos-event'; readonly messageId?: string } & OfMessage)
  | ({
      readonly kind: 'tip-recipient';
      readonly action: 'list' | 'get' | 'put' | 'confirm';
      readonly status: number;
    } & OfLocation)
  /** A step of a checkout at a web shop. */
  | {
      readonly kind: 'checkout';
      readonly shop: string;
      readonly oaOrderId: string;
      readonly event: CheckoutStep;
      readonly phase: CheckoutPhase['name'];
    }
  | { readonly kind: 'catalogue-sync'; readonly shop: string; readonly report: SyncReport }
  | ({ readonly kind: 'queue-change'; readonly change: QueueChange } & OfLocation)
  /** A queue elsewhere did not do what it was asked for. */
  | ({ readonly kind: 'queue-failure'; readonly reason: string } & OfLocation)
  | { readonly kind: 'queue-call'; readonly call: RecordedQueueCall }
  /** A call with a bad signature: refused with 401, or under `warn` let pass. */
  | {
      readonly kind: 'signature';
      readonly method: string;
      readonly path: string;
      readonly problem: SignatureProblem;
      readonly message: string;
      readonly refused: boolean;
    }
  /** A call that went wrong because that was asked for. */
  | { readonly kind: 'api-fault'; readonly method: string; readonly path: string; readonly fault: ApiFault['kind'] }
  /** What is known of a certification run has changed. */
  | { readonly kind: 'certification'; readonly run: string }
  /** A request to a path the platform does not serve; answered 404. */
  | { readonly kind: 'unknown-path'; readonly method: string; readonly path: string }
  /** A bug of ours, answered 500. */
  | { readonly kind: 'broken'; readonly method: string; readonly path: string; readonly reason: string }
);

export type BasketChangeError = 'InvalidBasketException' | 'MissingDeliveryOptionsException' | 'BasketExpiredException';
export type SignatureProblem = 'missing' | 'malformed' | 'unknown-key' | 'stale' | 'mismatch';

/** Everything that can happen to a message of a queue. `messageId` is the queue's own, not the command's. */
export type QueueChange =
  | { readonly change: 'sent'; readonly messageId: string; readonly groupId: string; readonly sequence: number }
  | { readonly change: 'suppressed-duplicate'; readonly messageId: string; readonly deduplicationId: string }
  /** Later messages of the group wait for this one to be deleted or become visible again. */
  | { readonly change: 'held-by-group'; readonly groupId: string; readonly by: string; readonly waiting: number }
  | {
      readonly change: 'delivered';
      readonly messageId: string;
      readonly groupId: string;
      readonly receiptHandle: string;
      readonly receiveCount: number;
    }
  | { readonly change: 'visible-again'; readonly messageId: string; readonly reason: VisibleAgain }
  | { readonly change: 'deleted'; readonly messageId: string; readonly receiptHandle: string }
  /** Acknowledged, but it will be delivered once more: the duplicate SQS warns of, on demand. */
  | { readonly change: 'delete-ignored'; readonly messageId: string; readonly receiptHandle: string }
  | { readonly change: 'delete-refused'; readonly receiptHandle: string; readonly problem: HandleProblem }
  | { readonly change: 'outlived-retention'; readonly messageId: string; readonly inFlight: boolean }
  /** Handed to a poll whose client had gone: lost for one visibility timeout. */
  | { readonly change: 'swallowed'; readonly messageIds: readonly string[] };

export type VisibleAgain = 'timeout' | 'changed' | 'forced' | 'duplicate';

/** `invalid`: never issued by this queue. `expired`: of an earlier or timed-out delivery. `gone`: its message is deleted. */
export type HandleProblem = 'invalid' | 'expired' | 'gone';

/** One call to the queue service, as it was read. */
export interface RecordedQueueCall {
  /** When it arrived; the end is the event's own time. */
  readonly startedAt: number;
  readonly protocol: 'json' | 'query';
  readonly action?: string;
  readonly queue?: string;
  readonly accessKeyId?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly status: number;
  readonly error?: string;
  readonly message?: string;
  readonly fault?: QueueFault['kind'];
  /** Calls of one SDK operation share it, so that retries can be told from polls. */
  readonly invocationId?: string;
}
