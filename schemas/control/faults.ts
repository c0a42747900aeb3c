/** What one call is answered instead of being handled. `silence`: nothing until the caller gives up. */
export type DirectedAnswer = { readonly status: number } | 'silence' | 'drop';

/** One misbehaviour of the queue service, for a stated number of calls: printed and replayable, never dice. */
export interface QueueFault {
  /**
   * `error`: answer with it. `drop-before`: close the connection without doing anything. `drop-after`: do it and close the
   * connection without an answer; of polls, one that brings messages. `delay`: answer late.
   */
  readonly kind: 'error' | 'drop-before' | 'drop-after' | 'delay';
  readonly error?: 'InternalFailure' | 'ServiceUnavailable' | 'RequestThrottled';
  readonly delayMs?: number;
  /** Only calls of this queue and this action; absent: any. */
  readonly queue?: string;
  readonly action?: string;
  /** How many calls; default 1. */
  readonly times?: number;
}

/** One misbehaviour of the platform's API, for a stated number of calls. */
export interface ApiFault {
  /**
   * `status-before`: answer with the status and do nothing. `status-after`: do it, and answer with the status all the same.
   * `drop-before`, `drop-after`: close the connection instead. `delay`: answer late.
   */
  readonly kind: 'status-before' | 'status-after' | 'drop-before' | 'drop-after' | 'delay';
  /** Default 503. */
  readonly status?: number;
  readonly delayMs?: number;
  /** Only calls whose path starts with it, such as /merchant/v1/async/OrderSubmissionRequested/; absent: any. */
  readonly path?: string;
  /** Only calls with the API key of this location; absent: any. */
  readonly integrationProfileId?: string;
  /** How many calls; default 1. */
  readonly times?: number;
}
