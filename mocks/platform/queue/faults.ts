import { type Counted, createCounted } from '#mocks/faults';
import type { QueueFault } from '#schemas';

export type { QueueFault } from '#schemas';

export interface QueueFaults extends Omit<Counted<QueueFault>, 'next'> {
  /** The fault that hits this call, used up by it. */
  readonly next: (call: { readonly queue: string | undefined; readonly action: string }) => QueueFault | undefined;
}

export const createQueueFaults = (): QueueFaults => {
  const { next, ...counted } = createCounted<QueueFault>();
  return {
    ...counted,
    next: ({ queue, action }) =>
      next((fault) => (fault.queue ?? queue) === queue && (fault.action ?? action) === action),
  };
};
