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
