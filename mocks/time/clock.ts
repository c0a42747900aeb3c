/** Time as the mocks see it; structurally the scenarios' clock with timers. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `fire` after `milliseconds`; the answer cancels it. */
  after(milliseconds: number, fire: () => void): () => void;
  /** Resolves after `milliseconds`, or rejects with the signal's reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A cancellable sleep on top of a timer function. */
export const sleepOn =
  (after: (milliseconds: number, fire: () => void) => () => void) =>
  (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = after(milliseconds, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });

// Node fires a longer timeout at once instead of late.
const longestTimeout = 2 ** 31 - 1;

const after = (milliseconds: number, fire: () => void): (() => void) => {
  // What is past is due, and a negative timeout is warned about.
  const step = Math.min(Math.max(milliseconds, 0), longestTimeout);
  let cancel = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    if (milliseconds <= longestTimeout) fire();
    else cancel = after(milliseconds - step, fire);
  }, step);
  return () => cancel();
};

/** The real time. */
export const systemClock: Clock = { now: () => Date.now(), after, sleep: sleepOn(after) };
