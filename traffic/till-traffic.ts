import type { QueueDeletion, QueuePoll } from './exchange.ts';

interface Seen {
  /** Place in the traffic; grows by one. */
  readonly n: number;
  /** Epoch milliseconds by the run's clock, when it arrived. */
  readonly at: number;
  readonly exchange: number;
}

/** The key a call names, issued or not: whose credentials the till works with. */
interface KeySeen {
  readonly key?: string;
}

/** Whether a call of the till carried a valid signature of the issued key; `problem` says in words why not. */
export interface SignatureSeen extends KeySeen {
  readonly signed: boolean;
  readonly problem?: string;
}

interface Answered extends SignatureSeen {
  readonly status: number;
}

/** Everything a till does that the platform can see, in the order it was seen. Bodies as sent: nothing is validated. */
export type TillTraffic = Seen &
  (
    | {
        readonly kind: 'activation';
        readonly body: unknown;
        readonly success: boolean;
        /** The keys that a success grants. */
        readonly issued?: { readonly apiKey: string; readonly accessKeyId: string };
      }
    | ({ readonly kind: 'health' } & Answered)
    | ({
        readonly kind: 'event';
        readonly messageKind: string;
        /** Where `assume/event-paths` says it travels; absent when the till sent none. */
        readonly messageId?: string;
        readonly body: unknown;
        readonly unkept?: true;
      } & Answered)
    | ({
        readonly kind: 'callback';
        readonly messageKind: string;
        readonly messageId: string;
        readonly body: unknown;
        /** Whoever captured it kept only a part of its body, which can be compared with nothing. */
        readonly unkept?: true;
        /** What the till was answered; undefined for silence or a dropped connection. */
        readonly status?: number;
        /** That is a fault that was asked for, not what the platform thinks of the result. */
        readonly injected?: true;
        readonly answeredAt: number;
      } & SignatureSeen)
    | ({ readonly kind: 'test-call'; readonly messageId?: string } & Answered)
    | ({
        readonly kind: 'tip';
        readonly action: 'list' | 'get' | 'put';
        readonly id?: string;
        readonly body?: unknown;
      } & Answered)
    | ({
        readonly kind: 'receive';
        readonly status: number;
        readonly endedAt: number;
      } & QueuePoll &
        KeySeen)
    | ({ readonly kind: 'delete' } & QueueDeletion & KeySeen)
    /** A queue call that was refused: another action, other credentials, another queue, a bad signature. */
    | ({
        readonly kind: 'queue-refused';
        readonly action: string;
        readonly reason: string;
      } & KeySeen)
    | { readonly kind: 'unknown-path'; readonly method: string; readonly path: string }
  );

export type TillTrafficKind = TillTraffic['kind'];
export type TrafficOf<Kind extends TillTrafficKind> = Extract<TillTraffic, { kind: Kind }>;
