import type { HandleProblem } from '#schemas';
import type { FifoQueue, ReceiveRequest, Sent } from './fifo/fifo-queue.ts';
import type { Delivery, NewMessage } from './fifo/message.ts';

/** One location's queue as the gateway sees it: the embedded core, or a queue somewhere else. */
export interface QueueBackend {
  send(message: NewMessage): Promise<Sent>;
  receive(request: ReceiveRequest, signal: AbortSignal): Promise<readonly Delivery[]>;
  delete(receiptHandle: string): Promise<HandleProblem | undefined>;
  changeVisibility(receiptHandle: string, visibilityMs: number): Promise<HandleProblem | undefined>;
}

export const fromFifoQueue = (queue: FifoQueue): QueueBackend => ({
  send: async (message) => queue.send(message),
  receive: (request, signal) =>
    new Promise((resolve) => {
      const hangUp = queue.receive(request, resolve);
      const leave = () => {
        hangUp();
        resolve([]);
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    }),
  delete: async (receiptHandle) => queue.delete(receiptHandle),
  changeVisibility: async (receiptHandle, visibilityMs) => queue.changeVisibility(receiptHandle, visibilityMs),
});
