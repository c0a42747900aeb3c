import type { SyncReport } from './catalogue.ts';
import type { ExchangeSummary } from './exchange.ts';

export interface JournalEntry {
  /** Ascending from 1; anew when the platform starts. */
  readonly n: number;
  readonly event: PlatformEvent;
}

interface OfLocation {
  readonly integrationProfileId: string;
}

/** What the control API tells as it happens, as far as the page reads it. */
export type PlatformEvent = { readonly at: number } & (
  | ({ readonly kind: 'exchange' } & ExchangeSummary)
  | ({ readonly kind: 'health'; readonly body: unknown; readonly status: number } & OfLocation)
  | ({ readonly kind: 'capability'; readonly available: boolean } & OfLocation)
  | ({
      readonly kind: 'command';
      readonly messageKind: string;
      readonly messageId: string;
      /** What `queue-change` calls it. */
      readonly sqsMessageId: string;
      readonly again: boolean;
    } & OfLocation)
  | ({
      readonly kind: 'callback';
      readonly messageKind: string;
      readonly messageId: string;
      readonly status: number;
      readonly repeated: boolean;
    } & OfLocation)
  | {
      readonly kind: 'checkout';
      readonly shop: string;
      readonly oaOrderId: string;
      readonly event: string;
      readonly phase: string;
    }
  | { readonly kind: 'catalogue-sync'; readonly shop: string; readonly report: SyncReport }
  | ({ readonly kind: 'queue-change'; readonly change: QueueChange } & OfLocation)
  | ({ readonly kind: 'queue-failure'; readonly reason: string } & OfLocation)
  | {
      readonly kind: 'signature';
      readonly method: string;
      readonly path: string;
      readonly message: string;
      readonly refused: boolean;
    }
  | { readonly kind: 'api-fault'; readonly method: string; readonly path: string; readonly fault: string }
  | { readonly kind: 'broken'; readonly method: string; readonly path: string; readonly reason: string }
  | { readonly kind: 'certification'; readonly run: string }
  /** An exchange says them as well. */
  | {
      readonly kind:
        | 'activation'
        | 'test-call'
        | 'basket-change'
        | 'pos-event'
        | 'queue-call'
        | 'tip-recipient'
        | 'unknown-path';
    }
);

/** `messageId` is the queue's own here, not the command's. */
export type QueueChange =
  | { readonly change: 'sent'; readonly messageId: string; readonly groupId: string }
  | { readonly change: 'suppressed-duplicate'; readonly messageId: string; readonly deduplicationId: string }
  | { readonly change: 'held-by-group'; readonly groupId: string; readonly by: string; readonly waiting: number }
  | {
      readonly change: 'delivered';
      readonly messageId: string;
      readonly groupId: string;
      readonly receiveCount: number;
    }
  | {
      readonly change: 'visible-again';
      readonly messageId: string;
      readonly reason: 'timeout' | 'changed' | 'forced' | 'duplicate';
    }
  | { readonly change: 'deleted'; readonly messageId: string }
  | { readonly change: 'delete-ignored'; readonly messageId: string }
  | { readonly change: 'delete-refused'; readonly problem: string }
  | { readonly change: 'outlived-retention'; readonly messageId: string }
  | { readonly change: 'swallowed'; readonly messageIds: readonly string[] };
