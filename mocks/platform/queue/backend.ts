import type { HandleProblem } from '#schemas';
import type { FifoQueue, ReceiveRequest, Sent } from './fifo/fifo-queue.ts';
import type { Delivery, NewMessage } from './fifo/message.ts';

/** To make a signal costs as much as to receive, and few are ever asked for. */
export interface Caller {
  readonly signal: AbortSignal;
}

/** One location's queue as the gateway sees it: the embedded core, or a queue somewhere else. */
export interface QueueBackend {
  send(message: NewMessage): Promise<Sent>;
  /** At once where something is there; who waits is asked for the signal that says that the caller hung up. */
  receive(request: ReceiveRequest, caller: Caller): readonly Delivery[] | Promise<readonly Delivery[]>;
  /** Whether the attempt of a receive can no longer be repeated, where the queue is ours to ask. */
  refuses?(attemptId: string): boolean;
  delete(receiptHandle: string): HandleProblem | undefined | Promise<HandleProblem | undefined>;
  changeVisibility(receiptHandle: string, visibilityMs: number): Promise<HandleProblem | undefined>;
}

/** Every call of a backend through `around`, which makes it; only a receive has a caller who may hang up. */
export const wrapped = (
  around: <Value>(work: (queue: QueueBackend) => Value | Promise<Value>, caller?: Caller) => Promise<Value>,
): QueueBackend => ({
  send: (message) => around((queue) => queue.send(message)),
  receive: (request, caller) => around((queue) => queue.receive(request, caller), caller),
  delete: (handle) => around((queue) => queue.delete(handle)),
  changeVisibility: (handle, visibilityMs) => around((queue) => queue.changeVisibility(handle, visibilityMs)),
});

export const fromFifoQueue = (queue: FifoQueue): QueueBackend => ({
  send: async (message) => queue.send(message),
  receive(request, caller) {
    const answered: { deliveries?: readonly Delivery[]; tell?: (deliveries: readonly Delivery[]) => void } = {};
    const hangUp = queue.receive(request, (deliveries) => {
      answered.deliveries = deliveries;
      answered.tell?.(deliveries);
    });
    return (
      answered.deliveries ??
      new Promise((resolve) => {
        answered.tell = resolve;
        const { signal } = caller;
        const leave = () => {
          hangUp();
          resolve([]);
        };
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave, { once: true });
      })
    );
  },
  refuses: (attemptId) => queue.refuses(attemptId),
  delete: (receiptHandle) => queue.delete(receiptHandle),
  changeVisibility: async (receiptHandle, visibilityMs) => queue.changeVisibility(receiptHandle, visibilityMs),
});
