/** Time as the mocks see it; structurally the scenarios' clock with timers. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `fire` after `milliseconds`; the answer cancels it. */
  after(milliseconds: number, fire: () => void): () => void;
  /** Resolves after `milliseconds`, or rejects with the signal's reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
