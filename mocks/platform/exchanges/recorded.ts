import type { Judgement } from '#schemas';
import type { MerchantOperation } from '../checkout/index.ts';

/** The beginning of a body, or all of it. */
export interface RecordedBody {
  readonly bytes: Uint8Array;
  /** Longer than what is kept. */
  readonly truncated: boolean;
}

/** One request and what became of it, as it was: nothing is judged or redacted before somebody looks. */
export interface Recorded {
  readonly at: number;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body: RecordedBody;
  };
  readonly response?: { readonly status: number; readonly headers: Headers; readonly body: RecordedBody };
  /** Why there is no, or only half a, response. */
  readonly failure?: string;
  /** Of a call the platform made to a merchant: which one, and whose. Absent: the platform was called. */
  readonly call?: MerchantCall;
}

export interface MerchantCall {
  readonly operation: MerchantOperation;
  readonly shop: string;
  readonly deliveryOptionKeys?: readonly string[] | undefined;
}

export type Judgements = readonly Judgement[];
