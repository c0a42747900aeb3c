import type { ApiFault } from './api-faults.ts';
import type { BasketChangeError } from './api/basket-change.ts';
import type { SyncReport } from './catalogue/index.ts';
import type { CheckoutChange } from './checkout/index.ts';
import type { QueueChange } from './queue/change.ts';
import type { QueueCall } from './queue/gateway.ts';
import type { SignatureProblem } from './signatures/scheme.ts';

export interface OfLocation {
  readonly integrationProfileId: string;
}

/** What happened on the platform, as it happened. The journal, the live stream and the harness all read these. */
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
  | ({
      readonly kind: 'callback';
      readonly messageKind: string;
      readonly messageId: string;
      readonly body: unknown;
      readonly status: number;
      /** The result was accepted before; this one is ignored. */
      readonly repeated: boolean;
    } & OfLocation)
  | ({ readonly kind: 'test-call'; readonly status: number; readonly messageId?: string } & OfLocation)
  | ({
      readonly kind: 'pos-event';
      readonly messageKind: string;
      readonly messageId?: string;
      readonly body: unknown;
      readonly status: number;
      /** An event of this message id was accepted before; this one is ignored. */
      readonly repeated: boolean;
    } & OfLocation)
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
      readonly event: CheckoutChange['event'];
      readonly phase: CheckoutChange['checkout']['phase']['name'];
    }
  | { readonly kind: 'catalogue-sync'; readonly shop: string; readonly report: SyncReport }
  | ({ readonly kind: 'queue-change'; readonly change: QueueChange } & OfLocation)
  /** A queue elsewhere did not do what it was asked for. */
  | ({ readonly kind: 'queue-failure'; readonly reason: string } & OfLocation)
  | { readonly kind: 'queue-call'; readonly call: QueueCall }
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
  /** A call that was answered, or made, has been recorded; the journal says what it was. */
  | { readonly kind: 'exchange'; readonly id: number }
  /** What is known of a certification run has changed. */
  | { readonly kind: 'certification'; readonly run: string }
  /** A request to a path the platform does not serve; answered 404. */
  | { readonly kind: 'unknown-path'; readonly method: string; readonly path: string }
  /** A bug of ours, answered 500. */
  | { readonly kind: 'broken'; readonly method: string; readonly path: string; readonly reason: string }
);

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;
export type Happening = WithoutTime<PlatformEvent>;

export interface EventStream {
  readonly emit: (happening: Happening) => void;
  /** The answer unsubscribes. */
  readonly subscribe: (listener: (event: PlatformEvent) => void) => () => void;
}

export const createEventStream = (now: () => number): EventStream => {
  const listeners = new Set<(event: PlatformEvent) => void>();
  return {
    emit(happening) {
      const event = { ...happening, at: now() } as PlatformEvent;
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
